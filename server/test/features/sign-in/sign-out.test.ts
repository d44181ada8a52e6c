import { describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { startService } from '../../support/service/start-service.ts';

const COOKIES = ['host_session', 'host_auth_csrf', 'host_install_csrf'];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('POST /api/auth/logout on %s', (engine) => {
  const service = sharedService({ engine });
  const logout = (init: RequestInit = {}, url = service().url) =>
    fetchOnce(`${url}/api/auth/logout`, { method: 'POST', ...init });
  const status = async (authorization: string, url = service().url) =>
    (await fetchOnce(`${url}/api/auth/session`, { headers: { authorization } })).status;

  test('ends the session of the cookie and clears all three cookies [C-2 C-4 C-5 S-7 L-1 L-4]', async () => {
    const { browser, bearer } = await service().signIn('ada');
    const answer = await browser.request(`${service().url}/api/auth/logout`, { method: 'POST' });
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
    for (const name of COOKIES) {
      expect(setCookieNamed(answer.setCookies, name)).toMatchObject({
        value: '',
        attributes: { 'max-age': '0', path: '/' },
      });
    }
    expect(await browser.cookie(service().url, 'host_session')).toBeNull();
    expect(await status(bearer.authorization)).toBe(401);
  });

  test('ends the session of the bearer header [L-1]', async () => {
    const { bearer } = await service().signIn('ada');
    expect((await logout({ headers: bearer })).json).toEqual({ ok: true });
    expect(await status(bearer.authorization)).toBe(401);
  });

  test.each<readonly [string, RequestInit]>([
    ['no session', {}],
    ['an unknown session', { headers: { authorization: `Bearer ${'a'.repeat(64)}` } }],
    ['a malformed bearer', { headers: { authorization: 'Bearer %' } }],
    ['an empty JSON body', { headers: { 'content-type': 'application/json' } }],
    ['a broken JSON body', { body: '{', headers: { 'content-type': 'application/json' } }],
    ['a form', { body: new URLSearchParams({ a: 'b' }) }],
    ['a text', { body: 'x' }],
    ['a megabyte', { body: 'x'.repeat(1_000_000) }],
  ])('answers 200 with %s [L-2 L-5 U-3]', async (_what, init) => {
    const answer = await logout(init);
    expect([answer.status, answer.json]).toEqual([200, { ok: true }]);
    expect(answer.setCookies).toHaveLength(3);
  });

  test('holds at once on every instance [S-7]', async () => {
    const other = await service().addInstance();
    for (let round = 0; round < 20; round += 1) {
      const { bearer } = await service().signIn('grace');
      expect(await status(bearer.authorization, other.url)).toBe(200);
      await logout({ headers: bearer });
      expect(await status(bearer.authorization, other.url)).toBe(401);
    }
    await other.close();
  });

  test.each<readonly [string, Record<string, string>]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['an opaque origin', { origin: 'null' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('from %s is refused and signs nobody out [L-5]', async (_what, headers) => {
    const { browser, bearer } = await service().signIn('ada');
    const answer = await browser.request(`${service().url}/api/auth/logout`, { method: 'POST', headers });
    expect([answer.status, answer.setCookies]).toEqual([403, []]);
    expect(await status(bearer.authorization)).toBe(200);
  });

  test.each(['Basic YWRhOmFkYQ==', 'Digest username="ada"', 'bearer-like x', ''])(
    'from another site is refused under "Authorization: %s" too, which names no session [L-5]',
    async (authorization) => {
      const { browser, bearer } = await service().signIn('ada');
      const headers = { authorization, origin: 'https://evil.example' };
      const answer = await browser.request(`${service().url}/api/auth/logout`, { method: 'POST', headers });
      expect([answer.status, answer.setCookies]).toEqual([403, []]);
      expect(await status(bearer.authorization)).toBe(200);
    },
  );

  test('from its own pages, or with a bearer header, is not refused', async () => {
    const own = { origin: service().url, 'sec-fetch-site': 'same-origin' };
    expect(
      (await createBrowser().request(`${service().url}/api/auth/logout`, { method: 'POST', headers: own })).status,
    ).toBe(200);
    const { bearer } = await service().signIn('ada');
    expect((await logout({ headers: { ...bearer, origin: 'https://app.example' } })).status).toBe(200);
  });
});

test('POST /api/auth/logout answers 200 and clears the cookies when the database is gone [L-3]', async () => {
  const service = await startService();
  const { browser } = await service.signIn('ada');
  await service.storage.close();
  const answer = await browser.request(`${service.url}/api/auth/logout`, { method: 'POST' });
  expect([answer.status, answer.json, answer.setCookies.length]).toEqual([200, { ok: true }, 3]);
  await service.close();
});
