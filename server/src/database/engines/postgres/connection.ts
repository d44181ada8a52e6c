import pg from 'pg';
import { ok, withinLimit } from '../../../lib/result.ts';
import type { Log } from '../../../lib/system.ts';
import { markOutage, outageIn, type PoolReadings, type StorageOutage } from '../engine.ts';
import { type NamedStatement, parserOf, runPrepared, type StatementResult } from './prepared-statement.ts';
import { type ConflictRetries, isConflict, retryConflicts } from './retry.ts';

/** So many failures since the last answer count as away. */
const FAILURES = 2;

/** Rare attempts leave connections free even if they hang. */
const TRIED_EVERY_MS = 300;

interface Circuit {
  /** Returns whether this call is the try; throws while the server is away and was tried recently. */
  enter(): boolean;
  /** For a call that waited in the queue; it is never the try. */
  enterLate(): void;
  answered(): void;
  /** Time since which neither a call from `requestedAt` nor any other was answered. */
  silentSince(requestedAt: number): number;
  /** `beganAt` is a time of `performance.now()`. */
  failed(beganAt: number, reason: unknown): void;
}

/**
 * While a server is away, few calls try it and all others fail at once. A hanging call says nothing while others are
 * answered.
 */
export function createCircuit(): Circuit {
  let failures = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let triedAt = Number.NEGATIVE_INFINITY;
  let lastReason: unknown = null;
  const refuse = (): never => {
    throw markOutage(new Error('the database is not responding', { cause: lastReason }), 'away');
  };
  return {
    enter() {
      if (failures < FAILURES) return false;
      const now = performance.now();
      if (now - triedAt < TRIED_EVERY_MS) return refuse();
      triedAt = now;
      return true;
    },
    enterLate() {
      if (failures >= FAILURES) refuse();
    },
    answered() {
      failures = 0;
      lastReason = null;
      answeredAt = performance.now();
    },
    silentSince: (requestedAt) => Math.max(requestedAt, answeredAt),
    failed(beganAt, reason) {
      if (beganAt <= answeredAt) return;
      failures += 1;
      lastReason = reason;
    },
  };
}

/** Bounds how long a replaced server is used. */
const GREATEST_AGE_SECONDS = 60;

/** Age at which connections are reopened while no server accepts writes. */
const SUSPECT_AGE_MS = 500;

/** Reads still work, and constant reopening would leave no connection. */
const SUSPECT_READING_AGE_MS = 5_000;

/** A write was sent to a read-only server. */
const READ_ONLY = '25006';

const DISK_FULL = '53100';

/** The server is starting or stopping. */
const SHUTTING_DOWN = /^57P0\d$/;

export interface LentConnection {
  readonly client: pg.ClientBase;
  /** Undefined is no limit. */
  readonly leftMs: number | undefined;
  release(error?: unknown): void;
}

export interface Connections {
  connect(): Promise<LentConnection>;
  query(question: pg.QueryConfig): Promise<StatementResult>;
  /** Not for pipelined connections. */
  run(statement: NamedStatement, parameters: readonly unknown[]): Promise<StatementResult>;
  readings(): Omit<PoolReadings, 'pool'>;
  end(): Promise<void>;
}

export interface Suspicion {
  /** Existing connections may lead to a replaced server. */
  raise(): void;
  /** Connections from the read-only time may lead to another server. */
  clear(): void;
  isRaised(): boolean;
  /** Times are of `performance.now()`. */
  falls(openedAt: number, isReading: boolean): boolean;
}

/**
 * After a fail-over, connections to the former server still answer; only a write shows that it is read-only. Then all
 * others are reopened before use, as they would return old data. While nothing can be written, reading connections are
 * kept longer.
 */
