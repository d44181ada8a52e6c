import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import type { DatabaseReadings } from '../../../ports/storage/readings.ts';
import type { TableLock } from '../migrations/table-locks.ts';
import type { Tables } from '../schema.ts';

/** Locks tables, in this order, before any statement needs them. Nothing where writers queue anyway. */
export type LockTables = (locks: readonly TableLock[]) => Promise<void>;

export type MigrationWork = (db: Transaction<Tables>, lock: LockTables) => Promise<void>;

/** What the queries need from a database, and the abilities in which databases differ. */
export interface Engine {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** For writing, alone or in a transaction. A transaction of one process never mixes with its other queries. */
  readonly db: Kysely<Tables>;
  /** Runs one reading query the shortest way, whatever writers wait for. Sees committed state only; takes one round trip. */
  read<R>(query: CompiledQuery<R>): Promise<readonly R[]>;
  /**
   * A reading query that is run often with other parameters, in the order they have in the query. The database
   * plans it once where it can.
   */
  prepareRead<R>(query: CompiledQuery<R>): (parameters: readonly unknown[]) => Promise<readonly R[]>;
  /** A transaction of statements none of which needs the answer to another. Takes one round trip. */
  writeTogether(statements: readonly CompiledQuery[]): Promise<void>;
  /**
   * A transaction that one process at a time is in, the others wait. Has no time limit for a single statement. Runs the
   * work again when tables could not be locked, or in a deadlock.
   */
  migrationTransaction(work: MigrationWork): Promise<void>;
  /** Rejects when what is behind the connections cannot be written to, or is not what was opened. Writes nothing. */
  requireWritable(): Promise<void>;
  /**
   * Why it must not be used, in words that follow a colon: it belongs to another program, or its pages are damaged, which is
   * looked for in files of up to so many bytes. Null when nothing was found.
   */
  problem(bytesMax: number): Promise<string | null>;
  /** Room for what is written where this machine keeps the database; null where another one does. */
  freeBytes(): Promise<number | null>;
  /** Whether instances on several machines may use it: then no row is to be written by all of them. */
  readonly servesMachines: boolean;
  /** The database's own time, in milliseconds since 1970: the one clock that all instances share. */
  readonly nowMs: RawBuilder<number>;
  /** A JSON text holding one array for each row; null or `[]` when there is no row. */
  jsonRows(columns: readonly string[]): RawBuilder<string | null>;
  /** The bytes of a column as hexadecimal text, which is read in less time than bytes are. */
  hexOf(column: string): RawBuilder<string>;
  /** That a column is one of the numbers of a list, which is one parameter: a query that is prepared once asks for any. */
  isAmong(column: string): RawBuilder<boolean>;
  /** The list as that parameter. */
  numberList(numbers: readonly number[]): unknown;
  /** Ends a select so that it locks its rows in the order it finds them. Empty where writers queue anyway. */
  readonly lockRows: RawBuilder<unknown>;
  /** As `lockRows`, for rows that will be changed and not removed: who keeps them does not wait. */
  readonly changeRows: RawBuilder<unknown>;
  /** Ends a select so that its rows are there until the transaction ends. Disturbs nobody who would not remove them. */
  readonly keepRows: RawBuilder<unknown>;
  /** As `lockRows`, leaving out rows that another transaction has locked. */
  readonly lockFreeRows: RawBuilder<unknown>;
  /**
   * Stands behind a table and its alias: they are read through this index. Null where the database knows how values are
   * spread and chooses itself.
   */
  readonly throughIndex: ((index: string) => RawBuilder<unknown>) | null;
  /** 1 when there is such a table, else 0; for databases that nobody migrated yet. */
  hasTable(name: string): RawBuilder<number>;
  /** How columns are declared. */
  readonly ddl: TableWords;
  /** How busy it is. Asks nobody. */
  readings(): DatabaseReadings;
  close(): Promise<void>;
}

/** Words of `create table` that engines spell differently. */
export interface TableWords {
  readonly integer: RawBuilder<unknown>;
  readonly bytes: RawBuilder<unknown>;
  /** Text compared byte by byte, for names that are never sorted for people. */
  readonly token: RawBuilder<unknown>;
  /**
   * Has places in the order of looks that a program takes which knows only the row `observation` come after all others.
   * Nothing where there is no other row.
   */
  readonly placesOfFormerPrograms: readonly RawBuilder<unknown>[];
  /** Keep `audit_open_intents` equal to the intents without an outcome. */
  readonly openIntentTriggers: readonly RawBuilder<unknown>[];
  /** Ends a table whose columns refuse values of another type. */
  readonly typed: RawBuilder<unknown>;
  /** The same, with rows kept in the order of the primary key. For small rows that are read in ranges. */
  readonly typedInKeyOrder: RawBuilder<unknown>;
}
