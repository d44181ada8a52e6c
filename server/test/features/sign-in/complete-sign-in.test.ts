import { describe, expect, test } from 'vitest';
import { createStateTokens, type FlowState } from '../../../src/lib/state-token.ts';
import { type Browser, createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';

const GENERAL = 'Something went wrong during sign in. Please try again.';
const INVALID = 'Your sign in session was invalid. Please try signing in again.';
const INCOMPLETE = 'The code host did not complete the sign in process. Please try again.';
const EXPIRED = 'Your sign in session expired. Please try signing in again.';
const FAILED = 'Could not complete sign in. The code host may be temporarily unavailable.';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('GET /api/auth on %s', (engine) => {
  const service = sharedService({ engine });
  const host = () => service().simulator.control;
  const issue = (state: FlowState) =>
    createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service().url }, service().clock).issue(state);
  const callback = (query: string, init?: RequestInit, browser: Browser = createBrowser()) =>
    browser.request(`${service().url}/api/auth${query}`, init);
  const tokenCalls = () => host().count({ path: '/login/oauth/access_token' });

  describe('in web mode', () => {
    test('redirects to returnTo with a session cookie exactly as documented [W-1 C-1 C-4 B-13 B-14]', async () => {
      const { answer, id } = await service().signIn('ada', { returnTo: '/organizations?tab=x#y' });
      expect([answer.status, answer.location]).toEqual([302, '/organizations?tab=x#y']);
      const cookie = setCookieNamed(answer.setCookies, 'host_session');
      expect(cookie).toEqual({
        name: 'host_session',
        value: expect.stringMatching(/^[0-9a-f]{64}$/),
        attributes: { httponly: true, secure: true, samesite: 'Lax', path: '/', 'max-age': expect.any(String) },
      });
      expect(cookie?.value).toBe(id);
      // The simulated tokens live eight hours, which is sooner than 24.
      const maxAge = Number(cookie?.attributes['max-age']);
      expect(maxAge).toBeGreaterThan(28_700);
      expect(maxAge).toBeLessThanOrEqual(28_800);
      expect(setCookieNamed(answer.setCookies, 'host_auth_csrf')).toMatchObject({
        value: '',
        attributes: { 'max-age': '0', path: '/', secure: true },
      });
    });

    test('a session without token expiry lasts 24 hours [W-1 C-1]', async () => {
      host().tokenSettings({ expiring: false });
      const { answer } = await service().signIn('ada');
      host().tokenSettings({ expiring: true });
      const maxAge = Number(setCookieNamed(answer.setCookies, 'host_session')?.attributes['max-age']);
      expect(maxAge).toBeGreaterThan(86_300);
      expect(maxAge).toBeLessThanOrEqual(86_400);
    });

    test('returns to an absolute address of its own origin, byte for byte [B-14]', async () => {
      const returnTo = `${service().url}/a%2fb?c=%20d`;
      expect((await service().signIn('ada', { returnTo })).answer.location).toBe(returnTo);
    });
  });

  test('in mobile mode answers 200 with sessionToken and session, and sets no session cookie [R-1 R-5 R-6 C-4 A-3 B-12 B-15]', async () => {
    const { answer, id } = await service().signIn('ada', { mode: 'mobile' });
    expect(answer.status).toBe(200);
    expect(setCookieNamed(answer.setCookies, 'host_session')).toBeNull();
    expect(setCookieNamed(answer.setCookies, 'host_auth_csrf')).toMatchObject({ value: '' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const ada = service().simulator.world.user('ada');
    expect(answer.json).toEqual({
      sessionToken: expect.stringMatching(/^[0-9a-f]{64}$/),
      session: {
        id,
        user: {
          id: ada?.id,
          login: 'ada',
          name: expect.any(String),
          avatarUrl: expect.any(String),
          organizations: expect.arrayContaining([
            {
              id: expect.any(Number),
              login: 'acme',
              name: expect.any(String),
              avatarUrl: expect.any(String),
              viewerCanAdminister: true,
            },
          ]),
        },
        installationIds: expect.arrayContaining([expect.any(Number)]),
        expiresAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      },
    });
  });

  describe('refuses, in web mode by a redirect to returnTo with authError', () => {
    const authErrorOf = (location: string | null) =>
      new URL(location ?? '', service().url).searchParams.get('authError');
    const expectRefusal = async (query: string, error: string, status: number, browser = createBrowser()) => {
      host().clearRequests();
      const web = await callback(query, { headers: { accept: 'text/html' } }, browser);
      expect([web.status, authErrorOf(web.location)]).toEqual([302, error]);
      expect(setCookieNamed(web.setCookies, 'host_session')).toBeNull();
      expect(tokenCalls()).toBe(0);
      return { web, status };
    };

    test('a missing state [E-2]', async () => {
      for (const query of ['', '?code=x', '?state=', '?state=&code=x']) await expectRefusal(query, GENERAL, 400);
    });

    test('an invalid state [B-1 E-3]', async () => {
      for (const query of ['?state=abc&code=x', '?state=a.b.c', `?state=${'a'.repeat(9000)}`]) {
        const { web } = await expectRefusal(query, INVALID, 400);
        expect(web.location).toMatch(/^\/\?authError=/);
      }
    });

    test('an expired state, and still returns where it wanted to go [B-1]', async () => {
      const browser = createBrowser();
      const url = await service().authorize(browser, 'ada', { returnTo: '/organizations' });
      service().clock.advance(600_000);
      const { web } = await expectRefusal(url.search, INVALID, 400, browser);
      service().clock.reset();
      expect(web.location).toMatch(/^\/organizations\?authError=/);
    });

    test('a sign-in that the person cancelled [E-1 E-4]', async () => {
      const browser = createBrowser();
      const url = await service().authorize(browser, 'ada', { decision: 'cancel', returnTo: '/x?y=1' });
      expect(url.searchParams.get('error')).toBe('access_denied');
      const { web } = await expectRefusal(url.search, INCOMPLETE, 400, browser);
      expect(web.location).toMatch(/^\/x\?y=1&authError=/);
    });

    test('a callback in a browser that did not start it [W-4 T-8 B-3]', async () => {
      const url = await service().authorize(createBrowser(), 'ada');
      await expectRefusal(url.search, EXPIRED, 403);
    });

    test('a callback whose CSRF cookie belongs to another flow [T-8 A-5 E-5 U-5]', async () => {
      const browser = createBrowser();
      const first = await service().authorize(browser, 'ada');
      await service().authorize(browser, 'ada');
      await expectRefusal(first.search, EXPIRED, 403, browser);
    });

    test.each([
      ['state before everything', () => '?code=', GENERAL],
      ['state validity before the code', () => '?state=abc', INVALID],
      [
        'the code before CSRF',
        async () => `?state=${await issue({ type: 'oauth', csrf: 'c', mode: 'web', returnTo: '/' })}`,
        INCOMPLETE,
      ],
    ])('checking %s [B-16]', async (_what, query, error) => {
      await expectRefusal(await query(), error, 400);
    });

    test.each([
      ['a missing state', '', 400, GENERAL],
      ['an invalid state', '?state=abc&code=x', 400, INVALID],
      ['a repeated state', '?state=a&state=b', 400, GENERAL],
    ])('%s as JSON to a client that accepts only JSON [E-2 E-3 E-7]', async (_what, query, status, error) => {
      const answer = await callback(query, { headers: { accept: 'application/json' } });
      expect([answer.status, answer.json]).toEqual([status, { error }]);
    });
  });

  describe('refuses in mobile mode by the status and sentence of the table', () => {
    test('a cancelled sign-in [E-4]', async () => {
      const { answer } = await service().signIn('ada', { mode: 'mobile', decision: 'cancel' });
      expect([answer.status, answer.json]).toEqual([400, { error: INCOMPLETE }]);
    });

    test('an expired state [E-3]', async () => {
      const browser = createBrowser();
      const url = await service().authorize(browser, 'ada', { mode: 'mobile' });
      service().clock.advance(600_000);
      const answer = await callback(url.search, {}, browser);
      service().clock.reset();
      expect([answer.status, answer.json]).toEqual([400, { error: INVALID }]);
    });

    test('another browser [B-3 E-5]', async () => {
      const url = await service().authorize(createBrowser(), 'ada', { mode: 'mobile' });
      const answer = await callback(url.search);
      expect([answer.status, answer.json]).toEqual([403, { error: EXPIRED }]);
    });

    test('a failing code host [E-6]', async () => {
      host().fault({ match: { path: '/login/oauth/access_token' }, times: 1, kind: 'bad-gateway-html' });
      const { answer } = await service().signIn('ada', { mode: 'mobile' });
      expect([answer.status, answer.json]).toEqual([500, { error: FAILED }]);
      expect(setCookieNamed(answer.setCookies, 'host_auth_csrf')).toMatchObject({ value: '' });
    });
  });

  describe('is good for one use:', () => {
    test('the same callback again is an invalid state and makes no call', async () => {
      const browser = createBrowser();
      const url = await service().authorize(browser, 'ada', { mode: 'mobile' });
      const cookie = await browser.jar.getCookieString(service().url);
      expect((await callback(url.search, { headers: { cookie } })).status).toBe(200);
      host().clearRequests();
      const again = await callback(url.search, { headers: { cookie } });
      expect([again.status, again.json, tokenCalls()]).toEqual([400, { error: INVALID }, 0]);
    });

    test('16 parallel copies on two instances make one session and one exchange', async () => {
      const other = await service().addInstance();
      for (let round = 0; round < 5; round += 1) {
        const browser = createBrowser();
        const url = await service().authorize(browser, 'ada', { mode: 'mobile' });
        const cookie = await browser.jar.getCookieString(service().url);
        host().clearRequests();
        const answers = await Promise.all(
          Array.from({ length: 16 }, (_, index) =>
            fetchOnce(`${index % 2 === 0 ? service().url : other.url}/api/auth${url.search}`, { headers: { cookie } }),
          ),
        );
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([200, ...Array.from({ length: 15 }, () => 400)]);
        expect(tokenCalls()).toBe(1);
      }
      await other.close();
    });

    test('a used code under a fresh state is the 500 of the table [B-18 E-6]', async () => {
      const browser = createBrowser();
      const first = await service().authorize(browser, 'ada', { mode: 'mobile' });
      await callback(first.search, {}, browser);
      const second = await service().authorize(browser, 'ada', { mode: 'mobile' });
      second.searchParams.set('code', first.searchParams.get('code') ?? '');
      const answer = await callback(second.search, {}, browser);
      expect([answer.status, answer.json]).toEqual([500, { error: FAILED }]);
    });
  });

  test('a state that belongs to an installation goes to its callback with the whole query [T-2 T-7 B-2]', async () => {
    const state = await issue({ type: 'install', csrf: 'c', returnTo: '/', sessionId: 'k' });
    const query = `?code=x&installation_id=7&setup_action=install&state=${state}`;
    const answer = await callback(query);
    expect([answer.status, answer.location]).toEqual([302, `/api/install/callback${query}`]);
  });

  test('an earlier session of the browser ends, and is never adopted', async () => {
    const first = await service().signIn('ada');
    const second = await service().signIn('grace', { browser: first.browser });
    expect(second.id).not.toBe(first.id);
    const session = (authorization: string) =>
      fetchOnce(`${service().url}/api/auth/session`, { headers: { authorization } });
    expect((await session(first.bearer.authorization)).status).toBe(401);
    expect((await session(second.bearer.authorization)).json).toMatchObject({ session: { user: { login: 'grace' } } });
  });

  test('a session ID planted in the browser is replaced by a new one', async () => {
    const browser = createBrowser();
    const planted = 'a'.repeat(64);
    await browser.jar.setCookie(`host_session=${planted}; Path=/; Secure`, service().url);
    expect((await service().signIn('ada', { browser })).id).not.toBe(planted);
  });

  test('a duplicate CSRF cookie from a sibling site does not break the flow', async () => {
    for (const order of ['before', 'after']) {
      const browser = createBrowser();
      const url = await service().authorize(browser, 'ada', { mode: 'mobile' });
      const own = await browser.jar.getCookieString(service().url);
      const tossed = 'host_auth_csrf=tossed';
      const cookie = order === 'before' ? `${tossed}; ${own}` : `${own}; ${tossed}`;
      expect((await callback(url.search, { headers: { cookie } })).status).toBe(200);
    }
  });
});