export function createSuspicion(): Suspicion {
  let raisedAt = Number.NEGATIVE_INFINITY;
  let clearedAt = Number.NEGATIVE_INFINITY;
  let isRaised = false;
  return {
    raise() {
      raisedAt = performance.now();
      isRaised = true;
    },
    clear() {
      if (isRaised) clearedAt = raisedAt;
      isRaised = false;
    },
    isRaised: () => isRaised,
    falls(openedAt, isReading) {
      if (openedAt <= clearedAt) return true;
      const ageMs = isReading ? SUSPECT_READING_AGE_MS : SUSPECT_AGE_MS;
      return openedAt <= raisedAt && performance.now() - openedAt > ageMs;
    },
  };
}

interface Server extends ConflictRetries {
  readonly url: string;
  readonly log: Log;
  readonly connectMs: number;
  readonly waitMs: number;
  readonly silentMs: number;
  readonly suspicion: Suspicion;
  readonly circuit: Circuit;
}

/**
 * The driver checks certificates and host names in these modes too, and warns that a later version will not. Asking for
 * it keeps it so, without the warning.
 */
export const withStrictTls = (url: string): string =>
  /[?&]uselibpqcompat=true\b/.test(url)
    ? url
    : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');

export function openConnections(
  server: Server,
  configuration: Pick<pg.PoolConfig, 'pipeline'> & { readonly max: number; readonly query_timeout?: number },
): Connections {
  const { url, log, connectMs, waitMs, silentMs, suspicion, circuit } = server;
  const pool = new pg.Pool({
    connectionString: withStrictTls(url),
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: GREATEST_AGE_SECONDS,
    // `maxLifetimeSeconds` closes idle ones too; a timer per query would cost more than the pool.
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: 'orgdesk',
    types: { getTypeParser: parserOf },
    ...configuration,
  });
  const openedAt = new WeakMap<pg.ClientBase, number>();
  const lost = (error: Error): void => log.warn({ reason: error.message }, 'database connection lost');
  // Without a listener, a connection closed by the server would end this process.
  pool.on('error', lost);
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now());
    client.on('error', lost);
  });

  const queryMs = configuration.query_timeout;
  const queue = createWaitQueue({ slots: configuration.max, stalledMs: connectMs, maxWaitMs: waitMs });
  const open = async (isRefusable: boolean): Promise<pg.PoolClient> => {
    if (isRefusable) circuit.enterLate();
    for (;;) {
      const client = await pool.connect();
      if (!suspicion.falls(openedAt.get(client) ?? 0, configuration.pipeline !== true)) return client;
      client.release(true);
    }
  };
  const connect = async (): Promise<LentConnection> => {
    const isTry = circuit.enter();
    const isLate = queue.isFull();
    const requestedAt = performance.now();
    // The queue guarantees a free pool slot, so the pool's limit covers new connections only.
    const giveBack = await queue.take();
    const beganAt = performance.now();
    const leftMs = (): number => circuit.silentSince(requestedAt) + silentMs - performance.now();
    const opening = open(isLate && !isTry);
    try {
      const opened = isLate ? await withinLimit(opening, leftMs()) : ok(await opening);
      if (!opened.ok) throw new Error('timed out opening a database connection');
      const client = opened.value;
      return {
        client,
        leftMs: queryMs === undefined ? undefined : Math.max(1, Math.min(queryMs, leftMs())),
        release(error = null) {
          const isBroken = error !== null;
          client.release(isBroken);
          giveBack(!isBroken);
          if (outageOf(error) === 'away' && !isReadOnly(error)) circuit.failed(beganAt, error);
          else circuit.answered();
        },
      };
    } catch (error) {
      // A connection that opens too late is returned first, and only then frees its slot.
      void opening
        .then((client) => client.release())
        .catch(() => {})
        .then(() => giveBack(false));
      if (outageIn(error) !== null) throw error;
      const outage = outageOf(error);
      if (outage === 'away') circuit.failed(beganAt, error);
      else if (outage === 'busy') circuit.answered();
      throw withOutage(error);
    }
  };

  const ask = (question: (client: pg.ClientBase, leftMs?: number) => Promise<StatementResult>) =>
    retryConflicts(server, async () => {
      const { client, leftMs, release } = await connect();
      try {
        const answer = await question(client, leftMs);
        release();
        return answer;
      } catch (error) {
        release(isConflict(error) ? null : error);
        throw withOutage(error);
      }
    });

  return {
    connect,
    query: (question) => ask((client, leftMs) => client.query({ ...question, ...limitOf(leftMs) })),
    run: (statement, parameters) => ask((client, leftMs) => runPrepared(client, statement, parameters, leftMs)),
    readings: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: queue.waiting(),
      limit: configuration.max,
    }),
    async end() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** `pg` supports this, but its types lack it. */
