import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { PreparedStatement } from './statements.ts';
import { busyDeadline, type RetryWhileBusy, type Turns, withOutage } from './waiting.ts';

/** Kysely's own waiting for the one connection does not tell since when somebody waits. */
class OwnTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** A connection, and how it is shared. */
export interface SqliteParts {
  readonly database: DatabaseSync;
  readonly prepare: (sql: string) => PreparedStatement;
  readonly turns: Turns;
  readonly retryWhileBusy: RetryWhileBusy;
}

/** The connection while somebody has it. */
interface Turn {
  readonly giveUpAt: number;
  readonly giveOn: () => void;
}

/**
 * Kysely over one connection of `node:sqlite`, which is lent in turns.
 *
 * Transactions take the write lock when they begin: one that began as a reader could not be repeated once its
 * statements are under way. Who waits has five seconds from asking on, for its turn and for the lock together.
 */
export function createSqliteDialect({ database, prepare, turns, retryWhileBusy }: SqliteParts): Dialect {
  let turn: Turn = { giveUpAt: 0, giveOn: () => {} };
  const connection = createConnection({ database, prepare }, (attempt) => retryWhileBusy(attempt, turn.giveUpAt));
  return {
    createAdapter: () => new OwnTurnsAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => {},
      async acquireConnection() {
        const giveUpAt = busyDeadline();
        turn = { giveOn: await turns.take(), giveUpAt };
        return connection;
      },
      releaseConnection: async () => turn.giveOn(),
      beginTransaction: () => told(() => retryWhileBusy(() => database.exec('begin immediate'), turn.giveUpAt)),
      commitTransaction: () => told(async () => database.exec('commit')),
      // A full disk, for one, ends the transaction without being asked.
      rollbackTransaction: async () => (database.isTransaction ? database.exec('rollback') : undefined),
      destroy: async () => database.close(),
    }),
  };
}

function createConnection(
  { database, prepare }: Pick<SqliteParts, 'database' | 'prepare'>,
  retry: <T>(attempt: () => T) => Promise<T>,
): DatabaseConnection {
  return {
    executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const run = () => {
        const statement = prepare(sql);
        if (statement.reader) return { rows: statement.all(parameters) as R[] };
        return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
      };
      return told(async () => (database.isTransaction ? run() : retry(run)));
    },
    // biome-ignore lint/correctness/useYield: the storage streams nothing
    async *streamQuery() {
      throw new Error('queries are not streamed');
    },
  };
}

/** Does work on the connection; what it throws tells whether the database is away. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw withOutage(error);
  }
}
