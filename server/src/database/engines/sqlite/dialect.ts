import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { SQLITE_STATEMENTS_MAX } from '../../../lib/limits/storage.ts';
import { busyDeadline, isDiskFull, type RetryWhileBusy, type TransactionQueue, withOutage } from './waiting.ts';

interface PreparedStatement {
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number | bigint };
}

export function preparedOnce(database: DatabaseSync): (sql: string) => PreparedStatement {
  const statements = new LRUCache<string, PreparedStatement>({
    max: SQLITE_STATEMENTS_MAX,
    memoMethod: (sql) => preparedStatement(database.prepare(sql)),
  });
  return (sql) => statements.memo(sql);
}

function preparedStatement(statement: StatementSync): PreparedStatement {
  const names = statement.columns().map(({ name }) => name);
  statement.setReturnArrays(true);
  return {
    reader: names.length > 0,
    all: (parameters) => {
      const rows = statement.all(...(parameters as SQLInputValue[])) as unknown as SQLOutputValue[][];
      return rows.map((values) => rowOf(names, values));
    },
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  };
}

/** Row objects of `node:sqlite` are dictionaries, which are slower to fill and read. */
function rowOf(names: readonly string[], values: readonly SQLOutputValue[]): Readonly<Record<string, SQLOutputValue>> {
  const row: Record<string, SQLOutputValue> = {};
  let index = 0;
  for (const name of names) {
    row[name] = values[index] ?? null;
    index += 1;
  }
  return row;
}

/** Disables Kysely's own queue, which does not record when a caller started to wait. */
class OwnTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

interface SqliteParts {
  readonly database: DatabaseSync;
  readonly prepare: (sql: string) => PreparedStatement;
  readonly queue: TransactionQueue;
  readonly retryWhileBusy: RetryWhileBusy;
  readonly noteFullDisk: () => void;
}

interface HeldTransaction {
  readonly giveUpAt: number;
  readonly release: () => void;
}

/**
 * Transactions take the write lock at start: an upgrade from a read could not be retried. A caller has five seconds in
 * total for the connection and the lock.
 */
export function createSqliteDialect({ database, prepare, queue, retryWhileBusy, noteFullDisk }: SqliteParts): Dialect {
  let held: HeldTransaction = { giveUpAt: 0, release: () => {} };
  const markingOutages = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (isDiskFull(error)) noteFullDisk();
      throw withOutage(error);
    }
  };
  const connection = createConnection({ database, prepare, markingOutages }, (attempt) =>
    retryWhileBusy(attempt, held.giveUpAt),
  );
  return {
    createAdapter: () => new OwnTurnsAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const giveUpAt = busyDeadline();
        held = { release: await queue.take(), giveUpAt };
        return connection;
      },
      releaseConnection: async () => held.release(),
      beginTransaction: () =>
        markingOutages(() => retryWhileBusy(() => database.exec('begin immediate'), held.giveUpAt)),
      commitTransaction: () => markingOutages(async () => database.exec('commit')),
      // Some failures, such as a full disk, have already ended the transaction.
      rollbackTransaction: async () => (database.isTransaction ? database.exec('rollback') : undefined),
      destroy: async () => database.close(),
    }),
  };
}

function createConnection(
  {
    database,
    prepare,
    markingOutages,
  }: Pick<SqliteParts, 'database' | 'prepare'> & {
    readonly markingOutages: <T>(work: () => Promise<T>) => Promise<T>;
  },
  retry: <T>(attempt: () => T) => Promise<T>,
): DatabaseConnection {
  return {
    executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const run = () => {
        const statement = prepare(sql);
        if (statement.reader) return { rows: statement.all(parameters) as R[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
      };
      return markingOutages(async () => (database.isTransaction ? run() : retry(run)));
    },
    // biome-ignore lint/correctness/useYield: the storage streams nothing
    async *streamQuery() {
      throw new Error('queries are not streamed');
    },
  };
}
