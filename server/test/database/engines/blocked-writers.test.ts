import { describe, expect, it } from 'vitest';
import { openPostgres } from '../../../src/database/engines/postgres/engine.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { pausedDatabase } from '../../support/databases/paused-database.ts';
import {
  afterNoon,
  installationOf,
  keyOf,
  membershipIn,
  NOON,
  nextObservation,
  signInOf,
  upTo,
} from '../../support/databases/records.ts';
import { PATIENT } from '../../support/patience.ts';

const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
if (postgres === undefined) throw new Error('PostgreSQL is not among the engines');

const LOCKED_LEASE = "select 1 from leases where name = 'work' for update";
/** A row that a running write may still refer to. */
const EVERYTHING_SHARED = [
  'host_users',
  'host_organizations',
  'host_memberships',
  'host_installations',
  'host_observations',
].map((table) => `select 1 from ${table} for no key update`);

const WAITING = `select 1 from pg_stat_activity
  where datname = current_database() and application_name = 'orgdesk' and wait_event_type = 'Lock'`;
const CONNECTED = `select 1 from pg_stat_activity
  where datname = current_database() and application_name = 'orgdesk'`;

describe('writers on PostgreSQL that wait for a lock', () => {
  it('leave reads and readiness their connections', async () => {
    const { storage, url, rawQuery } = await postgres.open({ postgres: { ...PATIENT, poolSize: 6 } });
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.leases.acquire('work', 'somebody', 1);
    const lock = await pausedDatabase(url, LOCKED_LEASE);
    const observations = upTo(30).map(() => storage.installations.observe());
    const writers = upTo(30).map((number) => storage.leases.acquire('work', `writer ${number}`, 60_000));
    await expect.poll(async () => (await rawQuery(WAITING)).length).toBe(3);

    const found = await Promise.all(upTo(30).map(() => storage.sessions.find(keyOf('ada'), NOON)));
    expect(found.every((session) => session?.user.login === 'ada')).toBe(true);
    await storage.ready();
    expect((await rawQuery(CONNECTED)).length).toBeLessThanOrEqual(6);
    await lock.resume();
    expect(new Set(await Promise.all(observations)).size).toBe(30);
    expect((await Promise.all(writers)).filter((taken) => taken)).toHaveLength(1);
  });

  it('give up, and so does the server on their behalf', async () => {
    const { storage, url, rawQuery } = await postgres.open({ postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.installations.observe();
    await pausedDatabase(url, 'select 1 from host_counters, host_users for update');

    const renamed = { user: { id: 1, login: 'ada-2', name: null, avatarUrl: null }, memberships: [] };
    const works = await Promise.allSettled([
      storage.installations.observe(),
      storage.sessions.signIn(signInOf('ada again', 1, { profile: renamed })),
    ]);
    for (const work of works) expect(work).toMatchObject({ status: 'rejected', reason: { code: '55P03' } });
    expect(await rawQuery(WAITING)).toEqual([]);
  });

  it('are not among those who sign in or link while nothing changed', async () => {
    const { storage, url } = await postgres.open({ postgres: PATIENT });
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.sessions.signIn(signInOf('first', 2));
    for (const statement of EVERYTHING_SHARED) await pausedDatabase(url, statement);

    await storage.sessions.signIn(signInOf('ada', 1, { key: keyOf('again'), replaces: keyOf('ada') }));
    expect(
      await storage.sessions.linkInstallation(keyOf('first'), installationOf(100, 10), nextObservation(), NOON),
    ).toBe(true);
    expect((await storage.sessions.find(keyOf('again'), NOON))?.installationIds).toEqual([100]);
  });

  it('get the lock of a transaction that fell silent', async () => {
    const { storage, url } = await postgres.open({ postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));
    const silent = openPostgres(url, { debug() {}, info() {}, warn() {}, error() {} });
    const taken = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const transaction = silent.transaction(async (db) => {
      await db.updateTable('host_users').set({ name: 'never stored' }).execute();
      taken.resolve();
      await over.promise;
    });
    transaction.catch(() => {});
    await taken.promise;

    const profile = { user: { id: 1, login: 'renamed', name: null, avatarUrl: null }, memberships: [membershipIn(30)] };
    await storage.sessions.signIn(signInOf('again', 1, { createdAt: afterNoon(1), profile }));
    over.resolve();
    await expect(transaction).rejects.toThrow();
    expect((await storage.sessions.find(keyOf('again'), NOON))?.user).toEqual(profile.user);
    await silent.close();
  });

  it('do not keep anybody from learning that a session has ended', async () => {
    const { storage, url } = await postgres.open({ postgres: {} });
    await storage.sessions.signIn(signInOf('ada', 1));
    const lock = await pausedDatabase(url, 'select 1 from sessions for update');
    expect(await storage.sessions.find(keyOf('ada'), afterNoon(600))).toBeNull();
    await lock.resume();
  });
});

for (const engine of ENGINES) {
  describe(`sign-in on ${engine.name} in which nothing changed`, () => {
    it('writes nothing that people share', async () => {
      const { storage, rawQuery } = await engine.open();
      const shared = () =>
        Promise.all(
          ['host_users', 'host_organizations', 'host_installations', 'host_observations'].map((table) =>
            rawQuery(`select * from ${table} order by 1`),
          ),
        );
      await storage.sessions.signIn(signInOf('ada', 1));
      const before = await shared();
      await storage.sessions.signIn(signInOf('ada', 1, { key: keyOf('again'), createdAt: afterNoon(5) }));
      expect(await shared()).toEqual(before);
      expect((await storage.sessions.find(keyOf('again'), NOON))?.installationIds).toEqual([100]);
    });
  });
}
