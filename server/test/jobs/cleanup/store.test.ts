import { describe, expect, it } from 'vitest';
import { UNNEEDED_KEPT_MS } from '../../../src/lib/limits/storage.ts';
import { ENGINES, type OpenStorage } from '../../support/databases/engines.ts';
import {
  installationOf,
  keyOf,
  membershipIn,
  NOON,
  observationAt,
  signInOf,
  upTo,
} from '../../support/databases/records.ts';
import { allRecords } from '../../support/service/cache.ts';

const NOTHING = { users: 0, organizations: 0, observations: 0 };
const DAY_MS = 24 * 60 * 60 * 1000;
const afterDays = (days: number, ms = 0): Date => new Date(NOON.getTime() + days * DAY_MS + ms);
const KEPT_DAYS = UNNEEDED_KEPT_MS / DAY_MS;

const signInWith = (login: string, userId: number, organizations: readonly number[]) =>
  signInOf(login, userId, {
    profile: {
      user: { id: userId, login, name: null, avatarUrl: null },
      memberships: organizations.map((id) => membershipIn(id)),
    },
  });

for (const engine of ENGINES) {
  describe(`what no session needs, on ${engine.name},`, () => {
    const ids = async ({ rawQuery }: OpenStorage, table: string, column: string) =>
      (await rawQuery(`select ${column} as id from ${table} order by ${column}`)).map(({ id }) => Number(id));
    const accounts = async (open: OpenStorage) => [
      await ids(open, 'host_users', 'user_id'),
      await ids(open, 'host_memberships', 'organization_id'),
      await ids(open, 'host_organizations', 'organization_id'),
    ];
    const clear = async ({ storage }: OpenStorage, now: Date) => {
      await storage.sessions.deleteExpired(now);
      return storage.deleteUnneeded(now);
    };

    it('is kept for days after the last sign-in, then goes with everything that only it needed [D-4]', async () => {
      const open = await engine.open();
      await open.storage.sessions.signIn(signInWith('ada', 1, [10, 20]));
      await open.storage.sessions.signIn({ ...signInWith('grace', 2, [20, 30]), createdAt: afterDays(1) });

      expect(await clear(open, afterDays(KEPT_DAYS))).toEqual(NOTHING);
      expect(await clear(open, afterDays(KEPT_DAYS, 1))).toEqual({ ...NOTHING, users: 1, organizations: 1 });
      expect(await accounts(open)).toEqual([[2], [20, 30], [20, 30]]);
      expect(await clear(open, afterDays(KEPT_DAYS + 1, 1))).toEqual({ ...NOTHING, users: 1, organizations: 2 });
      expect(await accounts(open)).toEqual([[], [], []]);
    });

    it('are files of an organization that the App left, some days after they were kept, but no rules about owners', async () => {
      const open = await engine.open();
      const { appliedFiles } = open.storage;
      const files = {
        files: [{ name: 'a.yaml', text: 'version: 1' }],
        hash: 'x',
        at: NOON,
        by: { id: 1, login: 'ada' },
        accounts: [{ id: 1, login: 'ada' }],
        ownerRules: { ownersMin: 2, requiredOwners: [{ id: 1, login: 'ada' }] },
      };
      await open.storage.installations.upsert([installationOf(1, 10)], observationAt(1), NOON);
      for (const organization of [10, 20]) {
        await appliedFiles.replace(organization, files);
        await open.rawQuery(
          `insert into owner_rules values (${organization}, 2, '[]', 1, ${NOON.getTime()}, 1, 'ada')`,
        );
      }
      await clear(open, afterDays(KEPT_DAYS, -1));
      expect(await ids(open, 'applied_files', 'organization_id')).toEqual([10, 20]);
      await clear(open, afterDays(KEPT_DAYS));
      expect(await ids(open, 'applied_files', 'organization_id')).toEqual([10]);
      expect(await ids(open, 'owner_rules', 'organization_id')).toEqual([10, 20]);
      expect(await appliedFiles.find(10)).toEqual(files);
    });

    it('stays while there is a session, however old', async () => {
      const open = await engine.open();
      await open.storage.sessions.signIn({ ...signInWith('ada', 1, [10]), expiresAt: afterDays(90) });
      expect(await clear(open, afterDays(60))).toEqual(NOTHING);
      expect((await open.storage.sessions.find(keyOf('ada'), afterDays(60)))?.memberships).toHaveLength(1);
    });

    it('is an organization as soon as its last member left it', async () => {
      const open = await engine.open();
      await open.storage.sessions.signIn(signInWith('ada', 1, [10, 20]));
      await open.storage.sessions.signIn({ ...signInWith('ada', 1, [20]), key: keyOf('again') });
      expect(await clear(open, NOON)).toEqual({ ...NOTHING, organizations: 1 });
      expect(await accounts(open)).toEqual([[1], [20], [20]]);
    });

    it('goes in batches, by two instances at once, also where one person is in many organizations', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      await one.storage.sessions.signIn(signInWith('ada', 1, upTo(1_300)));
      const series =
        engine.name === 'SQLite'
          ? 'with recursive series(n) as (select 2 union all select n + 1 from series where n < 1200) select n from series'
          : 'select n from generate_series(2, 1200) as n';
      await one.rawQuery(
        `insert into host_users (user_id, login, updated_at) select n, 'u', ${NOON.getTime()} from (${series}) as s`,
      );
      await one.rawQuery(`insert into host_memberships select user_id, 7, 0 from host_users where user_id > 1`);

      const deleted = await Promise.all([one, two].map((open) => clear(open, afterDays(30))));
      expect(deleted.reduce((sum, { users }) => sum + users, 0)).toBe(1_200);
      // Whoever was through first may have left organizations of people whom the other was still deleting.
      deleted.push(await clear(one, afterDays(30)));
      expect(deleted.reduce((sum, { organizations }) => sum + organizations, 0)).toBe(1_300);
      expect(await accounts(one)).toEqual([[], [], []]);
    });

    it('is left alone once it is told to stop', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInWith('ada', 1, [10]));
      await storage.sessions.deleteExpired(afterDays(30));
      expect(await storage.deleteUnneeded(afterDays(30), AbortSignal.abort())).toEqual(NOTHING);
    });

    it('never goes from under a sign-in that needs it again [D-4]', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      const signedIn = new AbortController();
      const cleared = (async () => {
        while (!signedIn.signal.aborted) await clear(two, NOON);
      })();
      const all = upTo(60);
      for (const round of upTo(40)) {
        await one.storage.sessions.signIn({ ...signInWith('grace', 2, []), key: keyOf(`leaves ${round}`) });
        await one.storage.sessions.signIn({ ...signInWith('grace', 2, all), key: keyOf(`comes ${round}`) });
        const session = await one.storage.sessions.find(keyOf(`comes ${round}`), NOON);
        expect(session?.memberships).toHaveLength(all.length);
      }
      signedIn.abort();
      await cleared;
    });

    it('is the order of looks at an installation that is gone, some days after its last look [D-4]', async () => {
      const open = await engine.open();
      const { installations } = open.storage;
      const observe = async () => installations.observe();
      await installations.upsert([installationOf(7), installationOf(8)], await observe(), NOON);
      await installations.remove(7, await observe());
      await installations.markRepositoriesStale([6]);
      const observed = () => ids(open, 'host_observations', 'installation_id');

      expect(await clear(open, NOON)).toEqual(NOTHING);
      await installations.remove(9, await observe());
      expect(await clear(open, afterDays(1, -1))).toEqual(NOTHING);
      expect(await clear(open, afterDays(KEPT_DAYS, -1))).toEqual(NOTHING);
      expect(await observed()).toEqual([6, 7, 8, 9]);

      expect(await clear(open, afterDays(KEPT_DAYS))).toEqual({ ...NOTHING, observations: 2 });
      expect(await observed()).toEqual([8, 9]);
      await installations.upsert([installationOf(9)], observationAt(1), NOON);
      expect((await allRecords(installations)).map(({ id }) => id)).toEqual([8]);

      expect(await clear(open, afterDays(4 * KEPT_DAYS))).toEqual({ ...NOTHING, observations: 1 });
      expect(await observed()).toEqual([8]);
      expect(await open.rawQuery('select * from host_observation_times')).toHaveLength(2);
    });
  });
}
