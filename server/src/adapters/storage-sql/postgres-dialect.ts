import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How transactions of one pool are limited on the server, in milliseconds. */
export interface TransactionLimits {
  readonly statementMs: number;
  /** Of silence inside a transaction: the locks of an instance that vanished are freed by then. */
  readonly silenceMs: number;
}

/**
 * Kysely over a pool of `pg`.
 *
 * Kysely's own driver keeps a connection whose query ran out of time, with that query still under way on it;
 * this one throws such a connection away. The limits are set for each transaction, in the same message that
 * begins it, because a transaction-mode pooler forgets or refuses settings of a connection.
 */
export function createPostgresDialect(pool: pg.Pool, limits: TransactionLimits): Dialect {
  const begin = `begin; set local statement_timeout = ${limits.statementMs}; set local idle_in_transaction_session_timeout = ${limits.silenceMs}`;
  const lanes = new WeakMap<DatabaseConnection, Lane>();

  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const lane = createLane(await pool.connect(), limits);
        lanes.set(lane.connection, lane);
        return lane.connection;
      },
      releaseConnection: async (connection) => lanes.get(connection)?.release(),
      async beginTransaction(connection) {
        await connection.executeQuery(CompiledQuery.raw(begin));
        lanes.get(connection)?.enterTransaction();
      },
      async commitTransaction(connection) {
        const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
        if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
      },
      rollbackTransaction: async (connection) => lanes.get(connection)?.rollBack(),
      destroy: () => pool.end(),
    }),
  };
}

/** A connection of the pool while somebody uses it. */
interface Lane {
  readonly connection: DatabaseConnection;
  /** From here on the limit of transactions holds, whose statements may have to wait for other writers. */
  enterTransaction(): void;
  /** Never throws: a connection that cannot roll back is thrown away, which rolls back too. */
  rollBack(): Promise<void>;
  release(): void;
}

function createLane(client: pg.PoolClient, limits: TransactionLimits): Lane {
  let broken = false;
  let limit = {};
  const query = async (sql: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    try {
      return await client.query({ text: sql, values: [...parameters], ...limit });
    } catch (error) {
      broken ||= isFatal(error);
      throw error;
    }
  };
  return {
    connection: {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { command, rowCount, rows } = await query(sql, parameters);
        if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
        return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
      },
      // biome-ignore lint/correctness/useYield: the storage streams nothing
      async *streamQuery() {
        throw new Error('queries are not streamed');
      },
    },
    enterTransaction: () => {
      limit = { query_timeout: limits.statementMs };
    },
    async rollBack() {
      if (!broken) await query('rollback', []).catch(() => {});
    },
    release: () => client.release(broken),
  };
}

/** Whether the connection is lost, or has a query on it that ran out of time and is still under way. */
const isFatal = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC';
