import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { type CompiledQuery, Kysely, type RawBuilder, sql } from 'kysely';
import { DISK_LOW_BYTES, SQLITE_BUSY_LIMIT_MS } from '../../../lib/limits/storage.ts';
import type { Tables } from '../../schema.ts';
import {
  createDiskRoom,
  type DatabaseReadings,
  diskProbe,
  type Engine,
  foreignTablesIn,
  markOutage,
  STEPS_TABLE,
  sessionIn,
} from '../engine.ts';
import { createSqliteDialect, preparedOnce } from './dialect.ts';
import { busyDeadline, createBusyRetry, createTransactionQueue, isBusy, withOutage } from './waiting.ts';

/** No files can be created in kernel file systems, whatever the permissions. */
const KERNEL_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, // proc
  0x62656572, // sysfs
  0x63677270, // cgroup2
  0x64626720, // debugfs
  0x74726163, // tracefs
  0x73636673, // securityfs
]);

export function whyNotCreatable(path: string): string | null {
  const folder = nearestFolder(dirname(resolve(path)));
  if (!statSync(folder).isDirectory()) return 'a parent directory is a file';
  if (KERNEL_FILE_SYSTEMS.has(statfsSync(folder).type)) return `cannot create files in ${folder}`;
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return 'this user cannot write to its parent directory';
  }
}

/** Recursive `mkdir` of Node.js never ends if the system answers ENOENT, as /proc does. */
function createFolderOf(path: string, mode: number): void {
  const missing: string[] = [];
  for (let folder = dirname(resolve(path)); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode });
    } catch (error) {
      // Another process may have created it.
      if (!existsSync(folder)) throw error;
    }
  }
}

function nearestFolder(path: string): string {
  let folder = path;
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

/** "orgd" in ASCII, in the header of orgdesk's database files. */
const APPLICATION_ID = 0x6f726764;

function foreignProgramIn(database: DatabaseSync): string | null {
  const { application_id: id } = database.prepare('pragma application_id').get() as { application_id: number };
  if (id !== 0 && id !== APPLICATION_ID) return 'its header says it belongs to another program';
  const namesOf = (query: string): readonly string[] =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name));
  return foreignTablesIn(
    namesOf("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'"),
    namesOf(`select name from pragma_table_info('${STEPS_TABLE}')`),
  );
}

/** `isReadWhole` blocks the process: about a second for 500 MB in the page cache. */
export function fileProblem(database: DatabaseSync, isReadWhole: boolean): string | null {
  try {
    const foreign = foreignProgramIn(database);
    if (foreign !== null || !isReadWhole) return foreign;
    return Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0] === 'ok' ? null : DAMAGED;
  } catch (error) {
    if (((error as { readonly errcode?: number }).errcode ?? 0) % 256 === CORRUPT) return DAMAGED;
    throw error;
  }
}

const DAMAGED = 'the file is corrupted: restore a backup, or recover data with sqlite3';
const CORRUPT = 11;

