import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseReadings } from '../../../ports/storage/readings.ts';
import type { TableLock } from '../migrations/table-locks.ts';
import type { Tables } from '../schema.ts';

/** Locks tables in this order. Does nothing if writers queue anyway. */
export type LockTables = (locks: readonly TableLock[]) => Promise<void>;

export type MigrationWork = (db: Transaction<Tables>, lock: LockTables) => Promise<void>;

export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** For writes. Transactions never mix with other queries of the process. */
  readonly db: Kysely<Tables>;
  /** Reads in one round trip, without waiting for writers. Sees committed state only. */
  read<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
  /** Prepares a frequent read; parameters keep the query's order. */
  prepareRead<R>(query: CompiledQuery<R>): (parameters: readonly unknown[]) => Promise<readonly R[]>;
  /** Runs independent statements as one transaction in one round trip. */
  writeTogether(statements: readonly CompiledQuery[]): Promise<void>;
  /**
   * Run by one process at a time, without statement timeouts. Repeats the work after a deadlock or if tables stay
   * locked.
   */
  migrationTransaction(work: MigrationWork): Promise<void>;
  /** Rejects if the database is read-only or not the one that was opened. Writes nothing. */
  requireWritable(): Promise<void>;
  /**
   * Returns why the database must not be used, as text after a colon, or null. Reads all pages of files up to
   * `bytesMax`.
   */
  problem(bytesMax: number): Promise<string | null>;
  /** Free disk space; null if the database is not on this machine's disk. */
  freeBytes(): Promise<number | null>;
  /** If true, instances must not all write one row. */
  readonly servesMachines: boolean;
  /** Milliseconds since 1970, shared by all instances. */
  readonly nowMs: RawBuilder<number>;
  /** A JSON text with one array per row; null or `[]` without rows. */
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
  /** Ends a select and keeps its rows from deletion until the transaction ends. */
  readonly keepRows: RawBuilder<unknown>;
  /** Like `lockRows`, but skips rows locked by others. */
  readonly lockFreeRows: RawBuilder<unknown>;
  /** Forces an index, after a table and its alias. Null if the database chooses well itself. */
  readonly throughIndex: ((index: string) => RawBuilder<unknown>) | null;
  /** Returns 1 or 0; works before any migration. */
  hasTable(name: string): RawBuilder<number>;
  readonly ddl: DdlDialect;
  /** Reads memory only; runs no query. */
  readings(): DatabaseReadings;
  close(): Promise<void>;
}

export interface DdlDialect {
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Text is compared byte by byte. */
  readonly token: RawBuilder<unknown>;
  /** Keep `audit_open_intents` equal to the intents without an outcome. */
  readonly openIntentTriggers: readonly RawBuilder<unknown>[];
  /** Remove what versions 12 and 13 keep on PostgreSQL for programs older than 12. Empty on SQLite. */
  readonly counterTriggerDrops: readonly RawBuilder<unknown>[];
  /** Makes a table refuse values of another type. */
  readonly typed: RawBuilder<unknown>;
  /** Like `typed`, stored by primary key; for small rows read in ranges. */
  readonly typedInKeyOrder: RawBuilder<unknown>;
}
