import { sameLogin } from '../domain/account.ts';
import { isDue, type JobKind, type WorkKind } from '../domain/job.ts';
import type { Observations } from '../domain/observations.ts';
import {
  JOB_REJECTED_MS,
  JOB_SESSION_REFRESH_MS,
  JOB_TRIES_MAX,
  WORK_SLOW_OF_KIND_AT_ONCE,
} from '../lib/limits/jobs.ts';
import type { Result } from '../lib/result.ts';
import type { Clock, Log } from '../lib/system.ts';
import { type JobStop, jobStopFor, type Runner, runnerOf } from './runner.ts';
import type { JobServices } from './services.ts';
import type { JobRecord, JobRef, JobStore } from './store/types.ts';
import { retryPauseMs } from './work-on-item.ts';

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

/** Takes the next step of a job, if it is due. Returns whether there may be another. */
async function advance(
  services: JobServices,
  kinds: readonly WorkOfKind[],
  ref: JobRef,
  stopping: AbortSignal,
): Promise<boolean> {
  const { clock } = services.runtime;
  const jobs = services.jobs.store;
  const job = await jobs.find(ref);
  if (job === null || job.waitsFor !== null || job.endedAt !== null) return false;
  const work = kinds.find(({ kind }) => kind === job.kind);
  if (work === undefined) throw new Error(`no kind of job is named ${job.kind}`);
  switch (job.state) {
    case 'limited':
      return job.until !== null && job.until > clock.now()
        ? keepSession(services, job, work, job.until)
        : jobs.move(job, 'continue', { nextAt: clock.now() });
    case 'running':
    case 'cancelled':
      return isDue(job.nextAt, clock.now()) && work.step(job, runOf(services, job, work, stopping));
    case 'paused':
    case 'failed':
    case 'done':
      return false;
  }
}

function runOf(services: JobServices, job: JobRecord, work: WorkOfKind, stopping: AbortSignal): JobRun {
  const jobs = services.jobs.store;
  const runner = () => runnerOf(services, job, (login) => jobs.rename(job, login));
  return {
    runner,
    async isElsewhere({ organization }) {
      services.sessions.rights.invalidate(organization);
      const renamed = await runner();
      return renamed.ok && !sameLogin(renamed.value.organization, organization);
    },
    hold: async (stop) => (stopping.aborted ? false : hold(services, job, work, stop)),
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

async function hold(services: JobServices, job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<false> {
  const { clock, entropy } = services.runtime;
  const { reason } = stop;
  const tries = work.failuresMax === null ? Math.max(job.tries, Math.min(job.tries + 1, JOB_TRIES_MAX)) : job.tries + 1;
  const tryAfter = async (ms: number): Promise<false> => {
    await services.jobs.store.reschedule(job, { tries, nextAt: new Date(clock.now().getTime() + ms) });
    return false;
  };
  if (reason === 'unreachable') {
    if (work.failuresMax !== null && tries >= work.failuresMax) return fail(services, job, work, stop);
    return tries < JOB_TRIES_MAX ? tryAfter(retryPauseMs(tries, entropy)) : limit(services, job, stop, tries);
  }
  if (reason === 'token-rejected' && tries < work.rejectionsMax) return tryAfter(JOB_REJECTED_MS);
  return stop.until === null ? fail(services, job, work, stop) : limit(services, job, stop, 0);
}

async function limit({ runtime, jobs }: JobServices, job: JobRecord, stop: JobStop, tries: number): Promise<false> {
  const until = stop.until ?? runtime.clock.now();
  noteStop(runtime.log, job, stop);
  const nextAt = nextCheck(runtime.clock, until);
  await jobs.store.move(job, 'limit', { stop: { ...stop, until }, tries, nextAt });
  return false;
}

async function fail({ runtime, jobs }: JobServices, job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<false> {
  noteStop(runtime.log, job, stop);
  const endedAt = work.endsByFailing ? runtime.clock.now() : null;
  await jobs.store.move(job, 'fail', { stop: { ...stop, until: null }, tries: 0, endedAt });
  return false;
}

/** Refreshes the session's token, because the session ends when it expires. */
async function keepSession(services: JobServices, job: JobRecord, work: WorkOfKind, until: Date): Promise<false> {
  const { sessions, jobs } = services;
  const { clock } = services.runtime;
  const session = await sessions.store.find(job.sessionKey, clock.now());
  const fresh = session === null ? null : await sessions.fresh(session);
  if (fresh?.ok !== true) return fail(services, job, work, jobStopFor({ kind: 'no-session' }, clock.now()));
  await jobs.store.reschedule(job, { nextAt: nextCheck(clock, until) });
  return false;
}

function nextCheck(clock: Clock, until: Date): Date {
  return new Date(Math.min(clock.now().getTime() + JOB_SESSION_REFRESH_MS, until.getTime()));
}

function noteStop(log: Log, { id: jobId, kind, organizationLogin: organization }: JobRecord, stop: JobStop): void {
  const { reason, words, until } = stop;
  log.info({ jobId, kind, organization, reason, words, until }, 'job stopped');
}

/** Works on one job of each kind per organization at a time. Jobs have a record of their own, which says when they are due. */
export function createJobKinds(services: JobServices, kinds: readonly WorkOfKind[]): readonly WorkKind[] {
  const { clock } = services.runtime;
  const jobs = services.jobs.store;
  return kinds.map(({ kind, atOnce = { slowAtOnce: WORK_SLOW_OF_KIND_AT_ONCE } }) => ({
    name: kind,
    ...atOnce,
    open: (now) => jobs.open(now, kind),
    makeDue: (now) => jobs.makeDue(now),
    async work({ organizationId, key: id }, stop) {
      const job = { organizationId, id };
      if (await advance(services, kinds, job, stop)) return clock.now();
      const [open] = await jobs.open(clock.now(), kind, job);
      return open?.dueAt ?? null;
    },
  }));
}

export const observedRows = (jobs: JobStore, observations: Observations): JobStore => ({
  ...jobs,
  async settle(job, place, from, settled, now) {
    const isSettled = await jobs.settle(job, place, from, settled, now);
    if (isSettled) observations.noteRow(settled.outcome);
    return isSettled;
  },
});
