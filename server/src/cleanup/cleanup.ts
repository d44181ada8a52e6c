import { ACCESS_EXPORT_KEPT_MS } from '@orgdesk/contract/limits';
import { CLEARING_LEASE_WAIT_MIN_MS } from '../domain/limits/storage.ts';
import type { JobRetention } from '../ports/storage/invitation-jobs.ts';
import type { Storage } from '../ports/storage/storage.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';

export interface CleanupDeps {
  readonly storage: Pick<
    Storage,
    'sessions' | 'deleteUnneeded' | 'invitationJobs' | 'auditTrail' | 'accessExports' | 'sharedCounts' | 'leases'
  >;
  readonly jobRetention: JobRetention;
  readonly auditRetentionMs: number;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

export interface CleanupTimes {
  readonly firstAfterMs: number;
  readonly everyMs: number;
}

/** Resolves when a cleanup in progress has ended. */
export type StopCleanup = () => Promise<void>;

/** Held by one instance until the next cleanup is due. */
const LEASE = 'clearing';

/** Deletes expired rows after startup and at each interval, on one instance. Frequent restarts do not delay it. */
export function startCleanup(deps: CleanupDeps, { firstAfterMs, everyMs }: CleanupTimes): StopCleanup {
  const { leases } = deps.storage;
  const holder = randomHex(deps.entropy, 16);
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = Promise.resolve();

  async function clearIfDue(): Promise<number> {
    if (await leases.acquire(LEASE, holder, everyMs)) {
      await clear(deps, stop.signal);
      return everyMs;
    }
    deps.log.debug({}, 'another instance did the cleanup');
    return Math.min(everyMs, Math.max((await leases.leftMs(LEASE)) ?? 0, CLEARING_LEASE_WAIT_MIN_MS));
  }

  const schedule = (afterMs: number): void => {
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      underWay = clearIfDue()
        .catch((error: unknown) => {
          deps.log.warn({ err: error }, FAILED);
          return everyMs;
        })
        .then(schedule);
    }, afterMs);
  };
  schedule(firstAfterMs);
  return async () => {
    stop.abort();
    clearTimeout(timer);
    await underWay;
  };
}

const FAILED = 'cleanup failed';

async function clear(
  { storage, jobRetention: jobsKept, auditRetentionMs: auditKeptMs, clock, log }: CleanupDeps,
  stop: AbortSignal,
): Promise<void> {
  const sessions = await storage.sessions.deleteExpired(clock.now());
  if (sessions > 0) log.info({ sessions }, 'expired sessions were deleted');
  const unneeded = await storage.deleteUnneeded(clock.now(), stop);
  if (Object.values(unneeded).some((count) => count > 0))
    log.info(unneeded, 'unused data of former sessions was deleted');
  const rows = await storage.invitationJobs.clear(clock.now(), jobsKept, stop);
  if (rows > 0) log.info({ rows }, 'rows and addresses of ended invitation jobs were deleted');
  const entries = await storage.auditTrail.removeBefore(new Date(clock.now().getTime() - auditKeptMs), stop);
  if (entries > 0) log.info({ rows: entries }, 'expired rows of audit logs were deleted');
  const chunks = await storage.accessExports.clear(clock.now(), ACCESS_EXPORT_KEPT_MS, stop);
  if (chunks > 0) log.info({ pieces: chunks }, 'access export files were deleted');
  await storage.sharedCounts?.clear(stop);
}