/** Several processes may use one file; readers never wait. */
export function openSqlite(path: string): Engine {
  const { database, file } = openConnection(path);
  const prepare = preparedOnce(database);
  const queue = createTransactionQueue();
  let busyWaits = 0;
  const retryWhileBusy = createBusyRetry(() => {
    busyWaits += 1;
  });
  const room = createDiskRoom(
    () => db.executeQuery(diskProbe(db)).then(() => {}),
    async () => ((await freeBytesAt(path).catch(() => null)) ?? Number.POSITIVE_INFINITY) < DISK_LOW_BYTES,
  );
  const parts = { database, prepare, queue, retryWhileBusy, noteFullDisk: room.noteRefusal };
  const db = new Kysely<Tables>({ dialect: createSqliteDialect(parts) });

  async function read<R>(query: CompiledQuery<R>): Promise<readonly R[]> {
    const attempt = () => prepare(query.sql).all(query.parameters) as R[];
    let isAmongWork = false;
    try {
      // An open transaction of this process shows uncommitted work on the shared connection.
      isAmongWork = database.isTransaction;
      return isAmongWork ? await queue.runBetween(attempt) : attempt();
    } catch (error) {
      if (isAmongWork || !isBusy(error)) throw withOutage(error);
      return retryWhileBusy(attempt, busyDeadline());
    }
  }

  return {
    name: 'SQLite',
    db,
    transaction: (work) => db.transaction().execute(work),
    read,
    prepareRead: (query) => (parameters) => read({ ...query, parameters }),
    prepareLookup<R>(query: (isKey: (column: string) => RawBuilder<boolean>) => CompiledQuery<R>) {
      const compiled = query((column) => sql<boolean>`${sql.ref(column)} = ${''}`);
      return async (key: string) => (await read<R>({ ...compiled, parameters: [key] }))[0];
    },
    writeTogether: (statements) =>
      db.transaction().execute(async (transaction) => {
        for (const statement of statements) await transaction.executeQuery(statement);
      }),
    requireWritable: async () => file.requireWhole(),
    requireRoom: room.require,
    freeBytes: () => freeBytesAt(path),
    async problem(bytesMax) {
      return fileProblem(database, (file.sizes()?.bytes ?? 0) <= bytesMax);
    },
    migrateAlone: (work) =>
      db.transaction().execute(async (transaction) => {
        const outcome = await work(sessionIn(transaction, async () => {}));
        await sql`pragma application_id = ${sql.lit(APPLICATION_ID)}`.execute(transaction);
        return outcome;
      }),
    nowMs,
    servesMachines: false,
    locksTables: false,
    limitsConnections: false,
    jsonRows: (columns) => sql<string>`json_group_array(json_array(${sql.join(columns.map((name) => sql.ref(name)))}))`,
    hexOf,
    isAmong: (column) => sql<boolean>`${sql.ref(column)} in (select value from json_each(${'[]'}))`,
    numberList: JSON.stringify,
    lockRows: sql``,
    lockFreeRows: sql``,
    changeRows: sql``,
    keepRows: sql``,
    // Without statistics, SQLite assumes that a second equal column hardly narrows a result.
    throughIndex: (index) => sql`indexed by ${sql.ref(index)}`,
    hasTable: (name) =>
      sql<number>`exists (select 1 from sqlite_schema where type = 'table' and name = ${sql.lit(name)})`,
    ddl: {
      integer: sql`integer`,
      bytes: sql`blob`,
      token: sql`text`,
      openIntentTriggers: [
        sql`create trigger audit_intents_opened after insert on audit_rows when new.kind = 'intent' begin
          insert into audit_open_intents (organization_id, number) values (new.organization_id, new.number);
        end`,
        sql`create trigger audit_intents_settled after insert on audit_rows when new.kind = 'outcome' begin
          delete from audit_open_intents where organization_id = new.organization_id and number = new.intent;
        end`,
      ],
      afterEachRow: ({ name, after, on, when, run }) => [
        sql`create trigger ${sql.ref(name)} after ${sql.raw(after)} on ${sql.table(on)}
          ${when === undefined ? sql`` : sql`when ${when}`} begin ${run}; end`,
      ],
      newRow: (column) => sql`new.${sql.raw(column)}`,
      oldRow: (column) => sql`old.${sql.raw(column)}`,
      nextStamp: (former) => (former === null ? nowMs : sql<number>`max(${sql.ref(former)} + 1, ${nowMs})`),
      writersQueue: true,
      typed: sql`strict`,
      typedInKeyOrder: sql`strict, without rowid`,
    },
    readings: () => ({ engine: 'sqlite', pools: [], file: file.sizes(), busyWaits, conflictRetries: 0 }),
    async close() {
      // Closed directly, so that later queries report an unavailable database.
      if (database.isOpen) database.close();
      file.close();
    },
  };
}

