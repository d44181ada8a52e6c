import type { AuditTrailStore } from '../audit/store/types.ts';
import type { SharedCountStore } from '../database/instances.ts';
import type { WorkKind } from '../domain/job.ts';
import type { Runtime } from '../domain/runtime.ts';
import { CLEARING_LIMIT_MS } from '../lib/limits/storage.ts';
import type { SessionStore } from '../sessions/store/types.ts';
import type { UnneededRows } from './store/cleanup.ts';
import type { JobRetention, JobStore } from './store/types.ts';

interface CleanupServices {
  readonly runtime: Runtime;
  readonly storage: {
    readonly sessions: SessionStore;
    readonly jobs: JobStore;
    readonly auditTrail: AuditTrailStore;
    readonly sharedCounts: SharedCountStore | null;
    deleteUnneeded(now: Date, stop?: AbortSignal): Promise<UnneededRows>;
  };
  readonly jobRetention: JobRetention;
  readonly auditRetentionMs: number;
}

/** Deletes expired rows at each interval, on one instance. Frequent restarts do not delay it. */
export const createCleanup = (services: CleanupServices, schedule: WorkKind['schedule'] & object): WorkKind => ({
  name: 'cleanup',
  limitMs: CLEARING_LIMIT_MS,
  schedule,
  async work(_, stop) {
    await clear(services, stop).catch((error: unknown) => services.runtime.log.warn({ err: error }, 'cleanup failed'));
    return null;
  },
});

async function clear(
  { runtime: { clock, log }, storage, jobRetention: jobsKept, auditRetentionMs: auditKeptMs }: CleanupServices,
  stop: AbortSignal,
): Promise<void> {
  const sessions = await storage.sessions.deleteExpired(clock.now(), stop);
  if (sessions > 0) log.info({ sessions }, 'expired sessions were deleted');
  const unneeded = await storage.deleteUnneeded(clock.now(), stop);
  if (Object.values(unneeded).some((count) => count > 0))
    log.info(unneeded, 'unused data of former sessions was deleted');
  const rows = await storage.jobs.clear(clock.now(), jobsKept, stop);
  if (rows > 0) log.info({ rows }, 'rows, addresses and files of ended jobs were deleted');
  const entries = await storage.auditTrail.removeBefore(new Date(clock.now().getTime() - auditKeptMs), stop);
  if (entries > 0) log.info({ rows: entries }, 'expired rows of audit logs were deleted');
  await storage.sharedCounts?.clear(stop);
}
