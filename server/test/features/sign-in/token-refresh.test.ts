import { describe, expect, test } from 'vitest';
import type { TokenGrant } from '../../../src/domain/session.ts';
import { REFRESH_PAUSE_MS, SESSION_LIFETIME_MS } from '../../../src/lib/limits/sessions.ts';
import { type SessionId, sessionKeyOf } from '../../../src/lib/secrets.ts';
import { fetchOnce } from '../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { plainGrant } from '../../support/databases/records.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { createTimeLimit } from '../../support/time-limit.ts';

const TOKEN_LIFETIME_MS = 28_800_000;
/** Leaves three minutes: inside the window, while the token still lives. */
const INTO_THE_WINDOW_MS = TOKEN_LIFETIME_MS - 180_000;

describe.each(ENGINES_OF_RULES)('token refresh on $name', ({ name: engine, open }) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const refreshCalls = () => host().count({ path: '/login/oauth/access_token' });
  const read = (headers: Record<string, string>, url = service().url) =>
    fetchOnce(`${url}/api/auth/session`, { headers });

  /** Puts the ends of pauses and leases, which are by the clock of the database, nearer. */
  const turnDatabaseClock = async (ms: number) => {
    const { rawQuery } = await open({ url: service().databaseUrl, migrate: false });
    await rawQuery(`update sessions set refresh_lease_until = refresh_lease_until - ${ms}`);
  };

  /** Signs in, then turns the clock to where a refresh is due. */
  const dueSession = async (login = 'ada') => {
    service().clock.reset();
    const signedIn = await service().signIn(login);
    service().clock.advance(INTO_THE_WINDOW_MS);
    host().clearRequests();
    return signedIn;
  };

  test('starts five minutes before expiry and not sooner [S-4 M-2]', async () => {
    const { bearer } = await dueSession();
    service().clock.advance(-180_000);
    expect((await read(bearer)).status).toBe(200);
    expect(refreshCalls()).toBe(0);
    service().clock.advance(180_000);
    expect((await read(bearer)).status).toBe(200);
    expect(refreshCalls()).toBe(1);
  });

  test('extends the session to the new token, but never past 24 hours after sign-in [M-1]', async () => {
    const { bearer } = await dueSession();
    const signedInAt = service().clock.now().getTime() - INTO_THE_WINDOW_MS;
    const ends: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const answer = await read(bearer);
      expect(answer.status).toBe(200);
      ends.push(Date.parse((answer.json as { session: { expiresAt: string } }).session.expiresAt) - signedInAt);
      service().clock.advance(INTO_THE_WINDOW_MS);
    }
    expect(refreshCalls()).toBe(3);
    expect(ends[0]).toBeGreaterThan(INTO_THE_WINDOW_MS + TOKEN_LIFETIME_MS - 5_000);
    expect(ends[2]).toBeGreaterThan(24 * 3_600_000 - 5_000);
    expect(ends[2]).toBeLessThanOrEqual(24 * 3_600_000);
    expect((await read(bearer)).status).toBe(401);
  });

  test.each([25, 200])('%s concurrent reads on two instances make exactly one call [G-3]', async (count) => {
    const other = await service().addInstance();
    const { bearer } = await dueSession();
    host().latencyMs(150, { path: '/login/oauth/access_token' });
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) => read(bearer, index % 2 === 0 ? service().url : other.url)),
    );
    host().latencyMs(0);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(refreshCalls()).toBe(1);
    expect(host().tokens('ada').reuses).toBe(0);
    // The pair that was stored works for the next refresh: nothing of it was lost.
    service().clock.advance(INTO_THE_WINDOW_MS);
    expect((await read(bearer, other.url)).status).toBe(200);
    expect(refreshCalls()).toBe(2);
    await other.close();
  });

  test.each([['bad-gateway-html'], ['reset'], ['truncate'], ['html-200'], ['wrong-types'], ['empty']] as const)(
    'a passing fault (%s) keeps the living token, and nobody tries again at once',
    async (kind) => {
      const { bearer } = await dueSession();
      host().fault({ match: { path: '/login/oauth/access_token' }, kind });
      expect((await read(bearer)).status).toBe(200);
      // However long the first read took, the pause is not over.
      await turnDatabaseClock(-3_600_000);
      expect((await read(bearer)).status).toBe(200);
      expect(refreshCalls()).toBe(1);
      host().clearFaults();
    },
  );

  test('a code host that hangs delays a read no longer than the call limit', async () => {
    const limit = createTimeLimit();
    const limited = await service().addInstance({ callLimitMs: limit.ms });
    const { bearer } = await dueSession();
    host().fault({ match: { path: '/login/oauth/access_token' }, kind: 'hang' });
    const reading = read(bearer, limited.url);
    await expect.poll(() => host().stalled()).toHaveLength(1);
    limit.come();
    expect((await reading).status).toBe(200);
    expect([refreshCalls(), limit.running()]).toEqual([1, 0]);
    host().clearFaults();
    await limited.close();
  });

  describe('that takes its time', () => {
    const slowly = { refreshWaits: { shownMs: 20, usedMs: 20 } };
    const endOf = async (headers: Record<string, string>, url?: string) =>
      ((await read(headers, url)).json as { session: { expiresAt: string } }).session.expiresAt;

    test('keeps no reader waiting while the token lives, and goes on', async () => {
      const instance = await service().addInstance(slowly);
      const { bearer } = await dueSession();
      const hold = host().hold({ path: '/login/oauth/access_token' });
      const before = await endOf(bearer, instance.url);
      expect(await endOf(bearer, instance.url)).toBe(before);
      await hold.arrived(1);
      hold.release();
      await expect.poll(() => endOf(bearer, instance.url)).not.toBe(before);
      expect(refreshCalls()).toBe(1);
      await instance.close();
    });

    test('is waited for when its instance ends: the new pair is stored', async () => {
      const instance = await service().addInstance(slowly);
      const { bearer } = await dueSession();
      const hold = host().hold({ path: '/login/oauth/access_token' }, 'after');
      const before = await endOf(bearer, instance.url);
      await hold.arrived(1);
      const closed = instance.close();
      hold.release();
      await closed;
      expect(await endOf(bearer)).not.toBe(before);
      expect([refreshCalls(), host().tokens('ada').reuses]).toEqual([1, 0]);
    });
  });

  test('after the pause of a passing fault, a later read refreshes', async () => {
    const { bearer } = await dueSession();
    host().fault({ match: { path: '/login/oauth/access_token' }, times: 1, kind: 'bad-gateway-html' });
    await read(bearer);
    await turnDatabaseClock(REFRESH_PAUSE_MS);
    await read(bearer);
    expect(refreshCalls()).toBe(2);
  });

  test('a spent refresh token is forgotten: the living token serves, then the answer is 401 [S-6 G-2]', async () => {
    const { bearer } = await dueSession();
    host().expireRefreshTokens('ada');
    expect((await read(bearer)).status).toBe(200);
    expect((await read(bearer)).status).toBe(200);
    expect(refreshCalls()).toBe(1);
    service().clock.advance(180_000);
    expect((await read(bearer)).status).toBe(401);
    expect(refreshCalls()).toBe(1);
  });

  describe('a token that has ended while its session has not', () => {
    /** Sign-in ends a session with its token at the latest; this one is stored to outlive it. */
    const outlivingSession = async (changes: Partial<TokenGrant> = {}) => {
      service().clock.reset();
      const { id, bearer } = await service().signIn('ada');
      const { sessions, installations } = service().storage;
      const key = sessionKeyOf(id as SessionId);
      const signedIn = await sessions.find(key, service().clock.now());
      if (signedIn === null) throw new Error('not signed in');
      const { user, memberships, grant, createdAt } = signedIn;
      await sessions.signIn({
        key,
        client: null,
        replaces: key,
        profile: { user, memberships },
        grant: { ...plainGrant(grant), ...changes },
        installations: [],
        observation: await installations.observe(),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + SESSION_LIFETIME_MS),
      });
      service().clock.advance(TOKEN_LIFETIME_MS + 1_000);
      host().clearRequests();
      return { key, bearer };
    };

    test('is refreshed when there is a refresh token [S-5]', async () => {
      const { bearer } = await outlivingSession();
      expect((await read(bearer)).status).toBe(200);
      expect(refreshCalls()).toBe(1);
    });

    test('without a refresh token is 401, and the session stays as it is [S-5]', async () => {
      const { key, bearer } = await outlivingSession({ refreshToken: null });
      const answer = await read(bearer);
      expect([answer.status, answer.json]).toEqual([401, { authenticated: false, session: null }]);
      expect(await service().storage.sessions.find(key, service().clock.now())).not.toBeNull();
      expect(refreshCalls()).toBe(0);
    });

    test('without a refresh token is 200 and no session to those who ask for an optional one [G-4]', async () => {
      const { bearer } = await outlivingSession({ refreshToken: null });
      const cookie = `host_session=${bearer.authorization.slice('Bearer '.length)}`;
      for (const headers of [bearer, { cookie }]) {
        const answer = await fetchOnce(`${service().url}/api/auth/session?optional=true`, { headers });
        expect([answer.status, answer.json]).toEqual([200, { authenticated: false, session: null }]);
      }
      expect(refreshCalls()).toBe(0);
    });
  });

  test('a refresh that ends after the sign-out does not bring the session back', async () => {
    const other = await service().addInstance();
    for (let round = 0; round < 10; round += 1) {
      const { bearer } = await dueSession();
      const hold = host().hold({ path: '/login/oauth/access_token' }, 'after');
      const reading = read(bearer);
      await hold.arrived(1);
      await fetchOnce(`${other.url}/api/auth/logout`, { method: 'POST', headers: bearer });
      hold.release();
      expect((await reading).status).toBe(401);
      expect((await read(bearer)).status).toBe(401);
    }
    await other.close();
  });
});
