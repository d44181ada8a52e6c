import { countingTrailFailure } from '../audit/audited.ts';
import { readOrganization } from '../code-host/client.ts';
import type { AppStep, AuthorizedStep } from '../domain/app-work.ts';
import type { AuditEvent } from '../domain/audit-entry.ts';
import { type ChangeRefusal, type HostRefusal, hostMessage, type OtherOrganization } from '../domain/host-refusal.ts';
import {
  APP_TRIAL_KEPT_MS,
  JOB_CANCELLING_MAX_MS,
  JOB_PACE,
  JOB_ROW_TRIES_MAX,
  SENDING_BEGINS_MS,
  SENDING_UNKNOWN_MS,
} from '../lib/limits/jobs.ts';
import { ok, type Result, refuse } from '../lib/result.ts';
import { type JobRun, type NextStep, senderOf, type WorkOfKind } from './advance.ts';
import { sendAsApp } from './app-runner.ts';
import { type JobStop, jobStopFor, type Runner, stopAs } from './job-stop.ts';
import type { StepServices } from './services.ts';
import type { JobRecord, JobRow, RowAttempt, SettledRow, UnsentRow } from './store/types.ts';

export interface RowWork {
  /** Finds the outcome of a row that may have been sent; null if nothing arrived, so that it can be sent again. */
  readonly lookUp: (runner: Runner, row: JobRow, job: JobRecord) => Promise<Result<SettledRow | null, StepRefusal>>;
  /** What the App needs for a row. Null if only a person may send it. */
  readonly byApp: (row: JobRow) => AppStep | null;
  /** Reads what a row needs. Returns its outcome if nothing is to be sent. */
  readonly prepare: (
    runner: Runner,
    row: JobRow,
    job: JobRecord,
  ) => Promise<Result<SettledRow | PreparedRow, StepRefusal>>;
  /** The audit outcome if a row did not arrive. */
  readonly trailOf: (row: JobRow) => UnsentRow['audit'];
  readonly messages: { readonly notArrived: string; readonly noAnswer: string; readonly notConfirmed: string };
}

export type StepRefusal = HostRefusal | OtherOrganization | JobStop;

export interface PreparedRow {
  readonly intended: AuditEvent;
  /** Sends it once, with the token of `sender`. A refusal other than `not-confirmed` means that nothing arrived. */
  readonly send: (sender: Runner) => Promise<Result<SettledRow, ChangeRefusal | JobStop>>;
}

