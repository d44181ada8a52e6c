import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { SQLITE_BUSY_LIMIT_MS } from '../../../lib/limits/storage.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import { LATEST_VERSION, MIGRATIONS, pendingAt } from '../../migrations/steps.ts';

const PAGES_AT_ONCE = 500;

export interface BackupCopy {
  readonly step: number;
  /** True if this program can use it after missing migrations. */
  readonly serves: boolean;
  readonly bytes: number;
}

/** `target` (0600) appears complete or not at all. Throws if it exists or the copy is damaged. */
export async function backUp(
  path: string,
  target: string,
  reportProgress: (pages: number, ofPages: number) => void,
): Promise<BackupCopy> {
  if (existsSync(target)) throw fileExists();
  const temporaryPath = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`);
  const remove = () => rmSync(temporaryPath, { force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  for (const signal of STOPS) process.once(signal, stop);
  try {
    closeSync(openSync(temporaryPath, 'wx', 0o600));
    await copyPages(path, temporaryPath, reportProgress);
    makeOneFile(temporaryPath);
    const copy = inspectCopy(temporaryPath);
    if (!copy.ok) throw new Error(`the backup is invalid (${copy.refusal}), and was removed`);
    putInPlace(temporaryPath, target);
    return copy.value;
  } finally {
    for (const signal of STOPS) process.off(signal, stop);
    remove();
  }
}

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const fileExists = () => new Error('the file already exists and was not overwritten');

/** The transaction pins one state. Otherwise SQLite restarts the copy after each write and may never finish. */
async function copyPages(
  path: string,
  target: string,
  reportProgress: (pages: number, ofPages: number) => void,
): Promise<void> {
  const source = new DatabaseSync(path, { timeout: SQLITE_BUSY_LIMIT_MS });
  try {
    source.exec('begin; select 1 from sqlite_schema;');
    await backup(source, target, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) => reportProgress(totalPages - remainingPages, totalPages),
    });
  } finally {
    source.close();
  }
}

/** A copy keeps WAL mode, which would need two more files when opened. */
function makeOneFile(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('pragma journal_mode = delete');
  } finally {
    database.close();
  }
}

/** Does not replace an existing file, where the file system allows the check. */
function putInPlace(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === 'EEXIST' || existsSync(to)) throw fileExists();
    renameSync(from, to);
  }
}

export function inspectCopy(path: string): Result<BackupCopy, string> {
  if (!existsSync(path)) return refuse('the file does not exist');
  const address = pathToFileURL(path);
  // A copy has no writers, so SQLite needs no extra files.
  if (!existsSync(`${path}-wal`)) address.search = 'immutable=1';
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(address, { readOnly: true, timeout: SQLITE_BUSY_LIMIT_MS });
    const numberOf = (sql: string): number => Number(Object.values(database?.prepare(sql).get() ?? {})[0] ?? 0);
    const [problem] = database.prepare('pragma integrity_check(1)').all();
    if (problem?.integrity_check !== 'ok') return refuse('it is corrupted');
    if (database.prepare('pragma foreign_key_check').get() !== undefined)
      return refuse('it has invalid references between rows');
    const tables = numberOf(`select count(*) from sqlite_schema where name in ('schema_migrations', 'schema_serves')`);
    if (tables === 0) return refuse('it is not an orgdesk database');
    const step = numberOf('select max(version) from schema_migrations');
    return ok({
      step,
      serves: numberOf(NOT_SERVING) === 0 && pendingAt(step, MIGRATIONS) !== null,
      bytes: numberOf('pragma page_count') * numberOf('pragma page_size'),
    });
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'it cannot be read');
  } finally {
    database?.close();
  }
}

const NOT_SERVING = `select count(*) from schema_migrations as step
  left join schema_serves as record on record.version = step.version
  where step.version > ${LATEST_VERSION} and coalesce(record.oldest_program, ${LATEST_VERSION + 1}) > ${LATEST_VERSION}`;
