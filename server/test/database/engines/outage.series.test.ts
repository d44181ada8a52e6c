import { describe, expect, it, onTestFinished } from 'vitest';
import { outageIn } from '../../../src/database/engines/engine.ts';
import { ENGINES, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { createTestPostgres } from '../../support/databases/postgres.ts';
import { keyOf, NOON, signInOf, upTo } from '../../support/databases/records.ts';
import { stallingDoor } from '../../support/databases/stalling-door.ts';
import { PATIENT } from '../../support/patience.ts';

const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
if (postgres === undefined) throw new Error('PostgreSQL is not among the engines');

/** A call without a limit would not end before the test does. */
const fails = (call: Promise<unknown>): Promise<void> => expect(call).rejects.toThrow();

/** Repeats a call until it succeeds, for two minutes at most. */
async function eventually<T>(call: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + 120_000;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

describe('outage of PostgreSQL', () => {
  it('fails calls while the server is stopped, and ends with its restart', async () => {
    const server = await createTestPostgres();
    onTestFinished(server.remove);
    const { storage } = await postgres.open({ url: server.url, postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));
    const busy = upTo(10).map(() => storage.sessions.find(keyOf('ada'), NOON));
    await Promise.all(busy);

    await server.stop();
    await fails(storage.sessions.find(keyOf('ada'), NOON));
    await fails(storage.sessions.signIn(signInOf('grace', 2)));
    await fails(storage.sessions.delete(keyOf('nobody')));
    await fails(storage.ready());
    await fails(storage.migrate());
    await Promise.all(upTo(30).map(() => fails(storage.sessions.find(keyOf('ada'), NOON))));

    await server.start();
    await eventually(() => storage.ready());
    expect((await storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
    await storage.sessions.signIn(signInOf('grace', 2));
  });

  it('fails calls while nothing gets through, and leaves no connection unusable', async () => {
    const url = await freshDatabaseUrl('PostgreSQL');
    const door = await stallingDoor(url);
    const { storage } = await postgres.open({ url: door.url, postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));

    door.stall(true);
    await Promise.all([
      fails(storage.sessions.find(keyOf('ada'), NOON)),
      fails(storage.ready()),
      ...upTo(20).map(() => fails(storage.sessions.delete(keyOf('nobody')))),
    ]);

    door.stall(false);
    await eventually(() => storage.ready());
    const found = await Promise.all(upTo(30).map(() => storage.sessions.find(keyOf('ada'), NOON)));
    expect(found.every((session) => session?.user.login === 'ada')).toBe(true);
    await storage.sessions.signIn(signInOf('grace', 2));
  });

  it('costs one call when one connection hangs: the next call gets another', async () => {
    const door = await stallingDoor(await freshDatabaseUrl('PostgreSQL'));
    const { storage } = await postgres.open({ url: door.url, postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));

    door.stallOpenOnes();
    await fails(storage.sessions.delete(keyOf('ada')));
    expect(await storage.sessions.delete(keyOf('nobody'))).toBe(false);

    door.stallOpenOnes();
    await fails(storage.sessions.signIn(signInOf('grace', 2)));
    await storage.sessions.signIn(signInOf('grace', 2));
  });

  it('of one connection refuses nobody who waits in line behind it', async () => {
    const door = await stallingDoor(await freshDatabaseUrl('PostgreSQL'));
    const limits = { ...PATIENT.limits, queryMs: 500 };
    const { storage } = await postgres.open({ url: door.url, postgres: { limits, poolSize: 2 } });
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.sessions.find(keyOf('ada'), NOON);

    door.stallOpenOnes();
    const results = await Promise.allSettled(upTo(6).map(() => storage.sessions.find(keyOf('ada'), NOON)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', ...upTo(5).map(() => 'fulfilled')]);
  });

  it('is told in time to who waited in line before they got a connection', async () => {
    const door = await stallingDoor(await freshDatabaseUrl('PostgreSQL'));
    const limits = { ...PATIENT.limits, connectMs: 60_000, queryMs: 500, silentMs: 1_500 };
    const { storage } = await postgres.open({ url: door.url, postgres: { limits, poolSize: 2 } });
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.sessions.find(keyOf('ada'), NOON);

    door.stall(true);
    await Promise.all(upTo(2).map(() => fails(storage.sessions.find(keyOf('ada'), NOON))));
    door.stall(false);
    await eventually(() => storage.ready());
    expect((await storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
  });

  it('is told with its reason, also by those who are refused without asking', async () => {
    const elsewhere = new URL(await freshDatabaseUrl('PostgreSQL'));
    elsewhere.pathname = '/no_such_database';
    const { storage } = await postgres.open({ url: elsewhere.href, migrate: false, postgres: {} });
    const find = () => storage.sessions.find(keyOf('ada'), NOON).catch((error: unknown) => error);
    const failed = [await find(), await find()];
    const reasons: readonly unknown[] = [...failed, ...(await Promise.all([find(), find()]))];
    expect(reasons.map(outageIn)).toEqual(['away', 'away', 'away', 'away']);
    expect(reasons[0]).toMatchObject({ code: '3D000' });
    expect(reasons[3]).toMatchObject({ message: expect.stringMatching(/is not responding/), cause: { code: '3D000' } });
  });

  it('is none when it has no connection left: it is busy then, and is asked again', async () => {
    const { url, rawQuery } = await postgres.open();
    const full = new URL(url);
    full.username = `full_${full.pathname.slice(1)}`;
    full.password = 'test';
    await rawQuery(`create role ${full.username} login password 'test' connection limit 0`);
    onTestFinished(async () => void (await rawQuery(`drop role ${full.username}`)));
    const { storage } = await postgres.open({ url: full.href, migrate: false, postgres: {} });
    for (const _ of upTo(4)) {
      const error = await storage.sessions.find(keyOf('ada'), NOON).catch((thrown: unknown) => thrown);
      expect([outageIn(error), Object(error).code]).toEqual(['busy', '53300']);
    }
  });

  it('does not end the process when the server closes connections in use', async () => {
    const { storage, rawQuery } = await postgres.open({ postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));
    const outcomes: PromiseSettledResult<void>[] = [];
    for (const round of upTo(5)) {
      let done = false;
      const work = Promise.allSettled(
        upTo(40).map((step) =>
          storage.sessions.signIn(signInOf(`user-${step}`, step + 10, { key: keyOf(`${round}-${step}`) })),
        ),
      ).finally(() => {
        done = true;
      });
      while (!done) {
        await rawQuery(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        );
      }
      outcomes.push(...(await work));
    }
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
    await eventually(() => storage.ready());
    expect((await eventually(() => storage.sessions.find(keyOf('ada'), NOON)))?.user.login).toBe('ada');
  });
});
