import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../support/databases/engines.ts';
import { pausedDatabase } from '../../../support/databases/paused-database.ts';
import { PATIENT } from '../../../support/patience.ts';
import { upTo } from '../records.ts';

const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
if (postgres === undefined) throw new Error('PostgreSQL is not among the engines');

/** Makes everybody who takes a lease take this long. */
const SLOW = [
  'create function sleep_some() returns trigger as $$ begin perform pg_sleep(0.3); return new; end $$ language plpgsql',
  'create trigger slow before insert on leases for each row execute function sleep_some()',
];

describe('more writers than connections on PostgreSQL', () => {
  it('are served one after the other, however long that takes together', async () => {
    const limits = { ...PATIENT.limits, connectMs: 1_000 };
    const { storage, rawQuery } = await postgres.open({ postgres: { limits, poolSize: 2 } });
    for (const statement of SLOW) await rawQuery(statement);
    const begunAt = performance.now();
    const taken = await Promise.all(upTo(8).map((number) => storage.leases.acquire(`work ${number}`, 'me', 60_000)));
    expect(performance.now() - begunAt).toBeGreaterThan(2 * limits.connectMs);
    expect(taken).toEqual(upTo(8).map(() => true));
  });

  it('are not kept waiting for longer than a limit, also while others are served', async () => {
    const limits = { ...PATIENT.limits, waitMs: 700 };
    const { storage, rawQuery } = await postgres.open({ postgres: { limits, poolSize: 2 } });
    for (const statement of SLOW) await rawQuery(statement);
    const taken = upTo(8).map((number) => storage.leases.acquire(`work ${number}`, 'me', 60_000));
    const kept = (await Promise.allSettled(taken)).filter(({ status }) => status === 'fulfilled');
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(8);
  });

  it('give up soon when nothing moves', async () => {
    const limits = { ...PATIENT.limits, connectMs: 200 };
    const { storage, url } = await postgres.open({ postgres: { limits, poolSize: 2 } });
    await storage.leases.acquire('work', 'somebody', 1);
    const lock = await pausedDatabase(url, 'select 1 from leases for update');
    const writers = upTo(5).map((number) => storage.leases.acquire('work', `writer ${number}`, 60_000));
    const waiting = await Promise.allSettled(writers.slice(1));
    expect(waiting.map(({ status }) => status)).toEqual(upTo(4).map(() => 'rejected'));
    await lock.resume();
    expect(await writers[0]).toBe(true);
    expect(await storage.leases.acquire('work', 'writer 1', 60_000)).toBe(true);
  });
});
