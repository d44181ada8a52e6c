import { closeSync, existsSync, fstatSync, openSync, readSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { SQLITE_BUSY_LIMIT_MS } from '../../../../domain/limits/storage.ts';
import { markOutage } from '../../../../ports/storage/outages.ts';
import type { DatabaseReadings } from '../../../../ports/storage/readings.ts';
import { createFolderOf, whyNotCreatable } from './folders.ts';
import { fileProblem } from './soundness.ts';
import { isBusy } from './waiting.ts';

/** SQLite blocks the whole process while it waits, so retries do most of the waiting. */
const BUSY_WAIT_INSIDE_MS = 15;
/** More is no faster: the system caches the file too. */
const PAGE_CACHE_KIB = 8 * 1024;

export interface SqliteConnection {
  readonly database: DatabaseSync;
  readonly file: SqliteFile;
}

/** Waits for other processes that start on the file. */
export function openConnection(path: string): SqliteConnection {
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
export interface SqliteFile {
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
const ATTEMPTS = 5;
const PAUSE_BETWEEN_ATTEMPTS_MS = 200;

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
        if (attempt === ATTEMPTS) {
          throw markOutage(new Error(`the database file ${problem}: restore it and restart orgdesk`), 'away');
        }
        await pause(PAUSE_BETWEEN_ATTEMPTS_MS);
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
