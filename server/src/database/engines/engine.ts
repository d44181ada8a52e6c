import { randomBytes } from 'node:crypto';
import type { CompiledQuery, Kysely, RawBuilder, Transaction } from 'kysely';
import { DISK_PROBE_BYTES } from '../../lib/limits/storage.ts';
import type { TableLock } from '../migrations/table-locks.ts';
import type { Tables } from '../schema.ts';

export interface PoolReadings {
  readonly pool: 'reading' | 'writing';
  readonly inUse: number;
  readonly idle: number;
  readonly waiting: number;
  readonly limit: number;
}

export interface DatabaseReadings {
  readonly engine: 'sqlite' | 'postgresql';
  /** Empty for SQLite, which shares one connection. */
  readonly pools: readonly PoolReadings[];
  /** SQLite only; null without a file. */
  readonly file: {
    readonly bytes: number;
    /** Size of the write-ahead log. */
    readonly walBytes: number;
    /** `freeBytes` is available to this user. Null if the folder is missing. */
    readonly disk: { readonly bytes: number; readonly freeBytes: number } | null;
  } | null;
  /** Waits for another process; always 0 on PostgreSQL. */
  readonly busyWaits: number;
  /** Statements and transactions repeated after a serialization failure or deadlock; always 0 on SQLite. */
  readonly conflictRetries: number;
}

/** Why storage is unavailable: unreachable or overloaded. */
export type StorageOutage = 'away' | 'busy';

/** A property, so that the driver's error keeps its class, message and stack. */
const OUTAGE = Symbol('outage');

/** Only an engine can recognize an outage. */
export function markOutage<Thrown>(error: Thrown, outage: StorageOutage): Thrown {
  if (typeof error === 'object' && error !== null && !Object.isFrozen(error)) {
    Object.defineProperty(error, OUTAGE, { value: outage, configurable: true });
  }
  return error;
}

/** Returns null for other failures. */
export const outageIn = (error: unknown): StorageOutage | null =>
  typeof error === 'object' && error !== null ? ((error as { [OUTAGE]?: StorageOutage })[OUTAGE] ?? null) : null;

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

interface MigrationSession {
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

export const sessionIn = (db: Transaction<Tables>, lock: LockTables): MigrationSession => ({
  db,
  lock,
  async runStep(_version, statements) {
    for (const statement of statements) await statement.execute(db);
  },
  async write(statements) {
    for (const statement of statements) await db.executeQuery(statement);
  },
});

/** This table and these columns identify a database of orgdesk. */
export const STEPS_TABLE = 'schema_migrations';
/** On PostgreSQL; made before the first step. */
export const LEASE_TABLE = 'schema_lease';
const STEPS_COLUMNS = ['version', 'name', 'applied_at'];

const NAMED_MAX = 3;

/** Returns null if the database is empty or orgdesk's own. */
export function foreignTablesIn(tables: readonly string[], stepsColumns: readonly string[]): string | null {
  const isOwn = STEPS_COLUMNS.every((column) => stepsColumns.includes(column));
  if (isOwn || tables.length === 0) return null;
  const named = tables.toSorted().slice(0, NAMED_MAX).join(', ');
  return `it belongs to another program: it contains the tables ${named}${tables.length > NAMED_MAX ? ', …' : ''}`;
}

interface DiskRoom {
  /** A write was refused because the disk is full. */
  noteRefusal(): void;
  /** Rejects with what the database says while a write of `DISK_PROBE_BYTES` does not succeed. */
  require(): Promise<void>;
}

/**
 * A full disk shows only when something is written. Writes are tried after one was refused, until one succeeds, or while
 * `isLow` holds, one at a time.
 */
export function createDiskRoom(write: () => Promise<void>, isLow: () => Promise<boolean>): DiskRoom {
  let wasRefused = false;
  let writing: Promise<void> | null = null;
  const probe = async (): Promise<void> => {
    try {
      await write();
      wasRefused = false;
    } finally {
      writing = null;
    }
  };
  return {
    noteRefusal() {
      wasRefused = true;
    },
    async require() {
      if (!wasRefused && !(await isLow())) return;
      writing ??= probe();
      await writing;
    },
  };
}

/** Replaces the only row of its table, with text that does not compress well. */
export function diskProbe(db: Queries): CompiledQuery {
  const content = randomBytes(DISK_PROBE_BYTES / 2).toString('hex');
  return db
    .insertInto('disk_probes')
    .values({ id: 1, content })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ content }))
    .compile();
}
