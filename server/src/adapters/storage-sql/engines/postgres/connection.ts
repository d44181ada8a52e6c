import pg from 'pg';
import { ok, withinLimit } from '../../../../domain/result.ts';
import { markOutage, outageIn, type StorageOutage } from '../../../../ports/storage/outages.ts';
import type { PoolReadings } from '../../../../ports/storage/readings.ts';
import type { Log } from '../../../../ports/system.ts';
import type { Circuit } from './circuit.ts';
import { createLine } from './line.ts';
import { parserOf } from './parsers.ts';
import { type Answer, type PreparedStatement, runPrepared } from './prepared-statement.ts';

/** However the server behind the address is replaced, nobody talks to the former one for longer. */
const GREATEST_AGE_SECONDS = 60;
/** While no server can be written to, new connections are used for so long before another one is tried. */
const SUSPECT_AGE_MS = 500;
/** The same of connections for reading, which answer meanwhile: to open them all the time would leave none to answer. */
const SUSPECT_READING_AGE_MS = 5_000;

/** A write was sent to a server that only reads. */
const READ_ONLY = '25006';
/** The server is going down, or not up yet. */
const SHUTTING_DOWN = /^57P0\d$/;

/** A connection that is lent. */
export interface LentConnection {
  readonly client: pg.ClientBase;
  /** What is left for the first question, in milliseconds; undefined is no limit. */
  readonly leftMs: number | undefined;
  /** Gives it back; with an error when it must not be used again because of that. */
  release(error?: unknown): void;
}

/** Connections to one server, opened as they are needed. */
export interface Connections {
  /** Lends one. */
  connect(): Promise<LentConnection>;
  /** Asks one question on any of them. A connection on which it failed is not used again. */
  query(question: pg.QueryConfig): Promise<Answer>;
  /** The same for a prepared statement; only on connections that are not pipelined. */
  run(statement: PreparedStatement, parameters: readonly unknown[]): Promise<Answer>;
  readings(): Omit<PoolReadings, 'pool'>;
  /** Closes them when they are given back. Closing twice is no mistake. */
  end(): Promise<void>;
}

/** What all connections of an engine know together. */
export interface Suspicion {
  /** A server only reads: what was connected up to now may lead to one that was replaced. */
  raise(): void;
  /** A server can be written to: what was connected while none could may lead to another one. */
  clear(): void;
  isRaised(): boolean;
  /** Whether a connection of that time, as `performance.now()` says it, has to be opened again. */
  falls(openedAt: number, isReading: boolean): boolean;
}

/**
 * After a fail-over, connections to the former server live on and answer; only a write tells that it reads alone. Then
 * all others are opened again too, before their next use: they would answer out of the past. While nothing can be written
 * there is no later state than that, so those for reading are kept for longer.
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

/** The server, and what is known of it. */
export interface Server {
  readonly url: string;
  readonly log: Log;
  /** How long a new connection is waited for, and a free one while the server answers nobody. */
  readonly connectMs: number;
  /** How long a free one is waited for at all. */
  readonly waitMs: number;
  /** How long a connection and the first answer on it are waited for together, while the server answers nobody. */
  readonly silentMs: number;
  readonly suspicion: Suspicion;
  readonly circuit: Circuit;
}

/** Connections to a server, as many as the configuration says. */
export function openConnections(
  { url, log, connectMs, waitMs, silentMs, suspicion, circuit }: Server,
  configuration: Pick<pg.PoolConfig, 'pipeline'> & { readonly max: number; readonly query_timeout?: number },
): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: GREATEST_AGE_SECONDS,
    // Their age closes idle ones too; a timer of its own for each query would cost more than the rest of the pool.
    idleTimeoutMillis: 0,
    keepAlive: true,
    application_name: 'orgdesk',
    types: { getTypeParser: parserOf },
    ...configuration,
  });
  const openedAt = new WeakMap<pg.ClientBase, number>();
  const lost = (error: Error): void => log.warn({ reason: error.message }, 'a database connection was lost');
  // Without a listener, a connection that the server closes would end this process.
  pool.on('error', lost);
  pool.on('connect', (client) => {
    openedAt.set(client, performance.now());
    client.on('error', lost);
  });

  const queryMs = configuration.query_timeout;
  const line = createLine({ places: configuration.max, stillMs: connectMs, longestMs: waitMs });
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
    const isLate = line.isFull();
    const askedAt = performance.now();
    // The pool has a free place for whoever had their turn, so its own limit concerns new connections alone.
    const giveBack = await line.take();
    const beganAt = performance.now();
    const leftMs = (): number => circuit.silentSince(askedAt) + silentMs - performance.now();
    // Who waited may learn only now that nobody answers.
    const opening = open(isLate && !isTry);
    try {
      const opened = isLate ? await withinLimit(opening, leftMs()) : ok(await opening);
      if (!opened.ok) throw new Error('a connection to the database could not be opened in time');
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
      // One that is there too late is for others, who may have this place only then.
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

  const ask = async (question: (client: pg.ClientBase, leftMs?: number) => Promise<Answer>): Promise<Answer> => {
    const { client, leftMs, release } = await connect();
    try {
      const answer = await question(client, leftMs);
      release();
      return answer;
    } catch (error) {
      release(error);
      throw withOutage(error);
    }
  };

  return {
    connect,
    query: (question) => ask((client, leftMs) => client.query({ ...question, ...limitOf(leftMs) })),
    run: (statement, parameters) => ask((client, leftMs) => runPrepared(client, statement, parameters, leftMs)),
    readings: () => ({
      inUse: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: line.waiting(),
      limit: configuration.max,
    }),
    async end() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** How long one question is waited for, as `pg` takes it but its types do not know; undefined is as long as all others. */
export const limitOf = (limitMs: number | undefined) => ({ query_timeout: limitMs });

/** Whether a server said that it only reads. */
export const isReadOnly = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === READ_ONLY;

/**
 * Whether the connection is lost, leads to a server that cannot be worked with, or has a query on it that ran out of
 * time and is still under way.
 */
export const isFatal = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) ||
  error.severity === 'FATAL' ||
  error.severity === 'PANIC' ||
  isReadOnly(error) ||
  SHUTTING_DOWN.test(error.code ?? '');

/** Somebody else has the lock, or the work took longer than it may; and what a server says that has no room left. */
const BUSY: ReadonlySet<string | undefined> = new Set(['55P03', '57014', '40001', '40P01', '53200', '53300', '53400']);

/** An error of a query, with what it says of the server noted on it. A mistake of this program says nothing of that. */
export function withOutage(error: unknown): unknown {
  const outage = outageOf(error);
  return outage === null ? error : markOutage(error, outage);
}

function outageOf(error: unknown): StorageOutage | null {
  if (error === null || error instanceof TypeError || error instanceof RangeError) return null;
  if (error instanceof pg.DatabaseError && BUSY.has(error.code)) return 'busy';
  return isFatal(error) ? 'away' : null;
}
