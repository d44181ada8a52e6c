import { sameLogin } from '../domain/account.ts';
import { isDue } from '../domain/invitations/invitation-job.ts';
import {
  JOB_CANCELLING_MAX_MS,
  JOB_PACE,
  JOB_ROW_TRIES_MAX,
  JOB_TRIES_MAX,
  SENDING_UNKNOWN_MS,
} from '../domain/limits/invitation-jobs.ts';
import { type JobStop, jobStopFor } from '../jobs/job-stop.ts';
import { retryPauseMs } from '../jobs/retry-pause.ts';
import type { Runner, RunnerOf } from '../jobs/runner.ts';
import type { InvitationJobStore, JobRecord, JobRow, SettledRow, UnsentRow } from '../ports/storage/invitation-jobs.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import type { LiveRights } from '../sessions/live-rights.ts';
import type { LookUp } from './look-up.ts';
import type { SendRow } from './send-row.ts';

export interface AdvanceJobDeps {
  readonly jobs: InvitationJobStore;
  readonly runnerOf: RunnerOf;
  readonly liveRights: Pick<LiveRights, 'invalidate'>;
  readonly lookUp: LookUp;
  readonly sendRow: SendRow;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Takes a job's next step under its lease. Returns false if nothing can be done now. */
export type AdvanceJob = (id: string) => Promise<boolean>;

/** Rows that may have been sent come first. */
export function createAdvanceJob({
  jobs,
  runnerOf,
  liveRights,
  lookUp,
  sendRow,
  clock,
  entropy,
  log,
}: AdvanceJobDeps): AdvanceJob {
  return async (id) => {
    const now = clock.now();
    const job = await jobs.find(id);
    if (job === null || job.waits || !(await goesOn(job, now))) return false;
    const [unknown] = await jobs.rows(id, { after: 0, limit: 1, states: ['sending'] });
    if (unknown !== undefined) return clarify(job, unknown, now);
    if (job.state === 'cancelling') {
      await jobs.cancel(id, now);
      return false;
    }
    const [ready] = await jobs.rows(id, { after: 0, limit: 1, states: ['ready'] });
    if (ready === undefined) {
      if (await jobs.end(id, now)) log.info({ jobId: id, counts: job.counts }, 'invitation job finished');
      return false;
    }
    const readyAt = await jobs.readyAt(job.runBy.id, JOB_PACE, now);
    if (readyAt > now) return wait(job, readyAt);
    const runner = await runnerOf(job, rename(job));
    if (!runner.ok) return hold(job, runner.refusal);
    const sent = await sendRow(runner.value, job, ready);
    if (sent.ok) return resetTries(job);
    if (!('kind' in sent.refusal)) return hold(job, sent.refusal);
    const { otherwise } = sent.refusal;
    return (await isElsewhere(job, runner.value)) || hold(job, otherwise);
  };

  /** Returns whether the organization was renamed, after dropping the old login's cached rights. */
  async function isElsewhere(job: JobRecord, { organization }: Runner): Promise<boolean> {
    liveRights.invalidate(organization);
    const renamed = await runnerOf(job, rename(job));
    return renamed.ok && !sameLogin(renamed.value.organization, organization);
  }

  /** Reactivates a stopped job whose time has come. */
  async function goesOn({ id, state, stoppedUntil, nextAt }: JobRecord, now: Date): Promise<boolean> {
    if (state === 'active' || state === 'cancelling') return isDue(nextAt, now);
    if (state !== 'stopped' || stoppedUntil === null || stoppedUntil > now) return false;
    return jobs.change(id, ['stopped'], { state: 'active', stop: null, nextAt: now });
  }

  function rename({ id, state }: JobRecord) {
    return (organizationLogin: string) => jobs.change(id, [state], { organizationLogin });
  }

  /** Checks a row that may have been sent. */
  async function clarify(job: JobRecord, row: JobRow, now: Date): Promise<boolean> {
    const checkableAt = new Date((row.sendingAt?.getTime() ?? 0) + SENDING_UNKNOWN_MS);
    if (!isDue(checkableAt, now)) return wait(job, checkableAt);
    const runner = await runnerOf(job, rename(job));
    if (!runner.ok) return job.state === 'cancelling' ? giveUp(job, row, runner.refusal) : hold(job, runner.refusal);
    const result = await lookUp(runner.value, row);
    if (!result.ok) {
      if (result.refusal.kind === 'other-organization' && (await isElsewhere(job, runner.value))) return true;
      const stop = jobStopFor(result.refusal, clock.now());
      return job.state === 'cancelling' ? giveUp(job, row, stop) : hold(job, stop);
    }
    if (result.value === null) return tryAgain(job, row);
    await jobs.settle(job.id, row.place, 'sending', result.value, clock.now());
    return resetTries(job);
  }

  /** A row that keeps failing is given up, so that it does not block the others. */
  async function tryAgain(job: JobRecord, row: JobRow): Promise<boolean> {
    const tries = job.tries + 1;
    if (tries > JOB_ROW_TRIES_MAX) {
      await jobs.settle(job.id, row.place, 'sending', failed(NO_ANSWER, trailOf(row)), clock.now());
      return resetTries(job);
    }
    await jobs.putBack(job.id, { ...row, audit: trailOf(row), words: NOT_ARRIVED }, clock.now());
    await jobs.change(job.id, ['active'], { tries });
    return true;
  }

  /** While cancelling, waits only if `until` is soon. */
  async function giveUp(job: JobRecord, row: JobRow, { until }: JobStop): Promise<boolean> {
    const sendingAt = row.sendingAt?.getTime() ?? 0;
    if (until !== null && until.getTime() < sendingAt + JOB_CANCELLING_MAX_MS) return wait(job, until);
    await jobs.settle(job.id, row.place, 'sending', failed(NOT_CONFIRMED, 'unknown'), clock.now());
    return true;
  }

  async function hold(job: JobRecord, { reason, words, until }: JobStop): Promise<boolean> {
    const isOutage = reason === 'unreachable';
    const tries = Math.max(job.tries, Math.min(job.tries + 1, JOB_TRIES_MAX));
    if (isOutage && tries < JOB_TRIES_MAX) {
      const nextAt = new Date(clock.now().getTime() + retryPauseMs(tries, entropy));
      await jobs.change(job.id, ['active'], { tries, nextAt });
      return false;
    }
    const { id: jobId, organizationLogin: organization } = job;
    log.info({ jobId, organization, reason, words, until }, 'invitation job stopped');
    await jobs.change(job.id, ['active'], {
      state: 'stopped',
      stop: { reason, words, until },
      tries: isOutage ? tries : 0,
    });
    return false;
  }

  async function wait({ id, state }: JobRecord, nextAt: Date): Promise<boolean> {
    await jobs.change(id, [state === 'stopped' ? 'active' : state], { nextAt });
    return false;
  }

  async function resetTries({ id, tries }: JobRecord): Promise<boolean> {
    if (tries > 0) await jobs.change(id, ['active'], { tries: 0 });
    return true;
  }
}

const failed = (words: string, audit: UnsentRow['audit']): SettledRow => ({
  outcome: 'failed',
  words,
  invitationId: null,
  audit,
});

/** An invitation by email that was accepted at once cannot be found. */
const trailOf = ({ login }: JobRow): UnsentRow['audit'] => (login === null ? 'unknown' : 'refused');

const NOT_ARRIVED = 'The invitation was not found on the code host.';

const NO_ANSWER = 'Not sent: the code host repeatedly returned no usable response.';
const NOT_CONFIRMED = "Couldn't confirm whether this was sent: the code host was unavailable.";
