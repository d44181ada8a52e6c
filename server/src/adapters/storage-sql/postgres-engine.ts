import { type CompiledQuery, Kysely, sql } from 'kysely';
import pg from 'pg';
import type { Log } from '../../ports/system.ts';
import type { Engine } from './engine.ts';
import { createPostgresDialect, type TransactionLimits } from './postgres-dialect.ts';
import { prepareRead, rowsOf } from './postgres-statements.ts';
import type { Tables } from './schema.ts';

const CONNECTIONS_MAX = 10;
/** Together less than the two seconds after which a database counts as down. */
const CONNECT_LIMIT_MS = 1_500;
const QUERY_LIMIT_MS = 1_800;
/** A database that is down shows when the transaction begins; inside, a statement may wait for other writers. */
const LIMITS: TransactionLimits = { statementMs: 5_000, silenceMs: 10_000 };
/** Migrations wait for those of another instance, and may rewrite large tables. */
const MIGRATION_LIMITS: TransactionLimits = { statementMs: 0, silenceMs: 60_000 };
/** Names the migration lock among all advisory locks of the database: "orgdesk" in ASCII. */
const MIGRATION_LOCK = '31371892163765099';

const { INT8, JSON: JSON_TYPE } = pg.types.builtins;

/**
 * PostgreSQL through a pool of ten connections, opened as they are needed.
 *
 * Relies on no state of a connection (settings, session locks), so a transaction-mode pooler may stand in
 * between. A database that does not answer fails each call within two seconds; the first call after
 * it is back works again.
 */
export function openPostgres(url: string, log: Log): Engine {
  const pool = openPool(url, log, { max: CONNECTIONS_MAX, query_timeout: QUERY_LIMIT_MS });
  const db = new Kysely<Tables>({ dialect: createPostgresDialect(pool, LIMITS) });

  return {
    db,
    read: async <R>(query: CompiledQuery<R>) => rowsOf<R>(await pool.query(query.sql, [...query.parameters])),
    prepareRead: <R>(query: CompiledQuery<R>) => prepareRead<R>(pool, query.sql),
    async migrationTransaction(work) {
      const patientPool = openPool(url, log, { max: 1 });
      const patient = new Kysely<Tables>({ dialect: createPostgresDialect(patientPool, MIGRATION_LIMITS) });
      try {
        await patient.transaction().execute(async (transaction) => {
          await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
          await work(transaction);
        });
      } finally {
        await patientPool.end();
      }
    },
    nowMs: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    jsonRows: (columns) =>
      sql<string | null>`json_agg(json_build_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    lockRows: sql`for update`,
    lockFreeRows: sql`for update skip locked`,
    keepRows: sql`for key share`,
    ddl: {
      integer: sql`bigint`,
      bytes: sql`bytea`,
      token: sql`text collate "C"`,
      typed: sql``,
      typedInKeyOrder: sql``,
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

function openPool(url: string, log: Log, limits: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    keepAlive: true,
    application_name: 'orgdesk',
    types: { getTypeParser: parserOf },
    ...limits,
  });
  const lost = (error: Error): void => log.warn({ reason: error.message }, 'a database connection was lost');
  // Without a listener, a connection that the server closes would end this process.
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

/** As `pg` reads values, but 64-bit integers as numbers (all of ours are safe ones) and JSON as the text it is. */
function parserOf(type: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (type === INT8) return Number;
  if (type === JSON_TYPE) return String;
  return pg.types.getTypeParser(type, format as 'text');
}
