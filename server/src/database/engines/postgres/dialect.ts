import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import type pg from 'pg';
import type { Engine } from '../engine.ts';
import {
  type Connections,
  isDiskFull,
  isFatal,
  isReadOnly,
  type LentConnection,
  limitOf,
  type Suspicion,
  withOutage,
} from './connection.ts';
import { retryConflicts } from './retry.ts';

/** What databases that speak PostgreSQL's protocol do not have in common. */
export interface PostgresProfile extends Pick<Engine, 'changeRows' | 'keepRows' | 'limitsConnections'> {
  readonly begin: string;
  /** If false, each schema statement commits by itself and no table can be locked. */
  readonly schemaInTransactions: boolean;
  readonly token: RawBuilder<unknown>;
  readonly newRow: (column: string) => RawBuilder<unknown>;
  readonly oldRow: (column: string) => RawBuilder<unknown>;
}

export const POSTGRESQL: PostgresProfile = {
  begin: 'begin',
  schemaInTransactions: true,
  changeRows: sql`for no key update`,
  keepRows: sql`for key share`,
  limitsConnections: true,
  token: sql`text collate "C"`,
  newRow: (column) => sql`new.${sql.raw(column)}`,
  oldRow: (column) => sql`old.${sql.raw(column)}`,
};

/** Uses only what PostgreSQL has too. Serializable isolation replaces the weaker locks. */
export const COCKROACHDB: PostgresProfile = {
  begin: 'begin isolation level serializable',
  schemaInTransactions: false,
  changeRows: sql`for update`,
  keepRows: sql``,
  limitsConnections: false,
  token: sql`text`,
  newRow: (column) => sql`(new).${sql.raw(column)}`,
  oldRow: (column) => sql`(old).${sql.raw(column)}`,
};

const COUNTED = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Limits are in milliseconds; 0 means none. */
export interface TransactionLimits {
  readonly statementMs: number;
  /** In a transaction `silenceMs` is added, so that locks of a vanished instance are freed first. */
  readonly lockMs: number;
  /** Idle time in a transaction, after which a vanished instance loses its locks. */
  readonly silenceMs: number;
  readonly conflictMs: number;
}

export interface DialectParts {
  readonly profile: Pick<PostgresProfile, 'begin'>;
  readonly connections: Connections;
  readonly limits: TransactionLimits;
  readonly suspicion: Suspicion;
  readonly noteConflictRetry: () => void;
  readonly noteFullDisk: () => void;
}

/**
 * Discards a connection whose query timed out; Kysely's driver keeps it. Limits are set in the message that begins a
 * transaction: transaction-mode poolers forget connection settings. A single statement is a transaction in one round
 * trip, so its locks end even if this process stops.
 */
export function createPostgresDialect(parts: DialectParts): Dialect {
  const lazyConnections = new WeakMap<DatabaseConnection, LazyConnection>();

  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const lazy = createLazyConnection(parts);
        lazyConnections.set(lazy.connection, lazy);
        return lazy.connection;
      },
      releaseConnection: async (connection) => lazyConnections.get(connection)?.release(),
      beginTransaction: async (connection) => lazyConnections.get(connection)?.begin(),
      async commitTransaction(connection) {
        const { rows } = await connection.executeQuery<{ command: string }>(CompiledQuery.raw('commit'));
        if (rows[0]?.command === 'ROLLBACK') throw new AbortedTransactionError();
        parts.suspicion.clear();
      },
      rollbackTransaction: async (connection) => lazyConnections.get(connection)?.rollBack(),
      destroy: () => parts.connections.end(),
    }),
  };
}

/** Holds no connection while it pauses after a conflict. */
export const writeTogether = (
  parts: DialectParts,
  statements: readonly CompiledQuery[],
): Promise<readonly pg.QueryResult[]> =>
  retryConflicts({ ...parts, ...parts.limits }, async () => {
    const pooled = createPooledConnection(await parts.connections.connect(), parts);
    try {
      return await pooled.together(statements);
    } finally {
      pooled.release();
    }
  });

interface LazyConnection extends Pick<PooledConnection, 'begin' | 'rollBack' | 'release'> {
  readonly connection: DatabaseConnection;
}

function createLazyConnection(parts: DialectParts): LazyConnection {
  let pooled: PooledConnection | null = null;
  return {
    connection: {
      async executeQuery<R>(statement: CompiledQuery): Promise<QueryResult<R>> {
        const answer =
          pooled === null
            ? (await writeTogether(parts, [statement]))[0]
            : await pooled.query(statement.sql, statement.parameters);
        const { command, rowCount, rows } = answer as pg.QueryResult;
        if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] as R[] };
        return COUNTED.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
      },
      // biome-ignore lint/correctness/useYield: the storage streams nothing
      async *streamQuery() {
        throw new Error('queries are not streamed');
      },
    },
    async begin() {
      pooled = createPooledConnection(await parts.connections.connect(), parts);
      await pooled.begin();
    },
    rollBack: async () => pooled?.rollBack(),
    release: () => pooled?.release(),
  };
}

interface PooledConnection {
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>;
  together(statements: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]>;
  begin(): Promise<void>;
  /** Never throws: a connection that cannot roll back is discarded. */
  rollBack(): Promise<void>;
  release(): void;
}

function createPooledConnection(
  { client, leftMs, release }: LentConnection,
  { profile, limits, suspicion, noteFullDisk }: DialectParts,
): PooledConnection {
  const { statementMs, lockMs, silenceMs } = limits;
  const begin = (patienceMs: number) =>
    [
      profile.begin,
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
      if (isDiskFull(error)) noteFullDisk();
      throw withOutage(error);
    }
  };
  const together = async (statements: readonly CompiledQuery[]): Promise<readonly pg.QueryResult[]> => {
    const sent = [
      query(begin(lockMs)),
      ...statements.map(({ sql, parameters }) => query(sql, parameters)),
      query('commit'),
    ];
    // The first failure is the reason; later messages fail because of it.
    for (const message of await Promise.allSettled(sent)) if (message.status === 'rejected') throw message.reason;
    suspicion.clear();
    return (await Promise.all(sent)).slice(1, -1);
  };
  return {
    query,
    together,
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
