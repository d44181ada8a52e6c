import { countingTrailFailure } from '../audit/audited.ts';
import { readOrganization } from '../code-host/client.ts';
import type { AuditEvent } from '../domain/audit-entry.ts';
import { type ChangeRefusal, type HostRefusal, hostMessage, type OtherOrganization } from '../domain/host-refusal.ts';
import {
  JOB_CANCELLING_MAX_MS,
  JOB_PACE,
  JOB_ROW_TRIES_MAX,
  SENDING_BEGINS_MS,
  SENDING_UNKNOWN_MS,
} from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import type { JobRun, NextStep, WorkOfKind } from './advance.ts';
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
  readonly messages: { readonly notArrived: string; readonly noAnswer: string; readonly notConfirmed: string };
}

export interface PreparedRow {
  readonly intended: AuditEvent;
  /** Sends it once. A refusal other than `not-confirmed` means that nothing arrived. */
  readonly send: () => Promise<Result<SettledRow, ChangeRefusal | JobStop>>;
}

/** Works on one row at a time. Rows that may have been sent come first. */
export function createRowSteps(
  { runtime, codeHost, jobs: { store: jobs } }: StepServices,
  work: RowWork,
): WorkOfKind['step'] {
  const { clock, log, observations } = runtime;

  return async (job, run) => {
    const [unknown] = await jobs.rows(job, { after: 0, limit: 1, states: ['sending'] });
    if (unknown !== undefined) return clarify(job, unknown, run);
    const [ready] = job.state === 'cancelled' ? [] : await jobs.rows(job, { after: 0, limit: 1, states: ['ready'] });
    if (ready === undefined) {
      const { id: jobId, kind, counts } = job;
      if (await jobs.end(job, clock.now())) log.info({ jobId, kind, counts }, 'job finished');
      return null;
    }
    const now = clock.now();
    const readyAt = await jobs.readyAt(job.runBy.id, JOB_PACE, now);
    if (readyAt > now) return readyAt;
    const runner = await run.runner();
    if (!runner.ok) return run.hold(runner.refusal);
    const sent = await send(runner.value, ready, job, run.stopping);
    if (sent.ok) return run.succeeded();
    const { refusal } = sent;
    const stop = 'reason' in refusal ? refusal : jobStopFor(refusal, clock.now());
    // The login may have changed meanwhile.
    const isMoved = 'kind' in refusal && (refusal.kind === 'other-organization' || stop.reason === 'rights-lost');
    return isMoved && (await run.isElsewhere(runner.value)) ? clock.now() : run.hold(stop);
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
    if ('outcome' in prepared.value) return ok(await settle(job, row.position, 'ready', prepared.value));
    const startedMs = performance.now();
    if (stopping.aborted) return ok(undefined);
    const at = clock.now();
    const { intended } = prepared.value;
    const attempt = { job, position: row.position, userId: job.runBy.id, at, intended };
    const marked = await countingTrailFailure(runtime, jobs.beginSending(attempt, JOB_PACE));
    // After a long pause of this process, another may already check the row.
    if (!marked || performance.now() - startedMs > SENDING_BEGINS_MS) return ok(undefined);
    const sent = await prepared.value.send();
    if (sent.ok) return ok(await settle(job, row.position, { sendingAt: at }, sent.value));
    const { refusal } = sent;
    if (!('kind' in refusal && refusal.kind === 'not-confirmed'))
      await jobs.putBack(
        job,
        { position: row.position, sendingAt: at, audit: 'refused', message: messageOf(refusal) },
        clock.now(),
      );
    return refuse(refusal);
  }

  async function settle(job: JobRecord, position: number, from: RowAttempt, settled: SettledRow): Promise<void> {
    if (await jobs.settle(job, position, from, settled, clock.now())) observations.noteRow(settled.outcome);
  }

  /** Checks a row that may have been sent. */
  async function clarify(job: JobRecord, row: JobRow, run: JobRun): Promise<NextStep> {
    const now = clock.now();
    // Later than now is by a clock that was put back since.
    const sentAt = Math.min(row.sendingAt?.getTime() ?? 0, now.getTime());
    const checkableAt = new Date(sentAt + SENDING_UNKNOWN_MS);
    if (checkableAt > now) return checkableAt;
    const stopFor = (stop: JobStop) => (job.state === 'cancelled' ? giveUp(job, row, stop) : run.hold(stop));
    const runner = await run.runner();
    if (!runner.ok) return stopFor(runner.refusal);
    const result = await lookUp(runner.value, row, job);
    if (!result.ok) {
      if (result.refusal.kind === 'other-organization' && (await run.isElsewhere(runner.value))) return clock.now();
      return stopFor(jobStopFor(result.refusal, clock.now()));
    }
    if (result.value === null) return tryAgain(job, row, run);
    await settle(job, row.position, row, result.value);
    return run.succeeded();
  }

  async function lookUp(runner: Runner, row: JobRow, job: JobRecord): ReturnType<RowWork['lookUp']> {
    const current = await readOrganization(codeHost.as(runner), runner.organization);
    if (!current.ok) return current;
    const isSame = current.value?.id === runner.organizationId;
    return isSame ? work.lookUp(runner, row, job) : refuse({ kind: 'other-organization' });
  }

  /** A row that keeps failing is given up, so that it does not block the others. */
  async function tryAgain(job: JobRecord, row: JobRow, run: JobRun): Promise<NextStep> {
    const tries = job.tries + 1;
    if (tries > JOB_ROW_TRIES_MAX) {
      await settle(job, row.position, row, failed(work.messages.noAnswer, work.trailOf(row)));
      return run.succeeded();
    }
    await jobs.putBack(job, { ...row, audit: work.trailOf(row), message: work.messages.notArrived }, clock.now());
    await jobs.setTries(job, tries);
    return clock.now();
  }

  /** While cancelling, waits only if `until` is soon. */
  async function giveUp(job: JobRecord, row: JobRow, { until }: JobStop): Promise<Date> {
    const sendingAt = row.sendingAt?.getTime() ?? 0;
    if (until !== null && until.getTime() < sendingAt + JOB_CANCELLING_MAX_MS) return until;
    await settle(job, row.position, row, failed(work.messages.notConfirmed, 'unknown'));
    return clock.now();
  }
}

const failed = (message: string, audit: UnsentRow['audit']): SettledRow => ({
  outcome: 'failed',
  message,
  invitationId: null,
  audit,
});

const messageOf = (refusal: ChangeRefusal | JobStop): string => {
  if ('reason' in refusal) return refusal.message ?? refusal.reason;
  return hostMessage(refusal) ?? refusal.kind;
};
