import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import type { TableLock } from '../migrations/table-locks.ts';
import type { DatabaseReadings } from '../readings.ts';
import type { Tables } from '../schema.ts';

/** Opens no transactions: only those of `Engine.transaction` are repeated. */
export type Queries = Pick<
  Kysely<Tables>,
  | 'selectFrom'
  | 'selectNoFrom'
  | 'insertInto'
  | 'updateTable'
  | 'deleteFrom'
  | 'executeQuery'
  | 'getExecutor'
  | 'introspection'
>;

/** Locks tables in this order. Does nothing if writers queue anyway, or if tables cannot be locked. */
export type LockTables = (locks: readonly TableLock[]) => Promise<void>;

export interface MigrationSession {
  readonly db: Queries;
  readonly lock: LockTables;
  /** Leaves out statements that an interrupted migration has run. */
  runStep(version: number, statements: readonly RawBuilder<unknown>[]): Promise<void>;
  /** Writes rows in one transaction. */
  write(statements: readonly CompiledQuery[]): Promise<void>;
}

export type MigrationWork<T> = (session: MigrationSession) => Promise<T>;

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** For writes. Transactions never mix with other queries of the process. */
  readonly db: Queries;
  /** Repeats the work after a conflict, so its effects must all roll back. */
  transaction<T>(work: (transaction: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Reads in one round trip, without waiting for writers. Sees committed state only. */
  read<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
  /** Parameters keep the query's order. */
  prepareRead<R>(query: CompiledQuery<R>): (parameters: readonly unknown[]) => Promise<readonly R[]>;
  prepareLookup<R extends { readonly key: string }>(
    query: (isKey: (column: string) => RawBuilder<boolean>) => CompiledQuery<R>,
  ): (key: string) => Promise<R | undefined>;
  /** Runs independent statements as one transaction in one round trip. */
  writeTogether(statements: readonly CompiledQuery[]): Promise<void>;
  /**
   * Runs by one process at a time, without statement timeouts, in one transaction if the database allows. Repeats the
   * work after a conflict or if tables stay locked.
   */
  migrateAlone<T>(work: MigrationWork<T>): Promise<T>;
  /** Rejects if the database is read-only or not the one that was opened. Writes nothing. */
  requireWritable(): Promise<void>;
  /** Rejects while the disk is full. Writes only if that is suspected, after a refused write or with little room. */
  requireRoom(): Promise<void>;
  /** Null, or why the database must not be used. Reads all pages of files up to `bytesMax`. */
  problem(bytesMax: number): Promise<string | null>;
  /** Null if the database is not on this machine's disk. */
  freeBytes(): Promise<number | null>;
  /** If true, instances must not all write one row. */
  readonly servesMachines: boolean;
  readonly locksTables: boolean;
  readonly limitsConnections: boolean;
  /** Milliseconds since 1970, shared by all instances. */
  readonly nowMs: RawBuilder<number>;
  /** One array per row; null or `[]` without rows. */
  jsonRows(columns: readonly string[]): RawBuilder<string | null>;
  /** Hexadecimal text is read faster than bytes. */
  hexOf(column: string): RawBuilder<string>;
  /** The list is one parameter, so one prepared query serves any list. */
  isAmong(column: string): RawBuilder<boolean>;
  numberList(numbers: readonly number[]): unknown;
  /** Ends a select and locks its rows in order. Empty if writers queue anyway. */
  readonly lockRows: RawBuilder<unknown>;
  /** Like `lockRows`, but does not block `keepRows`. */
  readonly changeRows: RawBuilder<unknown>;
  /** Ends a select and keeps its rows from deletion until the transaction ends. Empty if isolation does. */
  readonly keepRows: RawBuilder<unknown>;
  /** Like `lockRows`, but skips rows locked by others. */
  readonly lockFreeRows: RawBuilder<unknown>;
  /** Forces an index, after a table and its alias. Null if the database chooses well itself. */
  readonly throughIndex: ((index: string) => RawBuilder<unknown>) | null;
  /** Works before any migration. */
  hasTable(name: string): RawBuilder<number>;
  readonly ddl: DdlDialect;
  /** Runs no query. */
  readings(): DatabaseReadings;
  close(): Promise<void>;
}

export interface RowChange {
  readonly name: string;
  readonly after: 'insert' | 'update' | 'delete';
  readonly on: string;
  readonly when?: RawBuilder<unknown>;
  readonly run: RawBuilder<unknown>;
}

export interface DdlDialect {
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Text is compared byte by byte. */
  readonly token: RawBuilder<unknown>;
  /** Keep `audit_open_intents` equal to the intents without an outcome. */
  readonly openIntentTriggers: readonly RawBuilder<unknown>[];
  readonly afterEachRow: (change: RowChange) => readonly RawBuilder<unknown>[];
  readonly newRow: (column: string) => RawBuilder<unknown>;
  readonly oldRow: (column: string) => RawBuilder<unknown>;
  /** Above the former one, and different from those of lost transactions. */
  readonly nextStamp: (former: string | null) => RawBuilder<number>;
  /** If true, all changes may write one row. */
  readonly writersQueue: boolean;
  /** Makes a table refuse values of another type. */
  readonly typed: RawBuilder<unknown>;
  /** For small rows read in ranges. */
  readonly typedInKeyOrder: RawBuilder<unknown>;
}
