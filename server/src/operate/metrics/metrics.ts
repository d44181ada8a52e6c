import { createServer, type IncomingMessage, type Server } from 'node:http';
import { isIP } from 'node:net';
import { performance } from 'node:perf_hooks';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { DatabaseReadings } from '../../database/engines/engine.ts';
import { JOB_KINDS } from '../../domain/job.ts';
import type { Observations } from '../../domain/observations.ts';
import { COUNTS_KEPT_MS, COUNTS_WAIT_MS } from '../../lib/limits/operate.ts';
import { withinLimit } from '../../lib/result.ts';
import { SYSTEM_TIMES, type Times } from './metric-table.ts';
import { createMeters, createObserving, type Meters } from './observing.ts';
import type { StoredCounts } from './store.ts';

/** `route` is the pattern, which bounds the number of series. */
interface RequestObservation {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

interface TextResponse {
  readonly type: string;
  readonly text: string;
}
type ChecksReader = (accept: string) => Promise<TextResponse>;

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Parsers accept about thirty more. */
const COMMON_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Serves metrics at `/metrics` on their own port (decision N6). */
export function createMetrics(times = SYSTEM_TIMES) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const meters = createMeters(registry);
  const requests = meters.histogram('orgdesk_http_request_duration_seconds', BUCKETS_SECONDS);
  const { beforeScrape, ...observations } = createObserving(meters, times);
  const set = createSetting(meters, times);
  let read = async (): Promise<void> => {};
  const text = async (): Promise<string> => {
    beforeScrape();
    await read();
    return registry.metrics();
  };
  let server: Server | null = null;

  return {
    observations: observations satisfies Observations,
    observeRequest: ({ method, route, status, seconds }: RequestObservation): void => {
      const methodLabel = COMMON_METHODS.has(method) ? method : 'other';
      requests.observe({ method: methodLabel, route, status: String(status) }, seconds);
    },
    readFrom: (sources: Sources): void => {
      read = createReading(meters, sources, times);
    },
    ...set,
    text,
    /** `checks` renders `/readyz?verbose`, for operators only. */
    listen: (port: number, host: string, checks: ChecksReader): Promise<void> => {
      const answer = async ({ url = '', method, headers }: IncomingMessage): Promise<TextResponse | number> => {
        const isChecks = /^\/readyz\?verbose(=|$)/.test(url);
        if (!isChecks && url !== '/metrics') return 404;
        if (method !== 'GET' && method !== 'HEAD') return 405;
        if (!isChecks) return { type: registry.contentType, text: await text() };
        return isOwnName(headers.host ?? '', host) ? checks(headers.accept ?? '') : 421;
      };
      const listening = createServer((request, response) => {
        answer(request).then(
          (page) => {
            if (typeof page === 'number') response.writeHead(page, page === 405 ? { Allow: 'GET, HEAD' } : {}).end();
            else response.writeHead(200, { 'Content-Type': page.type, 'Cache-Control': 'no-store' }).end(page.text);
          },
          () => response.writeHead(500).end(),
        );
      });
      server = listening;
      return new Promise((resolve, reject) => {
        listening.once('error', reject);
        listening.listen(port, host, resolve);
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        if (server === null) return resolve();
        server.close(() => resolve());
        // An incomplete request would keep the service from stopping.
        server.closeAllConnections();
      }),
  };
}

/** Protects against DNS rebinding. */
function isOwnName(header: string, configured: string): boolean {
  const name = header.toLowerCase().replace(/:\d*$/, '');
  return isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0 || name === 'localhost' || name === configured.toLowerCase();
}

interface CheckedFinding {
  readonly check: string;
  readonly standing: string;
}

const SEVERITIES = ['warning', 'failure'] as const;

/** A gauge with an unknown value is absent. */
function createSetting({ gauge }: Meters, { now }: Times) {
  const findings = gauge('orgdesk_doctor_findings');
  const checkedAt = gauge('orgdesk_doctor_last_run_timestamp_seconds');
  const expiry = gauge('orgdesk_certificate_expiry_timestamp_seconds');
  checkedAt.remove();
  expiry.remove();

  return {
    noteFindings: (checks: readonly string[], lines: readonly CheckedFinding[]): void => {
      for (const check of checks) {
        for (const severity of SEVERITIES) {
          const found = lines.filter((line) => line.check === check && line.standing === severity);
          findings.set({ check, severity }, found.length);
        }
      }
      checkedAt.set(now() / 1000);
    },
    noteCertificateExpiry: (at: Date | null): void => {
      if (at === null) expiry.remove();
      else expiry.set(at.getTime() / 1000);
    },
  };
}

interface Sources {
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
function createReading(
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