export const nowMs = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`;
export const hexOf = (column: string) => sql<string>`hex(${sql.ref(column)})`;

export async function freeBytesAt(path: string): Promise<number | null> {
  if (path === ':memory:') return null;
  const { bavail, bsize } = await statfs(dirname(path));
  return bavail * bsize;
}

/** SQLite blocks the whole process while it waits, so retries do most of the waiting. */
const BUSY_WAIT_INSIDE_MS = 15;
/** More is no faster: the system caches the file too. */
const PAGE_CACHE_KIB = 8 * 1024;

interface SqliteConnection {
  readonly database: DatabaseSync;
  readonly file: SqliteFile;
}

/** Waits for other processes that start on the file. */
function openConnection(path: string): SqliteConnection {
  const file = openSqliteFile(path);
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: SQLITE_BUSY_LIMIT_MS, enableForeignKeyConstraints: true });
    // Checked before anything is written.
    const foreign = fileProblem(database, false);
    if (foreign !== null) throw new Error(foreign);
    switchToWal(database);
    database.exec(`
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma cache_size = -${PAGE_CACHE_KIB};
      pragma busy_timeout = ${BUSY_WAIT_INSIDE_MS};
    `);
    return { database, file };
  } catch (error) {
    database?.close();
    file.close();
    throw error;
  }
}

/** SQLite does not wait here when processes open a new file at once. */
function switchToWal(database: DatabaseSync): void {
  const giveUpAt = performance.now() + SQLITE_BUSY_LIMIT_MS;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5 + 10 * Math.random());
    }
  }
}

/** SQLite keeps working from memory if the file is gone, so this checks from outside. */
interface SqliteFile {
  /** Rejects if the file was removed, replaced, truncated or overwritten at its start. */
  requireWhole(): Promise<void>;
  sizes(): DatabaseReadings['file'];
  /** Call only after SQLite closed the file. */
  close(): void;
}

const IN_MEMORY: SqliteFile = { requireWhole: async () => {}, sizes: () => null, close: () => {} };

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const PAGE_BYTES_AT = 16;
const PAGES_AT = 28;

/** The file is shorter than its header says while another process checkpoints. */
const FILE_CHECK_ATTEMPTS = 5;
const FILE_CHECK_PAUSE_MS = 200;

/** Creates the file (0600) and its folder (0700). The file stays open: closing it would drop SQLite's locks. */
function openSqliteFile(path: string): SqliteFile {
  if (path === ':memory:') return IN_MEMORY;
  const problem = existsSync(path) ? null : whyNotCreatable(path);
  if (problem !== null) throw new Error(`the file cannot be created: ${problem}`);
  createFolderOf(path, 0o700);
  // SQLite gives WAL and shared memory the database's mode.
  let file: number | null = openSync(path, 'a+', 0o600);

  return {
    async requireWhole() {
      for (let attempt = 1; file !== null; attempt += 1) {
        const problem = isSame(file, path) ? problemIn(file) : 'was removed or replaced';
        if (problem === null) return;
        if (attempt === FILE_CHECK_ATTEMPTS) {
          throw markOutage(new Error(`the database file ${problem}: restore it and restart orgdesk`), 'away');
        }
        await pause(FILE_CHECK_PAUSE_MS);
      }
    },
    sizes: () => ({
      bytes: statSync(path, { throwIfNoEntry: false })?.size ?? 0,
      walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      disk: diskOf(path),
    }),
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

function diskOf(path: string): NonNullable<DatabaseReadings['file']>['disk'] {
  const folder = dirname(path);
  if (!existsSync(folder)) return null;
  const { blocks, bavail, bsize } = statfsSync(folder);
  return { bytes: blocks * bsize, freeBytes: bavail * bsize };
}

function isSame(file: number, path: string): boolean {
  const opened = fstatSync(file);
  const named = statSync(path, { throwIfNoEntry: false });
  return named !== undefined && named.ino === opened.ino && named.dev === opened.dev && existsSync(`${path}-wal`);
}

function problemIn(file: number): string | null {
  const header = Buffer.alloc(HEADER_BYTES);
  const read = readSync(file, header, 0, HEADER_BYTES, 0);
  if (read < HEADER_BYTES || header.toString('latin1', 0, MAGIC.length) !== MAGIC)
    return 'is no longer a SQLite database';
  // The largest page size, 65536, is stored as 1.
  const pageBytes = header.readUInt16BE(PAGE_BYTES_AT) === 1 ? 65_536 : header.readUInt16BE(PAGE_BYTES_AT);
  return fstatSync(file).size < pageBytes * header.readUInt32BE(PAGES_AT) ? 'was truncated' : null;
}
