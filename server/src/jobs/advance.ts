import { sameLogin } from '../domain/account.ts';
import type { WorkKind } from '../domain/due-work.ts';
import { isDue, type JobKind } from '../domain/job.ts';
import { JOB_REJECTED_MS, JOB_SESSION_REFRESH_MS, JOB_TRIES_MAX } from '../lib/limits/invitation-jobs.ts';
import type { Result } from '../lib/result.ts';
import type { Entropy, Log } from '../lib/system.ts';
import type { FreshSession } from '../sessions/fresh-session.ts';
import { retryPauseMs } from './due-work/retry-pause.ts';
import { type JobStop, jobStopFor } from './job-stop.ts';
import { createRunnerOf, type Runner, type RunnerDeps } from './runner.ts';
import type { JobRecord, JobRef, JobStore } from './store/types.ts';

export interface AdvanceDeps extends RunnerDeps {
  readonly jobs: Pick<JobStore, 'find' | 'move' | 'reschedule' | 'rename'>;
  readonly freshSession: FreshSession;
  readonly kinds: readonly WorkOfKind[];
  readonly entropy: Entropy;
  readonly log: Log;
}

export interface WorkOfKind {
  readonly kind: JobKind;
  /** Default: that of jobs whose steps hold little memory. */
  readonly atOnce?: Pick<WorkKind, 'concurrency' | 'slowAtOnce'>;
  /** Calls in a row that may fail before the job does; null if it keeps waiting. */
  readonly failuresMax: number | null;
  /** Rejections of its token in a row; more than one because another instance's refresh revokes a token. */
  readonly rejectionsMax: number;
  /** True if a failed job is over, unless somebody resumes it. */
  readonly endsByFailing: boolean;
  /** Takes the next step of a running or cancelled job. Returns false if nothing can be done now. */
  readonly step: (job: JobRecord, run: JobRun) => Promise<boolean>;
}

export interface JobRun {
  /** Call it before each request. */
  runner(): Promise<Result<Runner, JobStop>>;
  /** Returns whether the organization was renamed, after dropping the old login's cached rights. */
  isElsewhere(runner: Pick<Runner, 'organization'>): Promise<boolean>;
  /** Tries again, waits for a limit to end, or fails. */
  hold(stop: JobStop): Promise<false>;
  waitUntil(at: Date): Promise<false>;
  /** Forgets failed tries. */
  succeeded(): Promise<true>;
  readonly stopping: AbortSignal;
}

export function createAdvance(deps: AdvanceDeps): (job: JobRef, stopping: AbortSignal) => Promise<boolean> {
  const { jobs, kinds, sessions, freshSession, liveRights, clock, entropy, log } = deps;
  const runnerOf = createRunnerOf(deps);

  return async (ref, stopping) => {
    const job = await jobs.find(ref);
    if (job === null || job.waitsFor !== null || job.endedAt !== null) return false;
    const work = kinds.find(({ kind }) => kind === job.kind);
    if (work === undefined) throw new Error(`no kind of job is named ${job.kind}`);
    switch (job.state) {
      case 'limited':
        return job.until !== null && job.until > clock.now()
          ? keepSession(job, work, job.until)
          : jobs.move(job, 'continue', { nextAt: clock.now() });
      case 'running':
      case 'cancelled':
        return isDue(job.nextAt, clock.now()) && work.step(job, runOf(job, work, stopping));
      case 'paused':
      case 'failed':
      case 'done':
        return false;
    }
  };

  function runOf(job: JobRecord, work: WorkOfKind, stopping: AbortSignal): JobRun {
    const runner = () => runnerOf(job, (login) => jobs.rename(job, login));
    return {
      runner,
      async isElsewhere({ organization }) {
        liveRights.invalidate(organization);
        const renamed = await runner();
        return renamed.ok && !sameLogin(renamed.value.organization, organization);
      },
      hold: async (stop) => (stopping.aborted ? false : hold(job, work, stop)),
      async waitUntil(nextAt) {
        await jobs.reschedule(job, { nextAt });
        return false;
      },
      async succeeded() {
        if (job.tries > 0) await jobs.reschedule(job, { tries: 0 });
        return true;
      },
      stopping,
    };
  }

  async function hold(job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<false> {
    const { reason } = stop;
    const tries =
      work.failuresMax === null ? Math.max(job.tries, Math.min(job.tries + 1, JOB_TRIES_MAX)) : job.tries + 1;
    const tryAfter = async (ms: number): Promise<false> => {
      await jobs.reschedule(job, { tries, nextAt: new Date(clock.now().getTime() + ms) });
      return false;
    };
    if (reason === 'unreachable') {
      if (work.failuresMax !== null && tries >= work.failuresMax) return fail(job, work, stop);
      return tries < JOB_TRIES_MAX ? tryAfter(retryPauseMs(tries, entropy)) : limit(job, stop, tries);
    }
    if (reason === 'token-rejected' && tries < work.rejectionsMax) return tryAfter(JOB_REJECTED_MS);
    return stop.until === null ? fail(job, work, stop) : limit(job, stop, 0);
  }

  async function limit(job: JobRecord, stop: JobStop, tries: number): Promise<false> {
    const until = stop.until ?? clock.now();
    noteStop(job, stop);
    await jobs.move(job, 'limit', { stop: { ...stop, until }, tries, nextAt: nextCheck(until) });
    return false;
  }

  async function fail(job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<false> {
    noteStop(job, stop);
    const endedAt = work.endsByFailing ? clock.now() : null;
    await jobs.move(job, 'fail', { stop: { ...stop, until: null }, tries: 0, endedAt });
    return false;
  }

  /** Refreshes the session's token, because the session ends when it expires. */
  async function keepSession(job: JobRecord, work: WorkOfKind, until: Date): Promise<false> {
    const session = await sessions.find(job.sessionKey, clock.now());
    const fresh = session === null ? null : await freshSession(session);
    if (fresh?.ok !== true) return fail(job, work, jobStopFor({ kind: 'no-session' }, clock.now()));
    await jobs.reschedule(job, { nextAt: nextCheck(until) });
    return false;
  }

  function nextCheck(until: Date): Date {
    return new Date(Math.min(clock.now().getTime() + JOB_SESSION_REFRESH_MS, until.getTime()));
  }

  function noteStop({ id: jobId, kind, organizationLogin: organization }: JobRecord, stop: JobStop): void {
    const { reason, words, until } = stop;
    log.info({ jobId, kind, organization, reason, words, until }, 'job stopped');
  }
}
