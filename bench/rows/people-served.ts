import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench } from '../reporting/row.ts';
import { type BenchService, startService } from '../servers/bench-service.ts';
import { fillWithPeople, type PeopleOptions, type Person } from '../worlds/people.ts';

export type Engine = 'SQLite' | 'PostgreSQL';

export const SESSIONS = 10_000;
const USUAL: PeopleOptions = { sessions: SESSIONS, installations: 1_000 };

/** Creates an empty database for a row and returns its URL. */
export async function databaseUrlOf(bench: Bench, engine: Engine): Promise<string> {
  if (engine === 'PostgreSQL') return bench.postgresUrl();
  const folder = await mkdtemp(join(bench.folder, 'sqlite-'));
  bench.closing.defer(() => rm(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'orgdesk.db')}`;
}

/** Otherwise the first checkpoint of what is measured waits for all that filling has written. */
async function flushed(databaseUrl: string): Promise<void> {
  const file = await open(databaseUrl.slice('sqlite:'.length), 'r+');
  await file.sync();
  await file.close();
}

/** Starts a service with many people; by default 10,000, each with five organizations and three installations. */
export async function servePeople(
  bench: Bench,
  engine: Engine,
  options: PeopleOptions = USUAL,
  beforeStart: (databaseUrl: string) => Promise<void> = async () => {},
): Promise<{ readonly service: BenchService; readonly people: readonly Person[]; readonly databaseUrl: string }> {
  const databaseUrl = await databaseUrlOf(bench, engine);
  const people = await fillWithPeople(databaseUrl, options);
  if (engine === 'SQLite') await flushed(databaseUrl);
  await beforeStart(databaseUrl);
  const { codeHost, folder, profile: nodeOptions } = bench;
  const service = await startService({ codeHost, databaseUrl, folder, nodeOptions });
  bench.closing.defer(service.stop);
  return { service, people, databaseUrl };
}
