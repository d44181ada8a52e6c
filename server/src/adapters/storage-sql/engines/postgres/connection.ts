import pg from 'pg';
import type { Log } from '../../../../ports/system.ts';

/** However the server behind the address is replaced, nobody talks to the former one for longer. */
const GREATEST_AGE_SECONDS = 60;
/** While no server can be written to, new connections are used for so long before another one is tried. */
const SUSPECT_AGE_MS = 500;

/** A write was sent to a server that only reads. */
const READ_ONLY = '25006';
/** The server is going down, or not up yet. */
const SHUTTING_DOWN = /^57P0\d$/;

const { INT8, JSON: JSON_TYPE } = pg.types.builtins;

/** Connections to one server, opened as they are needed. */
export interface Connections {
  /** Lends one; it is released with `true` when it must not be used again. */
  connect(): Promise<pg.PoolClient>;
  /** Asks one question on any of them. A connection on which it failed is not used again. */
  query(question: pg.QueryConfig): Promise<pg.QueryResult>;
  /** Closes them when they are given back. Closing twice is no mistake. */
  end(): Promise<void>;
}

/** What all connections of an engine know together. */
export interface Suspicion {
  /** A server only reads: what was connected up to now may lead to one that was replaced. */
  raise(): void;
  /** Whether a connection of that time, as `performance.now()` says it, has to be opened again. */
  falls(openedAt: number): boolean;
}

/**
 * After a fail-over, connections to the former server live on and answer; only a write tells that it reads alone. Then
 * all others are opened again too, before their next use: they would answer out of the past.
 */
export function createSuspicion(): Suspicion {
  let raisedAt = Number.NEGATIVE_INFINITY;
  return {
    raise: () => {
      raisedAt = performance.now();
    },
    falls: (openedAt) => openedAt <= raisedAt && performance.now() - openedAt > SUSPECT_AGE_MS,
  };
}

/** The server, and what is known of it. */
export interface Server {
  readonly url: string;
  readonly log: Log;
  /** How long a connection is waited for, a free one or a new one. */
  readonly connectMs: number;
  readonly suspicion: Suspicion;
}

/** Connections to a server, as many as the configuration says. */
export function openConnections(
  { url, log, connectMs, suspicion }: Server,
  configuration: Pick<pg.PoolConfig, 'max' | 'query_timeout' | 'pipeline'>,
): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: connectMs,
    maxLifetimeSeconds: GREATEST_AGE_SECONDS,
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

  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (!suspicion.falls(openedAt.get(client) ?? 0)) return client;
      client.release(true);
    }
  };

  return {
    connect,
    async query(question) {
      const client = await connect();
      try {
        const answer = await client.query(question);
        client.release();
        return answer;
      } catch (error) {
        client.release(true);
        throw error;
      }
    },
    async end() {
      if (!pool.ending) await pool.end();
    },
  };
}

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

/** As `pg` reads values, but 64-bit integers as numbers (all of ours are safe ones) and JSON as the text it is. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8) return Number;
  if (type === JSON_TYPE) return String;
  return pg.types.getTypeParser(type, format as 'text');
}
