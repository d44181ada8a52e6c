import pg from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PostgresLimits } from '../../../src/database/engines/postgres/engine.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { waitingForLocks } from '../../support/databases/paused-database.ts';
import { upTo } from '../../support/databases/records.ts';
import { PATIENT } from '../../support/patience.ts';

const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
if (postgres === undefined) throw new Error('PostgreSQL is not among the engines');

/** Makes everybody who takes a lease wait for a lock of its own. */
const LOCK_BY_NAME = [
  'create function wait_for_lock() returns trigger as $$ begin perform pg_advisory_xact_lock(hashtext(new.name)); return new; end $$ language plpgsql',
  'create trigger wait before insert on leases for each row execute function wait_for_lock()',
];
const nameOf = (number: number) => `work ${number}`;

/** Eight who wait for one connection, each held by the database until the test lets it pass; the test alone moves time. */
const eightWriters = async (limits: Partial<PostgresLimits>) => {
  const { storage, url, rawQuery } = await postgres.open({
    postgres: { limits: { ...PATIENT.limits, ...limits }, poolSize: 2 },
  });
  for (const statement of LOCK_BY_NAME) await rawQuery(statement);
  const acquire = (name: string) => storage.leases.acquire(name, 'me', 60_000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  // From here on the connection is open.
  await acquire('first');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  for (const number of upTo(8)) await client.query('select pg_advisory_lock(hashtext($1))', [nameOf(number)]);
  const writers = upTo(8).map((number) => acquire(nameOf(number)));
  for (const writer of writers) writer.catch(() => {});
  /** Once one has the connection, lets time pass, and then that one. */
  const pass = async (number: number, afterMs: number) => {
    await expect.poll(() => waitingForLocks(url)).toBe(1);
    await vi.advanceTimersByTimeAsync(afterMs);
    await client.query('select pg_advisory_unlock(hashtext($1))', [nameOf(number)]);
    await writers[number - 1];
  };
  return { acquire, writers, pass };
};

describe('more writers than connections on PostgreSQL', () => {
  it('are served one after the other, however long that takes together', async () => {
    const { writers, pass } = await eightWriters({ connectMs: 1_000 });
    for (const number of upTo(8)) await pass(number, 900);
    expect(await Promise.all(writers)).toEqual(upTo(8).map(() => true));
  });

  it('are not kept waiting for longer than a limit, also while others are served', async () => {
    const { writers, pass } = await eightWriters({ waitMs: 700 });
    for (const number of upTo(3)) await pass(number, 300);
    const statuses = (await Promise.allSettled(writers)).map(({ status }) => status);
    expect(statuses).toEqual(upTo(8).map((number) => (number <= 3 ? 'fulfilled' : 'rejected')));
  });

  it('give up soon when nothing moves', async () => {
    const { acquire, writers, pass } = await eightWriters({ connectMs: 200 });
    await pass(1, 300);
    const statuses = (await Promise.allSettled(writers)).map(({ status }) => status);
    expect(statuses).toEqual(upTo(8).map((number) => (number === 1 ? 'fulfilled' : 'rejected')));
    expect(await acquire('work 9')).toBe(true);
  });
});
