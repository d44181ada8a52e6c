import { sameLogin } from '../domain/account.ts';
import type { CarriedOutBy } from '../domain/audit-entry.ts';
import type { JobKind, WorkKind } from '../domain/job.ts';
import {
  JOB_REJECTED_MS,
  JOB_SESSION_REFRESH_MS,
  JOB_TRIES_MAX,
  WORK_SLOW_OF_KIND_AT_ONCE,
} from '../lib/limits/jobs.ts';
import type { Result } from '../lib/result.ts';
import type { Clock, Log } from '../lib/system.ts';
import { type JobStop, jobStopFor, type Runner } from './job-stop.ts';
import { runnerOf, stopOfApproval } from './runner.ts';
import type { JobServices } from './services.ts';
import type { JobRecord, JobRef } from './store/types.ts';
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
  /** Takes the next step of a running or cancelled job. */
  readonly step: (job: JobRecord, run: JobRun) => Promise<NextStep>;
}

/** When the next step is due; null if there is none, or if it is for somebody else to make the job due. */
export type NextStep = Date | null;

export interface JobRun {
  /** Call it before each request. */
  runner(): Promise<Result<Runner, JobStop>>;
  /** Whose sends count for the next: see `senderOf`. Makes no call. */
  expectedSender(): Promise<number>;
  /** Returns whether the organization was renamed, after dropping the old login's cached rights. */
  isElsewhere(runner: Pick<Runner, 'organization'>): Promise<boolean>;
  /** Tries again, waits for a limit to end, or fails. */
  hold(stop: JobStop): Promise<NextStep>;
  /** Forgets failed tries. */
  succeeded(): Promise<NextStep>;
  readonly stopping: AbortSignal;
}

/** A job that waits for another is made due when that one is over. */
async function advance(
  services: JobServices,
  kinds: readonly WorkOfKind[],
  ref: JobRef,
  stopping: AbortSignal,
): Promise<NextStep> {
  const now = services.runtime.clock.now();
  const jobs = services.jobs.store;
  const job = await jobs.find(ref);
  if (job === null || job.waitsFor !== null || job.endedAt !== null) return null;
  const work = kinds.find(({ kind }) => kind === job.kind);
  if (work === undefined) throw new Error(`no kind of job is named ${job.kind}`);
  switch (job.state) {
    case 'limited':
      if (job.until !== null && job.until > now) return keepSession(services, job, work, job.until);
      return (await jobs.move(job, 'continue', {})) ? now : null;
    case 'running':
    case 'cancelled':
      return work.step(job, runOf(services, job, work, stopping));
    case 'paused':
    case 'failed':
    case 'done':
      return null;
  }
}

function runOf(services: JobServices, job: JobRecord, work: WorkOfKind, stopping: AbortSignal): JobRun {
  const { clock } = services.runtime;
  const jobs = services.jobs.store;
  const runner = () => runnerOf(services, job, (login) => jobs.rename(job, login));
  return {
    runner,
    async expectedSender() {
      const isOver =
        job.approval === 'valid' && (await services.sessions.store.find(job.sessionKey, clock.now())) === null;
      return senderOf(job, isOver ? 'app' : null);
    },
    async isElsewhere({ organization }) {
      services.sessions.rights.invalidate(organization);
      const renamed = await runner();
      return renamed.ok && !sameLogin(renamed.value.organization, organization);
    },
    hold: async (stop) => (stopping.aborted ? clock.now() : hold(services, job, work, stop)),
    async succeeded() {
      if (job.tries > 0) await jobs.setTries(job, 0);
      return clock.now();
    },
    stopping,
  };
}

async function hold(services: JobServices, job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<NextStep> {
  const { clock, entropy } = services.runtime;
  const { reason } = stop;
  const tries = work.failuresMax === null ? Math.max(job.tries, Math.min(job.tries + 1, JOB_TRIES_MAX)) : job.tries + 1;
  const tryAfter = async (ms: number): Promise<Date> => {
    await services.jobs.store.setTries(job, tries);
    return new Date(clock.now().getTime() + ms);
  };
  if (reason === 'unreachable') {
    if (work.failuresMax !== null && tries >= work.failuresMax) return fail(services, job, work, stop);
    return tries < JOB_TRIES_MAX ? tryAfter(retryPauseMs(tries, entropy)) : limit(services, job, stop, tries);
  }
  if (reason === 'token-rejected' && tries < work.rejectionsMax) return tryAfter(JOB_REJECTED_MS);
  return stop.until === null ? fail(services, job, work, stop) : limit(services, job, stop, 0);
}

async function limit({ runtime, jobs }: JobServices, job: JobRecord, stop: JobStop, tries: number): Promise<Date> {
  const until = stop.until ?? runtime.clock.now();
  noteStop(runtime.log, job, stop);
  await jobs.store.move(job, 'limit', { stop: { ...stop, until }, tries });
  return nextCheck(runtime.clock, until);
}

async function fail({ runtime, jobs }: JobServices, job: JobRecord, work: WorkOfKind, stop: JobStop): Promise<null> {
  noteStop(runtime.log, job, stop);
  const endedAt = work.endsByFailing ? runtime.clock.now() : null;
  await jobs.store.move(job, 'fail', { stop: { ...stop, until: null }, tries: 0, endedAt });
  return null;
}

/** Refreshes the session's token, because the session ends when it expires. */
async function keepSession(services: JobServices, job: JobRecord, work: WorkOfKind, until: Date): Promise<NextStep> {
  const { sessions } = services;
  const { clock } = services.runtime;
  const session = await sessions.store.find(job.sessionKey, clock.now());
  const fresh = session === null ? null : await sessions.fresh(session);
  const ended =
    fresh?.ok === true ? null : stopOfApproval(services.jobs, job, jobStopFor({ kind: 'no-session' }, clock.now()));
  return ended === null ? nextCheck(clock, until) : fail(services, job, work, ended);
}

function nextCheck(clock: Clock, until: Date): Date {
  return new Date(Math.min(clock.now().getTime() + JOB_SESSION_REFRESH_MS, until.getTime()));
}

function noteStop(log: Log, { id: jobId, kind, organizationLogin: organization }: JobRecord, stop: JobStop): void {
  const { reason, message, until } = stop;
  log.info({ jobId, kind, organization, reason, hostMessage: message, until }, 'job stopped');
}

/** Whose sends count together: those of a person, or of the App in an organization (its negative number). */
export const senderOf = ({ runBy, organizationId }: JobRecord, by: CarriedOutBy | null): number =>
  by === 'app' ? -organizationId : runBy.id;

/** Works on one job of each kind per organization at a time. */
export function createJobKinds(services: JobServices, kinds: readonly WorkOfKind[]): readonly WorkKind[] {
  const jobs = services.jobs.store;
  return kinds.map(({ kind, atOnce = { slowAtOnce: WORK_SLOW_OF_KIND_AT_ONCE } }) => ({
    name: kind,
    ...atOnce,
    open: () => jobs.open(kind),
    shortenWaits: (now) => jobs.shortenWaits(now),
    work: ({ organizationId, key: id }, stop) => advance(services, kinds, { organizationId, id }, stop),
  }));
}
