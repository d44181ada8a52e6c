import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { PostgresOptions } from '../../../src/database/engines/postgres/engine.ts';
import { cipherKeysOf, createTokenCipher } from '../../../src/lib/secrets.ts';
import type { Log } from '../../../src/lib/system.ts';
import { createSqlStorage, type Storage } from '../../../src/storage.ts';
import { PATIENT } from '../patience.ts';
import { inSeries } from '../series.ts';
import { createTestPostgres } from './postgres.ts';
import { QUICK_FOLDER } from './quick-folder.ts';
import { copySqliteTemplate, postgresTemplate } from './templates.ts';

export type EngineName = 'SQLite' | 'PostgreSQL';

/** The secret that encrypts tokens in tests. */
export const TOKEN_SECRET = 'a token secret of the tests, long enough';

export interface OpenOptions {
  /** An existing database; a fresh one otherwise. */
  readonly url?: string;
  /** In the order of `TOKEN_SECRET`: the first encrypts. */
  readonly tokenSecrets?: readonly string[];
  readonly log?: Log;
  /** False leaves a fresh database empty. */
  readonly migrate?: boolean;
  /** Waits patiently by default; `{}` is as in production. */
  readonly postgres?: PostgresOptions;
}

/** A storage on a real database, with a way past it for faults and for looking at rows. */
export interface OpenStorage {
  readonly storage: Storage;
  readonly url: string;
  /** Runs one statement beside the storage, on a connection of its own. */
  rawQuery(sql: string): Promise<readonly Record<string, unknown>[]>;
  /** Closes it before the test ends; the end of the test closes it otherwise. */
  close(): Promise<void>;
}

/** A kind of database the storage runs on. */
export interface TestEngine {
  readonly name: EngineName;
  open(options?: OpenOptions): Promise<OpenStorage>;
}

const SILENT: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** Every engine the storage contract is tested on. */
export const ENGINES: readonly TestEngine[] = [
  { name: 'SQLite', open: (options) => openStorage('SQLite', rawSqlite, options) },
  { name: 'PostgreSQL', open: (options) => openStorage('PostgreSQL', rawPostgres, options) },
];

/** Engines for rules above storage: `npm test` uses SQLite, the series PostgreSQL, `--long` both. */
export const ENGINES_OF_RULES: readonly TestEngine[] = inSeries(ENGINES.slice(1), ENGINES.slice(0, 1), ENGINES);

/** A new database, and how to remove it. */
export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/**
 * The series repeats tests with `serializable`, the default isolation of each new database on PostgreSQL, and with
 * `cockroachdb`, for which PostgreSQL is used as if it were that database.
 */
const VARIANT = process.env.TEST_POSTGRES;
const SETTINGS = VARIANT === 'serializable' ? ['default_transaction_isolation = serializable'] : [];
const SCHEME = VARIANT === 'cockroachdb' ? 'cockroachdb:' : 'postgres:';

export interface DatabaseOptions {
  /** Copies a migrated database; an empty one by default. */
  readonly migrated?: boolean;
  /** Settings that PostgreSQL keeps with the database, such as `default_transaction_isolation = serializable`. */
  readonly settings?: readonly string[];
}

/** Makes a database that lives until it is dropped. */
export const createDatabase = (engineName: EngineName, options: DatabaseOptions = {}): Promise<TestDatabase> =>
  engineName === 'SQLite' ? createSqliteFile(options) : createPostgresDatabase(options);

/** The URL of a new database, removed when the running test has ended, or with its server after the run. */
export async function freshDatabaseUrl(engineName: EngineName, options: DatabaseOptions = {}): Promise<string> {
  const { url, drop } = await createDatabase(engineName, options);
  onTestFinished(drop);
  return url;
}

/**
 * The URL of a new, empty database whose files are on a disk, as in production, removed when the running test has ended.
 * For tests of what survives a kill; PostgreSQL gets a server of its own unless `TEST_DATABASE_URL` names one.
 */
export async function databaseUrlOnDisk(engineName: EngineName): Promise<string> {
  if (engineName === 'SQLite') {
    const { url, drop } = await createSqliteFile({}, tmpdir());
    onTestFinished(drop);
    return url;
  }
  if (inject('postgresStays')) return freshDatabaseUrl(engineName);
  const server = await createTestPostgres();
  onTestFinished(server.remove);
  return (await createPostgresDatabase({}, server.url)).url;
}

/** The path of the file that a SQLite URL names. */
export const sqlitePathOf = (url: string): string => url.slice('sqlite:'.length);

type RawQuery = (url: string, sql: string) => Promise<readonly Record<string, unknown>[]>;

async function openStorage(name: EngineName, raw: RawQuery, options: OpenOptions = {}): Promise<OpenStorage> {
  const url = options.url ?? (await freshDatabaseUrl(name, { migrated: options.migrate !== false }));
  const keys = cipherKeysOf(options.tokenSecrets ?? [TOKEN_SECRET]);
  const cipher = createTokenCipher(keys, { bytes: (count) => randomBytes(count) });
  const storage = await createSqlStorage({
    url,
    cipher,
    log: options.log ?? SILENT,
    postgres: options.postgres ?? PATIENT,
  });
  let closed: Promise<void> | null = null;
  const close = (): Promise<void> => {
    closed ??= storage.close();
    return closed;
  };
  onTestFinished(close);
  if (options.migrate !== false) await storage.migrate();
  return { storage, url, rawQuery: (sql) => raw(url, sql), close };
}

async function createSqliteFile({ migrated }: DatabaseOptions, parent = QUICK_FOLDER): Promise<TestDatabase> {
  const folder = mkdtempSync(join(parent, 'orgdesk-sqlite-'));
  const path = join(folder, 'orgdesk.db');
  if (migrated === true) await copySqliteTemplate(path);
  return {
    url: `sqlite:${path}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(
  { migrated, settings = SETTINGS }: DatabaseOptions,
  server = inject('postgresUrl'),
): Promise<TestDatabase> {
  const admin = await adminOf(server);
  const name = `orgdesk_${randomUUID().replaceAll('-', '')}`;
  const template = migrated === true ? await postgresTemplate(admin, server, SCHEME) : 'template1';
  // Half the time of copying through the log of writes, while files are in memory.
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  for (const setting of settings) await admin.query(`alter database ${name} set ${setting}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href.replace(/^\w+:/, SCHEME),
    drop: async () => {
      await admin.query(`drop database if exists ${name} with (force)`);
    },
  };
}

const admins = new Map<string, Promise<pg.Client>>();

/** One connection of this process to the server of the run, which makes and drops databases. */
function adminOf(server: string): Promise<pg.Client> {
  const found = admins.get(server) ?? connectAdmin(server);
  admins.set(server, found);
  return found;
}

async function connectAdmin(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  client.on('error', () => admins.delete(server));
  await client.connect();
  return client;
}

async function rawSqlite(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const database = new DatabaseSync(sqlitePathOf(url), { timeout: 5_000 });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}

async function rawPostgres(url: string, sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
