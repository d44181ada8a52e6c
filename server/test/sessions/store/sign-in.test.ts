import { describe, expect, it } from 'vitest';
import { ENGINES, type OpenStorage } from '../../support/databases/engines.ts';
import {
  afterNoon,
  installationOf,
  keyOf,
  membershipIn,
  NOON,
  plainGrant,
  signInOf,
  upTo,
} from '../../support/databases/records.ts';

const TABLES = [
  'host_users',
  'host_organizations',
  'host_memberships',
  'host_installations',
  'sessions',
  'session_installations',
];

async function rowCounts({ rawQuery }: OpenStorage): Promise<readonly number[]> {
  const counts = await Promise.all(TABLES.map((table) => rawQuery(`select count(*) as count from ${table}`)));
  return counts.map(([row]) => Number(row?.count));
}

for (const engine of ENGINES) {
  describe(`sign-in on ${engine.name}`, () => {
    it('gives back at the next read what was stored [R-5 R-7 S-1 B-11]', async () => {
      const { storage } = await engine.open();
      const record = signInOf('ada', 1);
      await storage.sessions.signIn(record);

      const found = await storage.sessions.find(record.key, NOON);
      expect(found && { ...found, grant: plainGrant(found.grant) }).toEqual({
        key: record.key,
        user: record.profile.user,
        memberships: record.profile.memberships,
        installationIds: [100],
        grant: record.grant,
        tokenVersion: 1,
        createdAt: record.createdAt,
        expiresAt: record.expiresAt,
        stamps: {
          own: expect.any(Number),
          person: expect.any(Number),
          organizations: expect.any(String),
          common: engine.name === 'SQLite' ? expect.any(Number) : null,
        },
      });
    });

    it('keeps a grant that neither expires nor can be refreshed [R-7]', async () => {
      const { storage } = await engine.open();
      const grant = {
        ...signInOf('ada', 1).grant,
        accessTokenExpiresAt: null,
        refreshToken: null,
        refreshTokenExpiresAt: null,
      };
      await storage.sessions.signIn(signInOf('ada', 1, { grant }));

      expect(plainGrant((await storage.sessions.find(keyOf('ada'), NOON))?.grant)).toEqual(grant);
    });

    it('leaves nothing behind when its last statement fails [S-1]', async () => {
      const opened = await engine.open();
      await opened.storage.sessions.signIn(signInOf('grace', 2));
      const before = await rowCounts(opened);
      const refused = 'installation_id <> 666';
      if (engine.name === 'SQLite') {
        await opened.rawQuery(
          `create trigger refuse before insert on session_installations when not new.${refused} begin select raise(abort, 'refused'); end`,
        );
      } else {
        await opened.rawQuery(`alter table session_installations add check (${refused})`);
      }

      const signIn = opened.storage.sessions.signIn(
        signInOf('ada', 1, {
          replaces: keyOf('grace'),
          profile: { user: { id: 1, login: 'ada', name: null, avatarUrl: null }, memberships: [membershipIn(30)] },
          installations: [...upTo(600).map((id) => installationOf(id)), installationOf(666)],
        }),
      );

      await expect(signIn).rejects.toThrow();
      expect(await rowCounts(opened)).toEqual(before);
      expect(await opened.storage.sessions.find(keyOf('grace'), NOON)).not.toBeNull();
    });

    it('replaces the memberships of the user as a set [B-11]', async () => {
      const { storage } = await engine.open();
      const user = { id: 1, login: 'ada', name: null, avatarUrl: null };
      const signInWith = (name: string, ...memberships: ReturnType<typeof membershipIn>[]) =>
        storage.sessions.signIn(signInOf(name, 1, { profile: { user, memberships } }));
      const membershipsOf = async (name: string) =>
        (await storage.sessions.find(keyOf(name), NOON))?.memberships.map((one) => [
          one.organization.id,
          one.viewerCanAdminister,
        ]);

      await storage.sessions.signIn(signInOf('grace', 2));
      await signInWith('first', membershipIn(10, true), membershipIn(20), membershipIn(30));
      await signInWith('second', membershipIn(20, true), membershipIn(30), membershipIn(40));

      expect(await membershipsOf('first')).toEqual([
        [20, true],
        [30, false],
        [40, false],
      ]);
      expect(await membershipsOf('grace')).toEqual([
        [10, true],
        [20, false],
      ]);

      await signInWith('third');
      expect(await membershipsOf('first')).toEqual([]);
    });

    it('deletes the session it replaces, and only that one', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('phone', 1));
      await storage.sessions.signIn(signInOf('laptop', 1));
      await storage.sessions.signIn(signInOf('laptop-again', 1, { replaces: keyOf('laptop') }));

      expect(await storage.sessions.find(keyOf('laptop'), NOON)).toBeNull();
      expect(await storage.sessions.find(keyOf('phone'), NOON)).not.toBeNull();
      expect(await storage.sessions.find(keyOf('laptop-again'), NOON)).not.toBeNull();
    });

    it('never takes over the key of an existing session', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));

      await expect(storage.sessions.signIn({ ...signInOf('mallory', 2), key: keyOf('ada') })).rejects.toThrow();
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.user.id).toBe(1);
    });

    it('keeps one link and one membership when the code host names them twice [R-11]', async () => {
      const { storage } = await engine.open();
      const { user } = signInOf('ada', 1).profile;
      await storage.sessions.signIn(
        signInOf('ada', 1, {
          profile: { user, memberships: [membershipIn(10), membershipIn(10, true)] },
          installations: [installationOf(7), installationOf(5), installationOf(7)],
        }),
      );

      const session = await storage.sessions.find(keyOf('ada'), NOON);
      expect(session?.installationIds).toEqual([5, 7]);
      expect(session?.memberships).toEqual([membershipIn(10, true)]);
    });

    it('follows renamed accounts, and logins that another account took over [R-12]', async () => {
      const { storage } = await engine.open();
      await storage.sessions.signIn(signInOf('ada', 1));
      await storage.sessions.signIn(signInOf('old-device', 2));
      const organizationNamed = (id: number, login: string) => ({
        organization: { id, login, name: null, avatarUrl: null },
        viewerCanAdminister: true,
      });
      await storage.sessions.signIn(
        signInOf('new-device', 2, {
          createdAt: afterNoon(1),
          profile: {
            user: { id: 2, login: 'ada', name: 'Ada the Second', avatarUrl: null },
            memberships: [organizationNamed(10, 'zeta'), organizationNamed(20, 'organization-10')],
          },
        }),
      );

      const session = await storage.sessions.find(keyOf('old-device'), NOON);
      expect(session?.user).toEqual({ id: 2, login: 'ada', name: 'Ada the Second', avatarUrl: null });
      expect(session?.memberships.map(({ organization }) => [organization.id, organization.login])).toEqual([
        [20, 'organization-10'],
        [10, 'zeta'],
      ]);
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
    });

    it('does not turn back an account that was stored later', async () => {
      const { storage } = await engine.open();
      const profileNamed = (login: string) => ({
        user: { id: 1, login, name: null, avatarUrl: null },
        memberships: [{ organization: { id: 10, login, name: null, avatarUrl: null }, viewerCanAdminister: false }],
      });
      await storage.sessions.signIn(
        signInOf('late', 1, { createdAt: afterNoon(2), profile: profileNamed('new-name') }),
      );
      await storage.sessions.signIn(
        signInOf('early', 1, { createdAt: afterNoon(1), profile: profileNamed('old-name') }),
      );

      const session = await storage.sessions.find(keyOf('early'), NOON);
      expect(session?.user.login).toBe('new-name');
      expect(session?.memberships[0]?.organization.login).toBe('new-name');
    });

    it('updates an account again after a clock ran far ahead once', async () => {
      const { storage } = await engine.open();
      const { memberships } = signInOf('ada', 1).profile;
      const profileNamed = (login: string) => ({ user: { id: 1, login, name: null, avatarUrl: null }, memberships });
      await storage.sessions.signIn(
        signInOf('ahead', 1, { createdAt: afterNoon(60 * 24), profile: profileNamed('before') }),
      );
      await storage.sessions.signIn(signInOf('right', 1, { profile: profileNamed('after') }));

      expect((await storage.sessions.find(keyOf('right'), NOON))?.user.login).toBe('after');
    });

    it('stores a thousand organizations and a thousand installations', async () => {
      const { storage } = await engine.open();
      const { user } = signInOf('ada', 1).profile;
      const record = signInOf('ada', 1, {
        profile: { user, memberships: upTo(1_000).map((id) => membershipIn(id, id % 2 === 0)) },
        installations: upTo(1_000)
          .map((id) => installationOf(id))
          .reverse(),
      });
      await storage.sessions.signIn(record);
      await storage.sessions.signIn({ ...record, key: keyOf('again') });

      const session = await storage.sessions.find(keyOf('again'), NOON);
      expect(session?.installationIds).toEqual(upTo(1_000));
      expect(session?.memberships).toHaveLength(1_000);
      expect(session?.memberships.filter((one) => one.viewerCanAdminister)).toHaveLength(500);
      expect(await storage.installations.findByAccounts(upTo(1_200))).toHaveLength(1_000);
    });

    it('leaves the memberships of one of several parallel sign-ins of a user, never a mix', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      const { user } = signInOf('ada', 1).profile;
      for (const round of upTo(10)) {
        const sets = upTo(6).map((step) =>
          upTo(3).map((index) => membershipIn(step * 10 + index + (round % 2) * 1_000)),
        );
        await Promise.all(
          sets.map((memberships, step) =>
            (step % 2 === 0 ? one : two).storage.sessions.signIn(
              signInOf(`${round}-${step}`, 1, { profile: { user, memberships }, installations: [] }),
            ),
          ),
        );
        const left = (await one.storage.sessions.find(keyOf(`${round}-1`), NOON))?.memberships;
        expect(sets).toContainEqual(left);
      }
    });

    it('lets people with common organizations sign in at once, on two instances, in any order of theirs', async () => {
      const one = await engine.open();
      const two = await engine.open({ url: one.url });
      const people = upTo(24);
      for (const round of upTo(4)) {
        await Promise.all(
          people.map((person) => {
            const ids = upTo(30).map((step) => ((person * 7 + step * 11) % 40) + round * 10);
            const { storage } = person % 2 === 0 ? one : two;
            const renamed = ids.map((id) => ({
              organization: { id, login: `organization-${id}-${round}-${person}`, name: null, avatarUrl: null },
              viewerCanAdminister: (id + person) % 2 === 0,
            }));
            const user = { id: (person % 8) + 1, login: `person-${person}`, name: null, avatarUrl: null };
            return storage.sessions.signIn(
              signInOf(`${person}-${round}`, user.id, {
                profile: { user, memberships: renamed },
                installations: ids.map((id) => installationOf(id)),
                replaces: round === 1 ? null : keyOf(`${person}-${round - 1}`),
              }),
            );
          }),
        );
      }
      const found = await Promise.all(people.map((person) => two.storage.sessions.find(keyOf(`${person}-4`), NOON)));
      expect(found.filter((session) => session?.installationIds.length === 30)).toHaveLength(people.length);
    });
  });
}
