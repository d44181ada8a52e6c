import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type CompiledQuery, Kysely } from 'kysely';
import { SQLITE_BUSY_LIMIT_MS } from '../../../lib/limits/storage.ts';
import type { Tables } from '../../schema.ts';
import type { Engine } from '../engine.ts';
import { createSqliteDialect, preparedOnce } from './dialect.ts';
import { fileProblem, freeBytesAt, hexOf, nowMs } from './engine.ts';
import { busyDeadline, createBusyRetry, createTransactionQueue } from './waiting.ts';

/** Creates nothing. Without a WAL file nobody uses the database, so it is opened as immutable. */
export function openSqliteForReading(
  path: string,
): Pick<
  Engine,
  | 'name'
  | 'db'
  | 'read'
  | 'limitsConnections'
  | 'nowMs'
  | 'hexOf'
  | 'requireWritable'
  | 'problem'
  | 'freeBytes'
  | 'close'
> {
  const file = pathToFileURL(resolve(path));
  if (!existsSync(`${path}-wal`)) file.searchParams.set('immutable', '1');
  const database = new DatabaseSync(file, { readOnly: true, timeout: SQLITE_BUSY_LIMIT_MS });
  const prepare = preparedOnce(database);
  const retryWhileBusy = createBusyRetry(() => {});
  const queue = createTransactionQueue();
  const dialect = createSqliteDialect({ database, prepare, queue, retryWhileBusy, noteFullDisk: () => {} });
  return {
    name: 'SQLite',
    db: new Kysely<Tables>({ dialect }),
    read: <R>(query: CompiledQuery<R>) =>
      retryWhileBusy(() => prepare(query.sql).all(query.parameters) as R[], busyDeadline()),
    limitsConnections: false,
    nowMs,
    hexOf,
    requireWritable: async () => requireAccess(path),
    problem: async (bytesMax) => fileProblem(database, statSync(path).size <= bytesMax),
    freeBytes: () => freeBytesAt(path),
    close: async () => database.close(),
  };
}

/** Also checks the folder, where SQLite keeps files while the database is open. */
function requireAccess(path: string): void {
  for (const [target, description] of [
    [path, 'the database file'],
    [dirname(resolve(path)), "the database file's directory"],
  ] as const) {
    try {
      accessSync(target, constants.W_OK);
    } catch {
      throw new Error(`this user cannot write to ${description}`);
    }
  }
}
