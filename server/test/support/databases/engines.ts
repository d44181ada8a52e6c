import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import type { PostgresOptions } from '../../../src/adapters/storage-sql/engines/postgres/engine.ts';
import { createSqlStorage } from '../../../src/adapters/storage-sql/storage.ts';
import type { Storage } from '../../../src/ports/storage/storage.ts';
import type { Log } from '../../../src/ports/system.ts';
import { cipherKeysOf } from '../../../src/security/keys.ts';
import { createTokenCipher } from '../../../src/security/token-cipher.ts';
import { PATIENT } from '../patience.ts';
import { inSeries } from '../series.ts';
import { QUICK_FOLDER } from './quick-folder.ts';

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

/** Engines for rules above storage: `npm test` uses one, the series all. */
export const ENGINES_OF_RULES: readonly TestEngine[] = inSeries(ENGINES, ENGINES.slice(0, 1));

/** A new, empty database, and how to remove it. */
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

/** Makes a database that lives until it is dropped. */
export const createDatabase = (engineName: EngineName, settings = SETTINGS): Promise<TestDatabase> =>
  engineName === 'SQLite' ? createSqliteFile() : createPostgresDatabase(settings);

/** The URL of a new, empty database, removed when the running test has ended, or with its server after the run. */
export async function freshDatabaseUrl(engineName: EngineName, settings?: string[]): Promise<string> {
  const { url, drop } = await createDatabase(engineName, settings);
  onTestFinished(drop);
  return url;
}

/** The path of the file that a SQLite URL names. */
export const sqlitePathOf = (url: string): string => url.slice('sqlite:'.length);

type RawQuery = (url: string, sql: string) => Promise<readonly Record<string, unknown>[]>;

async function openStorage(name: EngineName, raw: RawQuery, options: OpenOptions = {}): Promise<OpenStorage> {
  const url = options.url ?? (await freshDatabaseUrl(name));
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

async function createSqliteFile(): Promise<TestDatabase> {
  const folder = mkdtempSync(join(QUICK_FOLDER, 'orgdesk-sqlite-'));
  return {
    url: `sqlite:${join(folder, 'orgdesk.db')}`,
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function createPostgresDatabase(settings: readonly string[]): Promise<TestDatabase> {
  const server = inject('postgresUrl');
  const name = `orgdesk_${randomUUID().replaceAll('-', '')}`;
  await rawPostgres(server, `create database ${name}`);
  for (const setting of settings) await rawPostgres(server, `alter database ${name} set ${setting}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href.replace(/^\w+:/, SCHEME),
    drop: async () => {
      await rawPostgres(server, `drop database if exists ${name} with (force)`);
    },
  };
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
