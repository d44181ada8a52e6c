import type { AuditEvent } from '../domain/audit-entry.ts';
import { type ChangeRefusal, type HostRefusal, hostWords, type OtherOrganization } from '../domain/host-refusal.ts';
import { isDue } from '../domain/job.ts';
import {
  JOB_CANCELLING_MAX_MS,
  JOB_PACE,
  JOB_ROW_TRIES_MAX,
  SENDING_BEGINS_MS,
  SENDING_UNKNOWN_MS,
} from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { JobRun, WorkOfKind } from './advance.ts';
import { type JobStop, jobStopFor, type Runner } from './runner.ts';
import type { StepServices } from './services.ts';
import type { JobRecord, JobRow, RowAttempt, SettledRow, UnsentRow } from './store/types.ts';

export interface RowWork {
  /** Finds the outcome of a row that may have been sent; null if nothing arrived, so that it can be sent again. */
  readonly lookUp: (
    runner: Runner,
    row: JobRow,
    job: JobRecord,
  ) => Promise<Result<SettledRow | null, HostRefusal | OtherOrganization>>;
  /** Reads what a row needs. Returns its outcome if nothing is to be sent. */
  readonly prepare: (
    runner: Runner,
    row: JobRow,
    job: JobRecord,
  ) => Promise<Result<SettledRow | PreparedRow, HostRefusal | OtherOrganization>>;
  /** The audit outcome if a row did not arrive. */
  readonly trailOf: (row: JobRow) => UnsentRow['audit'];
  readonly words: { readonly notArrived: string; readonly noAnswer: string; readonly notConfirmed: string };
}

export interface PreparedRow {
  readonly intended: AuditEvent;
  /** Sends it once. A refusal other than `not-confirmed` means that nothing arrived. */
  readonly send: () => Promise<Result<SettledRow, ChangeRefusal | JobStop>>;
}

/** Works on one row at a time. Rows that may have been sent come first. */
export function createRowSteps(
  { runtime: { clock, log }, codeHost, jobs: { store: jobs } }: StepServices,
  work: RowWork,
): WorkOfKind['step'] {
  return async (job, run) => {
    const [unknown] = await jobs.rows(job, { after: 0, limit: 1, states: ['sending'] });
    if (unknown !== undefined) return clarify(job, unknown, run);
    const [ready] = job.state === 'cancelled' ? [] : await jobs.rows(job, { after: 0, limit: 1, states: ['ready'] });
    if (ready === undefined) {
      const { id: jobId, kind, counts } = job;
      if (await jobs.end(job, clock.now())) log.info({ jobId, kind, counts }, 'job finished');
      return false;
    }
    const now = clock.now();
    const readyAt = await jobs.readyAt(job.runBy.id, JOB_PACE, now);
    if (readyAt > now) return run.waitUntil(readyAt);
    const runner = await run.runner();
    if (!runner.ok) return run.hold(runner.refusal);
    const sent = await send(runner.value, ready, job, run.stopping);
    if (sent.ok) return run.succeeded();
    const { refusal } = sent;
    const stop = 'reason' in refusal ? refusal : jobStopFor(refusal, clock.now());
    // The login may have changed meanwhile.
    const isMoved = 'kind' in refusal && (refusal.kind === 'other-organization' || stop.reason === 'rights-lost');
    return (isMoved && (await run.isElsewhere(runner.value))) || run.hold(stop);
  };

  /** Marks the row before its call; until it is settled, it may have been sent. */
  async function send(
    runner: Runner,
    row: JobRow,
    job: JobRecord,
    stopping: AbortSignal,
  ): Promise<Result<unknown, ChangeRefusal | JobStop>> {
    const prepared = await work.prepare(runner, row, job);
    if (!prepared.ok) return prepared;
    const settle = async (from: RowAttempt, settled: SettledRow) =>
      ok(await jobs.settle(job, row.place, from, settled, clock.now()));
    if ('outcome' in prepared.value) return settle('ready', prepared.value);
    const startedMs = performance.now();
    if (stopping.aborted) return ok(undefined);
    const at = clock.now();
    const { intended } = prepared.value;
    const marked = await jobs.beginSending({ job, place: row.place, userId: job.runBy.id, at, intended }, JOB_PACE);
    // After a long pause of this process, another may already check the row.
    if (!marked || performance.now() - startedMs > SENDING_BEGINS_MS) return ok(undefined);
    const sent = await prepared.value.send();
    if (sent.ok) return settle({ sendingAt: at }, sent.value);
    const { refusal } = sent;
    if (!('kind' in refusal && refusal.kind === 'not-confirmed'))
      await jobs.putBack(
        job,
        { place: row.place, sendingAt: at, audit: 'refused', words: wordsOf(refusal) },
        clock.now(),
      );
    return refuse(refusal);
  }

  /** Checks a row that may have been sent. */
  async function clarify(job: JobRecord, row: JobRow, run: JobRun): Promise<boolean> {
    const checkableAt = new Date((row.sendingAt?.getTime() ?? 0) + SENDING_UNKNOWN_MS);
    if (!isDue(checkableAt, clock.now())) return run.waitUntil(checkableAt);
    const stopFor = (stop: JobStop) => (job.state === 'cancelled' ? giveUp(job, row, stop, run) : run.hold(stop));
    const runner = await run.runner();
    if (!runner.ok) return stopFor(runner.refusal);
    const result = await lookUp(runner.value, row, job);
    if (!result.ok) {
      if (result.refusal.kind === 'other-organization' && (await run.isElsewhere(runner.value))) return true;
      return stopFor(jobStopFor(result.refusal, clock.now()));
    }
    if (result.value === null) return tryAgain(job, row, run);
    await jobs.settle(job, row.place, row, result.value, clock.now());
    return run.succeeded();
  }

  async function lookUp(runner: Runner, row: JobRow, job: JobRecord): ReturnType<RowWork['lookUp']> {
    const current = await codeHost.organizationNow(runner);
    if (!current.ok) return current;
    const isSame = current.value?.id === runner.organizationId;
    return isSame ? work.lookUp(runner, row, job) : refuse({ kind: 'other-organization' });
  }

  /** A row that keeps failing is given up, so that it does not block the others. */
  async function tryAgain(job: JobRecord, row: JobRow, run: JobRun): Promise<boolean> {
    const tries = job.tries + 1;
    if (tries > JOB_ROW_TRIES_MAX) {
      await jobs.settle(job, row.place, row, failed(work.words.noAnswer, work.trailOf(row)), clock.now());
      return run.succeeded();
    }
    await jobs.putBack(job, { ...row, audit: work.trailOf(row), words: work.words.notArrived }, clock.now());
    await jobs.reschedule(job, { tries });
    return true;
  }

  /** While cancelling, waits only if `until` is soon. */
  async function giveUp(job: JobRecord, row: JobRow, { until }: JobStop, run: JobRun): Promise<boolean> {
    const sendingAt = row.sendingAt?.getTime() ?? 0;
    if (until !== null && until.getTime() < sendingAt + JOB_CANCELLING_MAX_MS) return run.waitUntil(until);
    await jobs.settle(job, row.place, row, failed(work.words.notConfirmed, 'unknown'), clock.now());
    return true;
  }
}

const failed = (words: string, audit: UnsentRow['audit']): SettledRow => ({
  outcome: 'failed',
  words,
  invitationId: null,
  audit,
});

const wordsOf = (refusal: ChangeRefusal | JobStop): string => {
  if ('reason' in refusal) return refusal.words ?? refusal.reason;
  return hostWords(refusal) ?? refusal.kind;
};