export const limitOf = (limitMs: number | undefined) => ({ query_timeout: limitMs });

export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

export const isDiskFull = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === DISK_FULL;

export const isFatal = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  error.severity === 'FATAL' ||
  error.severity === 'PANIC' ||
  isReadOnly(error) ||
  SHUTTING_DOWN.test(error.code ?? '');

const BUSY: ReadonlySet<string | undefined> = new Set(['55P03', '57014', '40001', '40P01', '53200', '53300', '53400']);

/** Programming errors show no outage. */
export function withOutage(error: unknown): unknown {
  // Reads go on, so the circuit stays closed.
  const outage = isDiskFull(error) ? 'away' : outageOf(error);
  return outage === null ? error : markOutage(error, outage);
}

function outageOf(error: unknown): StorageOutage | null {
  if (error === null || error instanceof TypeError || error instanceof RangeError) return null;
  if (error instanceof pg.DatabaseError && BUSY.has(error.code)) return 'busy';
  return isFatal(error) ? 'away' : null;
}

interface WaitQueue {
  /**
   * Call the returned function once, with false if the use failed. Rejects as away if no use succeeded for a while, or
   * as busy after the longest wait.
   */
  take(): Promise<(succeeded: boolean) => void>;
  waiting(): number;
  isFull(): boolean;
}

interface WaitQueueLimits {
  readonly slots: number;
  /** Limits a wait while no use succeeds. */
  readonly stalledMs: number;
  readonly maxWaitMs: number;
}

interface Waiter {
  readonly requestedAt: number;
  readonly enter: () => void;
  readonly giveUp: (reason: Error) => void;
}

/** Waits as long as the queue moves, so bursts are served and an outage shows soon. */
function createWaitQueue({ slots, stalledMs: stillMs, maxWaitMs: longestMs }: WaitQueueLimits): WaitQueue {
  let free = slots;
  let progressedAt = Number.NEGATIVE_INFINITY;
  /** In order of arrival, and so of deadlines: one timer is enough. */
  const waiting = new Set<Waiter>();
  let isCheckScheduled = false;

  const giveBack = (succeeded: boolean): void => {
    if (succeeded) progressedAt = performance.now();
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next.enter();
  };

  const waitForSlot = (): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.add({ requestedAt: performance.now(), enter: resolve, giveUp: reject });
      scheduleCheck();
    });
  const leftMs = ({ requestedAt }: Waiter): number =>
    Math.min(Math.max(requestedAt, progressedAt) + stillMs, requestedAt + longestMs) - performance.now();
  const scheduleCheck = (): void => {
    const [first] = waiting;
    if (first === undefined || isCheckScheduled) return;
    isCheckScheduled = true;
    // After a pause of the process, pending input is read first.
    setTimeout(() => setImmediate(check), Math.max(0, leftMs(first))).unref();
  };
  const check = (): void => {
    isCheckScheduled = false;
    for (const waiter of waiting) {
      if (leftMs(waiter) > 0) break;
      waiting.delete(waiter);
      const isProgressing = performance.now() - progressedAt < stillMs;
      const reason = new Error('timed out waiting for a free database connection');
      waiter.giveUp(markOutage(reason, isProgressing ? 'busy' : 'away'));
    }
    scheduleCheck();
  };

  return {
    isFull: () => free === 0,
    async take() {
      if (free > 0) free -= 1;
      else await waitForSlot();
      return giveBack;
    },
    waiting: () => waiting.size,
  };
}
