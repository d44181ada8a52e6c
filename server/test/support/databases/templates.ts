import { createHash, randomBytes } from 'node:crypto';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { cipherKeysOf, createTokenCipher } from '../../../src/lib/secrets.ts';
import { createSqlStorage } from '../../../src/storage.ts';
import { PATIENT } from '../patience.ts';
import { QUICK_FOLDER } from './quick-folder.ts';

/*
 * Migrated databases without rows, which are copied instead of running every migration again: a tenth of the time.
 * Tests of kills, disks and migrations use none.
 */

let sqliteTemplate: Promise<string> | null = null;

/** Writes a migrated SQLite database to this path. */
export async function copySqliteTemplate(path: string): Promise<void> {
  sqliteTemplate ??= makeSqliteTemplate();
  copyFileSync(await sqliteTemplate, path);
}

async function makeSqliteTemplate(): Promise<string> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'orgdesk-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'orgdesk.db');
  await migrateEmpty(`sqlite:${path}`);
  return path;
}

/** Where the code is that decides what an empty database looks like afterwards. */
const SOURCES = fileURLToPath(new URL('../../../src/database/', import.meta.url));

/**
 * Names a template by the code that made it, because a server that outlives the run, or serves copies of this
 * repository with other code, keeps it.
 */
function nameOfTemplate(scheme: string): string {
  const hash = createHash('sha256').update(scheme);
  const files = globSync('{rows.ts,{migrations,engines}/**/*.ts}', { cwd: SOURCES }).toSorted();
  for (const file of files) hash.update(readFileSync(join(SOURCES, file)));
  return `orgdesk_template_${hash.digest('hex').slice(0, 20)}`;
}

const postgresTemplates = new Map<string, Promise<string>>();

/** The name of a migrated database on this server, made when there is none; `scheme` is that of the service's URL. */
export function postgresTemplate(admin: pg.Client, server: string, scheme: string): Promise<string> {
  const key = `${scheme} ${server}`;
  const found = postgresTemplates.get(key) ?? makePostgresTemplate(admin, server, scheme);
  postgresTemplates.set(key, found);
  return found;
}

async function makePostgresTemplate(admin: pg.Client, server: string, scheme: string): Promise<string> {
  const name = nameOfTemplate(scheme);
  const unfinished = `${name}_unfinished`;
  const lock = [name];
  await admin.query('select pg_advisory_lock(hashtext($1))', lock);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', lock);
    if (rowCount !== 0) return name;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const url = new URL(server);
    url.pathname = `/${unfinished}`;
    await migrateEmpty(url.href.replace(/^\w+:/, scheme));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  } finally {
    await admin.query('select pg_advisory_unlock(hashtext($1))', lock);
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

async function migrateEmpty(url: string): Promise<void> {
  const cipher = createTokenCipher(cipherKeysOf(['a secret that encrypts nothing, for there are no rows']), {
    bytes: (count) => randomBytes(count),
  });
  const storage = await createSqlStorage({ url, cipher, log: SILENT, postgres: PATIENT });
  try {
    await storage.migrate();
  } finally {
    await storage.close();
  }
}
