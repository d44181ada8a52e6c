import { performance } from 'node:perf_hooks';
import { JOB_KINDS } from '../../domain/jobs/job.ts';
import { COUNTS_KEPT_MS, COUNTS_WAIT_MS } from '../../domain/limits/process.ts';
import { withinLimit } from '../../domain/result.ts';
import type { DatabaseReadings, StoredCounts } from '../../ports/storage/readings.ts';
import type { Meters } from './meters.ts';
import type { Times } from './times.ts';

export interface Sources {
  readonly version: string;
  readonly database: {
    readings(): DatabaseReadings;
    storedCounts(now: Date): Promise<StoredCounts>;
  };
  readonly lostLines: () => number;
  /** Null if nothing is compared periodically. */
  readonly comparisonSeconds: number | null;
  /** Others are not due here. */
  readonly workKinds: readonly string[];
}

/** The database is queried at most once a minute, with a short wait; otherwise the last values stay. */
export function createReading(
  meters: Meters,
  { version, database, lostLines, comparisonSeconds, workKinds }: Sources,
  times: Times,
): () => Promise<void> {
  const { counter, gauge } = meters;
  const { engine } = database.readings();
  gauge('orgdesk_build_info').set({ version, engine, node: process.versions.node }, 1);
  const interval = gauge('orgdesk_comparison_interval_seconds');
  if (comparisonSeconds === null) interval.remove();
  else interval.set(comparisonSeconds);
  const lost = counter('orgdesk_log_lines_lost_total');
  const utilization = gauge('orgdesk_event_loop_utilization_ratio');
  let loop = performance.eventLoopUtilization();
  const readDatabase = engine === 'sqlite' ? fileReading(meters) : poolReading(meters);
  const counts = countReading(meters, { database, workKinds }, times);

  return async () => {
    advance(lost, lostLines());
    const now = performance.eventLoopUtilization();
    utilization.set(performance.eventLoopUtilization(now, loop).utilization);
    loop = now;
    readDatabase(database.readings());
    await withinLimit(counts(), COUNTS_WAIT_MS);
  };
}

function advance(counter: ReturnType<Meters['counter']>, to: number): void {
  counter.reset();
  counter.inc(to);
}

function poolReading({ counter, gauge }: Meters): (readings: DatabaseReadings) => void {
  const connections = gauge('orgdesk_database_connections');
  const most = gauge('orgdesk_database_connections_max');
  const waiters = gauge('orgdesk_database_waiting');
  const retries = counter('orgdesk_database_conflict_retries_total');
  return ({ pools, conflictRetries }) => {
    advance(retries, conflictRetries);
    for (const { pool, inUse, idle, waiting, limit } of pools) {
      connections.set({ pool, state: 'in-use' }, inUse);
      connections.set({ pool, state: 'idle' }, idle);
      most.set({ pool }, limit);
      waiters.set({ pool }, waiting);
    }
  };
}

function fileReading({ counter, gauge }: Meters): (readings: DatabaseReadings) => void {
  const size = gauge('orgdesk_database_size_bytes');
  const wal = gauge('orgdesk_database_wal_size_bytes');
  const free = gauge('orgdesk_database_disk_free_bytes');
  const disk = gauge('orgdesk_database_disk_size_bytes');
  free.remove();
  disk.remove();
  const waits = counter('orgdesk_database_busy_waits_total');
  return ({ file, busyWaits }) => {
    size.set(file?.bytes ?? 0);
    wal.set(file?.walBytes ?? 0);
    advance(waits, busyWaits);
    const room = file?.disk ?? null;
    if (room === null) return;
    free.set(room.freeBytes);
    disk.set(room.bytes);
  };
}

function countReading(
  { gauge }: Meters,
  { database, workKinds }: Pick<Sources, 'database' | 'workKinds'>,
  { now: nowMs, elapsed }: Times,
): () => Promise<void> {
  const jobs = gauge('orgdesk_jobs');
  const work = gauge('orgdesk_due_work');
  const overdue = gauge('orgdesk_due_work_overdue_seconds');
  const sessions = gauge('orgdesk_sessions');
  const users = gauge('orgdesk_session_users');
  const storedRows = gauge('orgdesk_storage_rows');
  const storedBytes = gauge('orgdesk_storage_bytes');
  const countedAt = gauge('orgdesk_counts_timestamp_seconds');
  const backedUpAt = gauge('orgdesk_backup_last_success_timestamp_seconds');
  backedUpAt.remove();
  const signedAt = gauge('orgdesk_audit_heads_last_signed_timestamp_seconds');
  const unsigned = gauge('orgdesk_audit_heads_unsigned_seconds');
  for (const absent of [signedAt, unsigned]) absent.remove();
  let requestedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> = Promise.resolve();

  async function count(): Promise<void> {
    const now = new Date(nowMs());
    const counts = await database.storedCounts(now);
    sessions.set(counts.sessions);
    users.set(counts.users);
    jobs.reset();
    for (const kind of JOB_KINDS) for (const state of UNFINISHED) jobs.set({ kind, state }, 0);
    for (const { kind, state, jobs: number } of counts.jobs) jobs.set({ kind, state }, number);
    work.reset();
    overdue.reset();
    for (const kind of workKinds) {
      for (const state of ['due', 'dead']) work.set({ kind, state }, 0);
      overdue.set({ kind }, 0);
    }
    for (const { kind, due, dead, overdueMs } of counts.work) {
      work.set({ kind, state: 'dead' }, dead);
      if (!workKinds.includes(kind)) continue;
      work.set({ kind, state: 'due' }, due);
      overdue.set({ kind }, overdueMs / 1000);
    }
    if (workKinds.includes('audit-heads')) {
      const { signedAt: last, oldestUnsignedAt: oldest } = counts.auditHeads;
      if (last !== null) signedAt.set(last.getTime() / 1000);
      unsigned.set(oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1000);
    }
    if (counts.backedUpAt !== null) backedUpAt.set(counts.backedUpAt.getTime() / 1000);
    for (const { kind, rows, bytes } of counts.stored) {
      storedRows.set({ kind }, rows);
      if (bytes !== null) storedBytes.set({ kind }, bytes);
    }
    countedAt.set(now.getTime() / 1000);
  }

  return () => {
    if (elapsed() - requestedAt < COUNTS_KEPT_MS) return underWay;
    requestedAt = elapsed();
    underWay = count().catch(() => {});
    return underWay;
  };
}

const UNFINISHED = ['running', 'paused', 'limited', 'failed', 'cancelled'] as const;
