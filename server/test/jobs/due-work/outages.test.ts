import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { WorkKind } from '../../../src/domain/job.ts';
import {
  ENGINES,
  ENGINES_OF_RULES,
  type EngineName,
  freshDatabaseUrl,
  sqlitePathOf,
} from '../../support/databases/engines.ts';
import { stallingDoor } from '../../support/databases/stalling-door.ts';
import { workerOn } from './working.ts';

const WITHIN = { interval: 50 };
/** In the database it ends by real time. */
const LEASE_MS = 1_000;
/** Spares waiting until a worker looks by itself. */
const awake = <T>(worker: { wake(): void }, read: () => T): T => {
  worker.wake();
  return read();
};
const engineOf = (name: string) => {
  const engine = ENGINES.find((each) => each.name === name);
  if (engine === undefined) throw new Error(`no ${name}`);
  return engine;
};

test('a worker goes on after connections that stay open but pass nothing, and loses no item (half-open connections)', async () => {
  const url = await freshDatabaseUrl('PostgreSQL');
  const direct = await engineOf('PostgreSQL').open({ url });
  const door = await stallingDoor(url);
  const behind = await engineOf('PostgreSQL').open({ url: door.url, migrate: false, postgres: {} });
  const blocked = Promise.withResolvers<null>();
  const done: string[] = [];
  const work = async ({ key }: { readonly key: string }) => {
    if (key === 'held') await blocked.promise;
    done.push(key);
    return null;
  };
  const worker = workerOn(behind.storage.dueWork, [{ name: 'mail', work }], { leaseMs: LEASE_MS });
  worker.keepWorking();
  const others = workerOn(direct.storage.dueWork, [], { clock: worker.clock });
  await others.add(['before', 'held']);
  worker.wake();
  await expect.poll(() => new Set(done), WITHIN).toEqual(new Set(['before']));
  door.stallOpenOnes();
  // What it does meanwhile cannot be stored: it is done again once its lease is over.
  blocked.resolve(null);
  await others.add(['after']);
  await expect.poll(() => awake(worker, () => new Set(done)), WITHIN).toEqual(new Set(['before', 'held', 'after']));
  await expect.poll(() => awake(worker, () => direct.rawQuery('select key from due_work')), WITHIN).toEqual([]);
});

test('a worker goes on after another process held the file for longer than it waits', async () => {
  const { storage, url, rawQuery } = await engineOf('SQLite').open();
  const done: string[] = [];
  const work = async ({ key }: { readonly key: string }) => {
    done.push(key);
    return null;
  };
  const worker = workerOn(storage.dueWork, [{ name: 'mail', work }]);
  await worker.add(['a']);
  const file = new DatabaseSync(sqlitePathOf(url));
  onTestFinished(() => file.close());
  file.exec('begin immediate');
  worker.keepWorking();
  await expect.poll(() => worker.lines.map(({ line }) => line), WITHIN).toContain('could not read jobs; retrying');
  expect(done).toEqual([]);
  file.exec('rollback');
  await expect.poll(() => awake(worker, () => rawQuery('select key from due_work')), WITHIN).toEqual([]);
  expect(done).toEqual(['a']);
});

/** Keeps others from writing until the returned function is called. */
const BLOCKS: Readonly<Record<EngineName, (url: string) => Promise<() => unknown>>> = {
  async SQLite(url) {
    const file = new DatabaseSync(sqlitePathOf(url));
    onTestFinished(() => file.close());
    file.exec('begin immediate');
    return () => file.exec('rollback');
  },
  async PostgreSQL(url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('begin; lock table due_work in exclusive mode');
    return () => client.query('rollback');
  },
};

test.each(ENGINES_OF_RULES)(
  'an item is ended when its lease could not be extended in time on $name (heartbeat)',
  async ({ name, open }) => {
    const { storage, url, rawQuery } = await open();
    const reasons: unknown[] = [];
    const started = Promise.withResolvers<void>();
    const work: WorkKind['work'] = async (_, stop) => {
      started.resolve();
      if (reasons.length > 0) return null;
      await new Promise((resolve) => stop.addEventListener('abort', resolve));
      reasons.push(stop.reason);
      throw stop.reason;
    };
    const worker = workerOn(storage.dueWork, [{ name: 'mail', work }], { leaseMs: LEASE_MS });
    await worker.add(['a']);
    worker.keepWorking();
    await started.promise;
    const release = await BLOCKS[name](url);
    await expect.poll(() => reasons, WITHIN).toMatchObject([{ message: expect.stringContaining('may have it') }]);
    await release();
    await expect.poll(() => awake(worker, () => rawQuery('select key from due_work')), WITHIN).toEqual([]);
  },
);
