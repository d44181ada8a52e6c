import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { retryWhileBusy } from './sqlite-busy.ts';

const STATEMENTS_KEPT = 200;

/** A statement of this connection, ready to run. */
export interface PreparedStatement {
  /** Whether it gives rows. */
  readonly reader: boolean;
  all(parameters: readonly unknown[]): unknown[];
  run(parameters: readonly unknown[]): { readonly changes: number | bigint };
}

/** Prepares statements and keeps the ones used last, so that a repeated query is parsed once. */
export function preparedOnce(database: DatabaseSync): (sql: string) => PreparedStatement {
  const kept = new Map<string, PreparedStatement>();
  return (sql) => {
    const known = kept.get(sql);
    if (known !== undefined) return known;
    const statement = preparedStatement(database.prepare(sql));
    const [oldest] = kept.keys();
    if (kept.size >= STATEMENTS_KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(sql, statement);
    return statement;
  };
}

function preparedStatement(statement: StatementSync): PreparedStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
  };
}

/**
 * Kysely over one connection of `node:sqlite`.
 *
 * Kysely gives the connection to one user at a time. Transactions take the write lock when they begin: one
 * that began as a reader could not be repeated once its statements are under way.
 */
export function createSqliteDialect(database: DatabaseSync, prepare: (sql: string) => PreparedStatement): Dialect {
  const connection = createConnection(database, prepare);
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: () => retryWhileBusy(() => database.exec('begin immediate')),
      commitTransaction: async () => database.exec('commit'),
      // A full disk, for one, ends the transaction without being asked.
      rollbackTransaction: async () => (database.isTransaction ? database.exec('rollback') : undefined),
      destroy: async () => database.close(),
    }),
  };
}

function createConnection(database: DatabaseSync, prepare: (sql: string) => PreparedStatement): DatabaseConnection {
  return {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const run = () => {
        const statement = prepare(sql);
        if (statement.reader) return { rows: statement.all(parameters) as R[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
      };
      return database.isTransaction ? run() : retryWhileBusy(run);
    },
    // biome-ignore lint/correctness/useYield: the storage streams nothing
    async *streamQuery() {
      throw new Error('queries are not streamed');
    },
  };
}
