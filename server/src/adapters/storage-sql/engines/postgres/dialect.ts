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
import {
  type Connections,
  isFatal,
  isReadOnly,
  type LentConnection,
  limitOf,
  type Suspicion,
  withOutage,
} from './connection.ts';
import { retryConflicts } from './retry.ts';

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** How transactions of one pool are limited on the server, in milliseconds; 0 is no limit. */
export interface TransactionLimits {
  readonly statementMs: number;
  /**
   * Of a statement alone that waits for somebody else's lock. In a transaction the time of silence is added: whoever waits
   * for an instance that vanished gets its lock.
   */
  readonly lockMs: number;
  /** Of silence inside a transaction: the locks of an instance that vanished are freed by then. */
  readonly silenceMs: number;
}

/** What the lanes of one pool have in common. */
export interface Lanes {
  readonly connections: Connections;
  readonly limits: TransactionLimits;
  readonly suspicion: Suspicion;
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
export function createPostgresDialect(parts: Lanes): Dialect {
  const lanes = new WeakMap<DatabaseConnection, Lane>();

  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const lane = createLane(await parts.connections.connect(), parts);
        lanes.set(lane.connection, lane);
        return lane.connection;
      },
      releaseConnection: async (connection) => lanes.get(connection)?.release(),
      beginTransaction: async (connection) => lanes.get(connection)?.begin(),
      async commitTransaction(connection) {
        const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
        if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
        parts.suspicion.clear();
      },
      rollbackTransaction: async (connection) => lanes.get(connection)?.rollBack(),
      destroy: () => parts.connections.end(),
    }),
  };
}

/** Runs statements as one transaction whose messages are all sent at once, as those of a statement alone. */
export async function writeTogether(parts: Lanes, statements: readonly CompiledQuery[]): Promise<void> {
  const lane = createLane(await parts.connections.connect(), parts);
  try {
    await lane.together(statements);
  } finally {
    lane.release();
  }
}

/** A connection of the pool while somebody uses it. */
interface Lane {
  readonly connection: DatabaseConnection;
  /** Runs statements as a transaction of their own, in one round trip. */
  together(statements: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]>;
  /** From here on the limit of transactions holds, whose statements may have to wait for other writers. */
  begin(): Promise<void>;
  /** Never throws: a connection that cannot roll back is thrown away, which rolls back too. */
  rollBack(): Promise<void>;
  release(): void;
}

function createLane({ client, leftMs, release }: LentConnection, { limits, suspicion }: Lanes): Lane {
  const { statementMs, lockMs, silenceMs } = limits;
  const begin = (patienceMs: number) =>
    [
      'begin',
      `set local statement_timeout = ${statementMs}`,
      `set local lock_timeout = ${patienceMs}`,
      `set local idle_in_transaction_session_timeout = ${silenceMs}`,
    ].join('; ');
  let broken: unknown = null;
  let isTransaction = false;
  const query = async (text: string, parameters: readonly unknown[] = []): Promise<pg.QueryResult> => {
    try {
      return await client.query({ text, values: [...parameters], ...limitOf(isTransaction ? statementMs : leftMs) });
    } catch (error) {
      if (isFatal(error)) broken ??= error;
      if (isReadOnly(error)) suspicion.raise();
      throw withOutage(error);
    }
  };
  const together = async (statements: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]> => {
    const sent = [
      query(begin(lockMs)),
      ...statements.map(({ sql, parameters }) => query(sql, parameters)),
      query('commit'),
    ];
    // The first failure is the reason; what was sent after it is refused because of it.
    for (const message of await Promise.allSettled(sent)) if (message.status === 'rejected') throw message.reason;
    suspicion.clear();
    return (await Promise.all(sent)).slice(1, -1);
  };
  const alone = async (statement: CompiledQuery): Promise<pg.QueryResult> =>
    (await retryConflicts(() => together([statement])))[0] as pg.QueryResult;
  return {
    together,
    connection: {
      async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
        const answered = isTransaction ? query(statement.sql, statement.parameters) : alone(statement);
        const { command, rowCount, rows } = await answered;
        if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
        return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
      },
      // biome-ignore lint/correctness/useYield: the storage streams nothing
      async *streamQuery() {
        throw new Error('queries are not streamed');
      },
    },
    async begin() {
      await query(begin(lockMs === 0 ? 0 : lockMs + silenceMs));
      isTransaction = true;
    },
    async rollBack() {
      if (broken === null) await query('rollback').catch(() => {});
    },
    release: () => release(broken),
  };
}