/** Works on one row at a time. Rows that may have been sent come first. */
export function createRowSteps(services: StepServices, work: RowWork): WorkOfKind['step'] {
  const { runtime, codeHost } = services;
  const { store: jobs, appWork } = services.jobs;
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
    const sender = await run.expectedSender();
    const readyAt = await jobs.readyAt(sender, JOB_PACE, now);
    if (readyAt > now) return sender === job.runBy.id ? readyAt : inTurn(job, readyAt);
    const runner = await run.runner();
    if (!runner.ok) return run.hold(runner.refusal);
    const sent = await send(runner.value, ready, job, run.stopping);
    if (sent.ok && sent.value === NOT_BEGUN) return new Date(clock.now().getTime() + JOB_PACE.everyMs);
    if (sent.ok) return run.succeeded();
    const { refusal } = sent;
    const stop = stopOf(refusal, runner.value);
    // The login may have changed meanwhile.
    const isMoved =
      'kind' in refusal &&
      (refusal.kind === 'other-organization' || refusal.kind === 'missing' || stop.reason === 'rights-lost');
    return isMoved && (await run.isElsewhere(runner.value)) ? clock.now() : run.hold(stop);
  };

  function stopOf(refusal: ChangeRefusal | JobStop, { carriedOutBy }: Runner): JobStop {
    return 'reason' in refusal ? refusal : jobStopFor(refusal, clock.now(), carriedOutBy);
  }

  /** Jobs that share the App's pace take turns; otherwise the one that reads least before it sends would always be first. */
  async function inTurn(job: JobRecord, readyAt: Date): Promise<Date> {
    return new Date(readyAt.getTime() + (await jobs.turnsBefore(job)) * JOB_PACE.everyMs);
  }

  /** Marks the row before its call; until it is settled, it may have been sent. */
  async function send(
    runner: Runner,
    row: JobRow,
    job: JobRecord,
    stopping: AbortSignal,
  ): Promise<Result<unknown, ChangeRefusal | JobStop>> {
    const allowed = await appStepOf(runner, row);
    if (!allowed.ok) return allowed;
    const prepared = await work.prepare(runner, row, job);
    if (!prepared.ok) return prepared;
    if ('outcome' in prepared.value) return ok(await settle(job, row.position, 'ready', prepared.value));
    const startedMs = performance.now();
    if (stopping.aborted) return ok(undefined);
    const at = clock.now();
    const { carriedOutBy } = runner;
    const intended = { ...prepared.value.intended, carriedOutBy };
    const sender = senderOf(job, carriedOutBy);
    const app =
      allowed.value === null ? null : { ...allowed.value, ...approvalOf(job), endsOwnership: isOfOwner(row, job) };
    const attempt = { job, position: row.position, sender, at, intended, app };
    const begun = await countingTrailFailure(runtime, jobs.beginSending(attempt, JOB_PACE));
    // After a long pause of this process, another may already check the row.
    if (begun === null) return ok(NOT_BEGUN);
    if (performance.now() - startedMs > SENDING_BEGINS_MS) return ok(undefined);
    const sendRow = async (step: AuthorizedStep): Promise<Sent> => {
      // The code host would let the App take the last owner, so owners are read again.
      const again = app?.endsOwnership === true ? await work.prepare(runner, row, job) : prepared;
      if (!again.ok) return again;
      if ('outcome' in again.value) return ok(again.value);
      return sendAsApp(services, { runner, step, send: again.value.send, startedMs });
    };
    const sent = begun.by === null ? await prepared.value.send(runner) : await sendRow(begun.by);
    if (allowed.value !== null) await noteTrial(allowed.value, sent);
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

  /** Null for a person's own token. */
  async function appStepOf({ installation }: Runner, row: JobRow): Promise<Result<AllowedStep | null, JobStop>> {
    if (installation === null) return ok(null);
    const step = work.byApp(row);
    if (step === null) return refuse(stopAs('needs-person'));
    // It hides the access to all others.
    if (step.repository !== null && installation.repositorySelection !== 'all')
      return refuse(stopAs('needs-person', NOT_ALL_REPOSITORIES));
    const refusal =
      step.trial === null
        ? null
        : await appWork.refusalOf(installation.id, step.trial, new Date(clock.now().getTime() - APP_TRIAL_KEPT_MS));
    return refusal === null
      ? ok({ ...step, installationId: installation.id })
      : refuse(stopAs('needs-person', refusal));
  }

  async function noteTrial({ trial, installationId }: AllowedStep, sent: Sent): Promise<void> {
    if (trial === null) return;
    if (sent.ok && sent.value.outcome === 'sent') await appWork.noteTrial(installationId, trial, null, clock.now());
    else if (!sent.ok && 'reason' in sent.refusal && sent.refusal.isOfTrial === true)
      await appWork.noteTrial(installationId, trial, sent.refusal.message ?? '', clock.now());
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
      const isElsewhere = 'kind' in result.refusal && result.refusal.kind === 'other-organization';
      if (isElsewhere && (await run.isElsewhere(runner.value))) return clock.now();
      return stopFor(stopOf(result.refusal, runner.value));
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

type AllowedStep = AppStep & { readonly installationId: number };

type Sent = Awaited<ReturnType<PreparedRow['send']>>;

/** Another change comes first, or the job has changed since it was read. */
const NOT_BEGUN = 'not-begun';

const approvalOf = ({ runBy, sessionKey }: JobRecord) => ({ approvedBy: runBy.id, sessionKey });

const isOfOwner = ({ role }: JobRow, { kind }: JobRecord): boolean => role === 'admin' && kind !== 'invitations';

const NOT_ALL_REPOSITORIES = 'The App is installed on selected repositories only, so it cannot see all access.';

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
