import { ACCESS_EXPORT_KEPT_MS } from '../domain/limits/access.ts';
import type { JobsKept } from '../ports/storage/invitation-jobs.ts';
import type { Storage } from '../ports/storage/storage.ts';
import type { Clock, Log } from '../ports/system.ts';

export interface ClearingDeps {
  readonly storage: Pick<
    Storage,
    'sessions' | 'deleteUnneeded' | 'invitationJobs' | 'auditTrail' | 'accessExports' | 'sharedCounts'
  >;
  readonly jobsKept: JobsKept;
  /** How long entries of audit trails are kept. */
  readonly auditKeptMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/** Ends the clearings, the one under way too; resolves when that is over. */
export type StopClearing = () => Promise<void>;

/**
 * Deletes ended sessions, used states, what no session needs any more, ended jobs and what audit trails have kept for long
 * enough, every interval, one clearing at a time. A failure is logged; the next clearing tries again.
 */
export function keepClear(deps: ClearingDeps, everyMs: number): StopClearing {
  const stop = new AbortController();
  let underWay: Promise<void> | null = null;
  const timer = setInterval(() => {
    underWay ??= clear(deps, stop.signal).finally(() => {
      underWay = null;
    });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stop.abort();
    await underWay;
  };
}

async function clear({ storage, jobsKept, auditKeptMs, clock, log }: ClearingDeps, stop: AbortSignal): Promise<void> {
  try {
    const sessions = await storage.sessions.deleteExpired(clock.now());
    if (sessions > 0) log.info({ sessions }, 'ended sessions were cleared');
    const unneeded = await storage.deleteUnneeded(clock.now(), stop);
    if (Object.values(unneeded).some((count) => count > 0)) log.info(unneeded, 'what no session needs was cleared');
    const rows = await storage.invitationJobs.clear(clock.now(), jobsKept, stop);
    if (rows > 0) log.info({ rows }, 'rows and addresses of ended invitation jobs were cleared');
    const entries = await storage.auditTrail.removeBefore(new Date(clock.now().getTime() - auditKeptMs), stop);
    if (entries > 0) log.info({ rows: entries }, 'rows of audit trails were cleared: their time was over');
    const pieces = await storage.accessExports.clear(clock.now(), ACCESS_EXPORT_KEPT_MS, stop);
    if (pieces > 0) log.info({ pieces }, 'files of exports of who has access were cleared');
    await storage.sharedCounts?.clear(stop);
  } catch (error) {
    log.warn({ err: error }, 'ended sessions and what no session needs could not be cleared');
  }
}
