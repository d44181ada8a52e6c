import { describe, expect, it } from 'vitest';
import type { RefreshLease, SessionStore } from '../../../src/sessions/store/types.ts';
import { ENGINES, type OpenStorage } from '../../support/databases/engines.ts';
import { afterNoon, grantOf, keyOf, NOON, plainGrant, signInOf, upTo } from '../../support/databases/records.ts';

const LEASE_MS = 60_000;
const KEY = keyOf('ada');
const leaseOf = (leaseId: string, tokenVersion = 1): RefreshLease => ({ key: KEY, leaseId, tokenVersion });
const END_LEASE = 'update sessions set refresh_lease_until = refresh_lease_until - 600000';

for (const engine of ENGINES) {
  const signedIn = async (url?: string): Promise<OpenStorage & { readonly sessions: SessionStore }> => {
    const opened = await engine.open(url === undefined ? {} : { url });
    if (url === undefined) await opened.storage.sessions.signIn(signInOf('ada', 1));
    return { ...opened, sessions: opened.storage.sessions };
  };

  describe(`refresh lease on ${engine.name}`, () => {
    it('is granted to exactly one of fifty that ask at once on two instances', async () => {
      const one = await signedIn();
      const two = await signedIn(one.url);
      for (const version of upTo(5)) {
        const leases = upTo(50).map((reader) => leaseOf(`reader ${reader}`, version));
        const answers = await Promise.all(
          leases.map((lease, index) => (index % 2 === 0 ? one : two).sessions.leaseRefresh(lease, LEASE_MS)),
        );
        expect(answers.filter((answer) => answer === 'granted')).toHaveLength(1);
        expect(answers.filter((answer) => answer === 'held')).toHaveLength(49);

        const holder = leases[answers.indexOf('granted')] ?? leaseOf('nobody');
        const stored = await Promise.all(
          [one, two].map(({ sessions }) => sessions.storeRefreshed(holder, grantOf(holder.leaseId), afterNoon(600))),
        );
        expect(stored.toSorted()).toEqual([false, true]);
        const session = await two.sessions.find(KEY, NOON);
        expect(plainGrant(session?.grant)).toEqual(grantOf(holder.leaseId));
        expect(session?.tokenVersion).toBe(version + 1);
      }
    });

    it('is given again when it has run out, and only then', async () => {
      const { sessions, rawQuery } = await signedIn();
      expect(await sessions.leaseRefresh(leaseOf('first'), LEASE_MS)).toBe('granted');
      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('held');
      await rawQuery(END_LEASE);
      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('granted');
      expect(await sessions.leaseRefresh(leaseOf('third'), LEASE_MS)).toBe('held');
    });

    it('runs by the clock of the database', async () => {
      const { sessions, rawQuery } = await signedIn();
      await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
      const now =
        engine.name === 'SQLite' ? "unixepoch('subsec') * 1000" : 'extract(epoch from clock_timestamp()) * 1000';
      const [row] = await rawQuery(`select refresh_lease_until - ${now} as left_ms from sessions`);

      const leftMs = Number(row?.left_ms);
      expect(leftMs).toBeGreaterThan(LEASE_MS - 20_000);
      expect(leftMs).toBeLessThanOrEqual(LEASE_MS);
    });

    it('stores the refreshed grant and the new expiry, and frees the session for the next refresh [S-4]', async () => {
      const { sessions } = await signedIn();
      await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
      expect(await sessions.storeRefreshed(leaseOf('first'), grantOf('ada-2'), afterNoon(700))).toBe(true);

      const session = await sessions.find(KEY, NOON);
      expect(plainGrant(session?.grant)).toEqual(grantOf('ada-2'));
      expect(session?.expiresAt).toEqual(afterNoon(700));
      expect(session?.createdAt).toEqual(NOON);
      expect(await sessions.leaseRefresh(leaseOf('late'), LEASE_MS)).toBe('changed');
      expect(await sessions.leaseRefresh(leaseOf('next', 2), LEASE_MS)).toBe('granted');
    });

    it('stores a grant even after it was lost to another reader, for whom the session has changed then', async () => {
      const { sessions, rawQuery } = await signedIn();
      await sessions.leaseRefresh(leaseOf('slow'), LEASE_MS);
      await rawQuery(END_LEASE);
      await sessions.leaseRefresh(leaseOf('quick'), LEASE_MS);
      expect(await sessions.storeRefreshed(leaseOf('slow'), grantOf('slow'), afterNoon(600))).toBe(true);

      await sessions.pauseRefresh(leaseOf('quick'), LEASE_MS);
      await sessions.dropRefreshToken(leaseOf('quick'));
      expect(await sessions.storeRefreshed(leaseOf('quick'), grantOf('quick'), afterNoon(600))).toBe(false);
      const session = await sessions.find(KEY, NOON);
      expect(plainGrant(session?.grant)).toEqual(grantOf('slow'));
      expect(session?.tokenVersion).toBe(2);
      expect(await sessions.leaseRefresh(leaseOf('next', 2), LEASE_MS)).toBe('granted');
    });

    it('stores a grant after another reader met the spent token, gave up and dropped it', async () => {
      const { sessions, rawQuery } = await signedIn();
      await sessions.leaseRefresh(leaseOf('slow'), LEASE_MS);
      await rawQuery(END_LEASE);
      await sessions.leaseRefresh(leaseOf('quick'), LEASE_MS);
      await sessions.dropRefreshToken(leaseOf('quick'));

      expect(await sessions.storeRefreshed(leaseOf('slow'), grantOf('slow'), afterNoon(600))).toBe(true);
      expect(plainGrant((await sessions.find(KEY, NOON))?.grant)).toEqual(grantOf('slow'));
    });

    it('never brings back a session that was deleted meanwhile', async () => {
      const { sessions, rawQuery } = await signedIn();
      await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
      await sessions.delete(KEY);

      expect(await sessions.storeRefreshed(leaseOf('first'), grantOf('ada-2'), afterNoon(600))).toBe(false);
      await sessions.pauseRefresh(leaseOf('first'), 5_000);
      await sessions.dropRefreshToken(leaseOf('first'));
      expect(await rawQuery('select * from sessions')).toEqual([]);
      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('changed');
    });

    it('leaves no session behind when sign-out and a late refresh race', async () => {
      const one = await signedIn();
      const two = await signedIn(one.url);
      for (const round of upTo(25)) {
        const key = keyOf(`round ${round}`);
        await one.sessions.signIn(signInOf(`round ${round}`, 1));
        const lease = { key, leaseId: 'lease', tokenVersion: 1 };
        await one.sessions.leaseRefresh(lease, LEASE_MS);
        await Promise.all([
          one.sessions.storeRefreshed(lease, grantOf('late'), afterNoon(600)),
          two.sessions.delete(key),
        ]);
        expect(await one.sessions.find(key, NOON)).toBeNull();
      }
    });

    it('changes nothing for a caller who does not hold it', async () => {
      const { sessions } = await signedIn();
      await sessions.leaseRefresh(leaseOf('holder'), LEASE_MS);

      await sessions.pauseRefresh(leaseOf('stranger'), 5_000);
      await sessions.dropRefreshToken(leaseOf('stranger'));
      expect(await sessions.storeRefreshed(leaseOf('holder', 2), grantOf('holder'), afterNoon(600))).toBe(false);

      expect(plainGrant((await sessions.find(KEY, NOON))?.grant)).toEqual(grantOf('ada'));
      expect(await sessions.leaseRefresh(leaseOf('another'), LEASE_MS)).toBe('held');
    });

    it.each(['held', 'paused'])(
      'is %s no longer than its time when the clock of the database was put back',
      async (how) => {
        const { sessions, rawQuery } = await signedIn();
        await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
        if (how === 'paused') await sessions.pauseRefresh(leaseOf('first'), 5_000);
        const until = async () =>
          Number((await rawQuery('select refresh_lease_until from sessions'))[0]?.refresh_lease_until);
        const before = await until();
        await rawQuery('update sessions set refresh_lease_until = refresh_lease_until + 7200000');
        expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe(how);
        expect(await until()).toBeLessThan(before + 3_600_000);
        await rawQuery(END_LEASE);
        expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('granted');
      },
    );

    it('is given to nobody during a pause', async () => {
      const { sessions, rawQuery } = await signedIn();
      await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
      await sessions.pauseRefresh(leaseOf('first'), LEASE_MS);

      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('paused');
      await rawQuery(END_LEASE);
      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('granted');
    });

    it('is not given for a session whose refresh token was dropped, which lives on', async () => {
      const { sessions } = await signedIn();
      await sessions.leaseRefresh(leaseOf('first'), LEASE_MS);
      await sessions.dropRefreshToken(leaseOf('first'));

      const session = await sessions.find(KEY, NOON);
      expect(plainGrant(session?.grant)).toEqual({
        ...grantOf('ada'),
        refreshToken: null,
        refreshTokenExpiresAt: null,
      });
      expect(await sessions.leaseRefresh(leaseOf('second'), LEASE_MS)).toBe('changed');
    });
  });
}
