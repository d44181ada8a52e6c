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
import type pg from 'pg';
import { type Connections, isFatal, isReadOnly, type Suspicion } from './connection.ts';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How transactions of one pool are limited on the server, in milliseconds; 0 is no limit. */
export interface TransactionLimits {
  readonly statementMs: number;
  /** Of waiting for somebody else's lock. */
  readonly lockMs: number;
  /** Of silence inside a transaction: the locks of an instance that vanished are freed by then. */
  readonly silenceMs: number;
}

/**
 * Kysely over connections of `pg`, which have to be pipelined.
 *
 * Kysely's own driver keeps a connection whose query ran out of time, with that query still under way on it;
 * this one throws such a connection away. The limits are set for each transaction, in the same message that
 * begins it, because a transaction-mode pooler forgets or refuses settings of a connection. A statement alone is
 * such a transaction too, whose three messages are sent at once: it costs one round trip, and holds its locks for no
 * longer than the server needs, also when this process stops in the middle.
 */
export function createPostgresDialect(
  connections: Connections,
  limits: TransactionLimits,
  suspicion: Suspicion,
): Dialect {
  const begin = [
    'begin',
    `set local statement_timeout = ${limits.statementMs}`,
    `set local lock_timeout = ${limits.lockMs}`,
    `set local idle_in_transaction_session_timeout = ${limits.silenceMs}`,
  ].join('; ');
  const lanes = new WeakMap<DatabaseConnection, Lane>();

  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const lane = createLane(await connections.connect(), { begin, limits, suspicion });
        lanes.set(lane.connection, lane);
        return lane.connection;
      },
      releaseConnection: async (connection) => lanes.get(connection)?.release(),
      beginTransaction: async (connection) => lanes.get(connection)?.begin(),
      async commitTransaction(connection) {
        const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
        if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
      },
      rollbackTransaction: async (connection) => lanes.get(connection)?.rollBack(),
      destroy: () => connections.end(),
    }),
  };
}

/** A connection of the pool while somebody uses it. */
interface Lane {
  readonly connection: DatabaseConnection;
  /** From here on the limit of transactions holds, whose statements may have to wait for other writers. */
  begin(): Promise<void>;
  /** Never throws: a connection that cannot roll back is thrown away, which rolls back too. */
  rollBack(): Promise<void>;
  release(): void;
}

interface LaneWords {
  /** What begins a transaction and sets its limits. */
  readonly begin: string;
  readonly limits: TransactionLimits;
  readonly suspicion: Suspicion;
}

function createLane(client: pg.PoolClient, { begin, limits, suspicion }: LaneWords): Lane {
  let broken = false;
  let limit: { readonly query_timeout: number } | null = null;
  const query = async (text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> => {
    try {
      return await client.query({ text, values: [...parameters], ...limit });
    } catch (error) {
      broken ||= isFatal(error);
      if (isReadOnly(error)) suspicion.raise();
      throw error;
    }
  };
  const alone = async (text: string, parameters: readonly unknown[]): Promise<pg.QueryResult> => {
    const messages = await Promise.allSettled([query(begin), query(text, parameters), query('commit')]);
    for (const message of messages) if (message.status === 'rejected') throw message.reason;
    return (messages[1] as PromiseFulfilledResult<pg.QueryResult>).value;
  };
  return {
    connection: {
      async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
        const { command, rowCount, rows } = await (limit === null ? alone : query)(sql, parameters);
        if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
        return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
      },
      // biome-ignore lint/correctness/useYield: the storage streams nothing
      async *streamQuery() {
        throw new Error('queries are not streamed');
      },
    },
    async begin() {
      await query(begin);
      limit = { query_timeout: limits.statementMs };
    },
    async rollBack() {
      if (!broken) await query('rollback').catch(() => {});
    },
    release: () => client.release(broken),
  };
}
