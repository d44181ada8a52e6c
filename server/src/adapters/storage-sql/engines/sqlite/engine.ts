import { DatabaseSync } from 'node:sqlite';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../engine.ts';
import { busyDeadline, createBusyRetry, isBusy } from './busy.ts';
import { createSqliteDialect, preparedOnce } from './dialect.ts';
import { openSqliteFile } from './file.ts';
import { createTurns } from './turns.ts';

/** Waiting inside SQLite stops the whole process, so it is short; the rest of the waiting is done between tries. */
const BUSY_WAIT_INSIDE_MS = 15;
/** While starting, nobody is kept waiting by it. */
const BUSY_WAIT_AT_START_MS = 5_000;
const PAGE_CACHE_KIB = 32 * 1024;

/**
 * SQLite in this process, through `node:sqlite`.
 *
 * Opens `path` at once, creating the file (0600) and its folder (0700) when they are missing; `:memory:` lives as
 * long as the engine. Several processes may use one file: writers wait for each other, readers for nobody.
 */
export function openSqlite(path: string): Engine {
  const file = openSqliteFile(path);
  const database = openDatabase(path, file.close);
  const prepare = preparedOnce(database);
  const turns = createTurns();
  const retryWhileBusy = createBusyRetry();
  const db = new Kysely<Tables>({ dialect: createSqliteDialect({ database, prepare, turns, retryWhileBusy }) });

  async function read<R>(query: CompiledQuery<R>): Promise<readonly R[]> {
    const attempt = () => prepare(query.sql).all(query.parameters) as R[];
    // While a transaction of this process is open, its connection shows unfinished work.
    if (database.isTransaction) return turns.between(attempt);
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      return retryWhileBusy(attempt, busyDeadline());
    }
  }

  return {
    db,
    read,
    prepareRead: (query) => (parameters) => read({ ...query, parameters }),
    requireWritable: async () => file.requireWhole(),
    migrationTransaction: (work) => db.transaction().execute(work),
    nowMs: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    jsonRows: (columns) => sql<string>`json_group_array(json_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    lockRows: sql``,
    lockFreeRows: sql``,
    changeRows: sql``,
    keepRows: sql``,
    ddl: {
      integer: sql`integer`,
      bytes: sql`blob`,
      token: sql`text`,
      typed: sql`strict`,
      typedInKeyOrder: sql`strict, without rowid`,
    },
    async close() {
      await db.destroy();
      if (database.isOpen) database.close();
      file.close();
    },
  };
}

function openDatabase(path: string, onFailure: () => void): DatabaseSync {
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: BUSY_WAIT_AT_START_MS, enableForeignKeyConstraints: true });
    switchToWal(database);
    database.exec(`
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma cache_size = -${PAGE_CACHE_KIB};
      pragma busy_timeout = ${BUSY_WAIT_INSIDE_MS};
    `);
    return database;
  } catch (error) {
    database?.close();
    onFailure();
    throw error;
  }
}

/** SQLite does not wait by itself here when several processes open a new file in the same moment. */
function switchToWal(database: DatabaseSync): void {
  const giveUpAt = performance.now() + BUSY_WAIT_AT_START_MS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + 10 * Math.random());
    }
  }
}
