import { ENDPOINTS } from '@orgdesk/contract/endpoints';
import { describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { begin, callbackUrl, installationOn, START } from '../installing/installing.ts';

const SIGN_IN = '/api/auth/start';
const service = sharedService();
const at = (path: string) => `${service().url}${path}`;

test('a mobile sign-in that another site begins in a browser leaves it signed in as it was', async () => {
  const victim = await service().signIn('ada');
  for (const login of ['ada', 'grace']) {
    const { answer, id } = await service().signIn(login, { mode: 'mobile', browser: victim.browser });
    expect([answer.status, setCookieNamed(answer.setCookies, 'host_session')]).toEqual([200, null]);
    expect(id).not.toBe(victim.id);
    const session = await victim.browser.request(at('/api/auth/session'));
    expect(session.json).toMatchObject({ session: { id: victim.id, user: { login: 'ada' } } });
  }
});

describe('a request that says it is no page', () => {
  const NO_PAGES = [
    ...['image', 'script', 'style', 'font', 'audio', 'iframe', 'frame', 'embed', 'object', 'report', 'x', ''].flatMap(
      (destination) => ['cross-site', 'same-site', 'same-origin', 'none'].map((site) => [destination, site] as const),
    ),
    ['empty', 'cross-site'],
    ['empty', 'same-site'],
  ] as const;
  const headersOf = ([destination, site]: readonly [string, string]) => ({
    'sec-fetch-dest': destination,
    'sec-fetch-site': site,
    'sec-fetch-mode': 'no-cors',
  });

  test('breaks no sign-in under way [C-3]', async () => {
    const browser = createBrowser();
    const callback = await service().authorize(browser, 'ada');
    for (const kind of NO_PAGES) {
      for (const path of [SIGN_IN, `${SIGN_IN}?mode=mobile`, START]) {
        const answer = await browser.request(at(path), { headers: headersOf(kind) });
        expect([kind, answer.status, answer.setCookies]).toEqual([kind, 302, []]);
      }
    }
    expect((await browser.request(callback.href)).location).toBe('/');
    expect(await browser.cookie(service().url, 'host_session')).not.toBeNull();
  });

  test('breaks no installation under way [C-6]', async () => {
    const { browser } = await service().signIn('ada');
    const state = await begin(service(), browser);
    for (const kind of NO_PAGES) {
      const answer = await browser.request(at(START), { headers: headersOf(kind) });
      expect([kind, answer.status, answer.setCookies]).toEqual([kind, 302, []]);
    }
    const id = String(installationOn(service(), 'acme'));
    const answer = await browser.request(callbackUrl(service(), { installation_id: id, state }));
    expect([answer.status, answer.location]).toEqual([302, '/']);
  });
});

describe('a prefetch', () => {
  const AHEAD = [
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-purpose': 'Prefetch; anonymous-client-ip' },
    { purpose: 'prefetch' },
  ];

  test.each(AHEAD)('of any address that redirects is refused without a cookie: %j', async (headers) => {
    const { browser } = await service().signIn('ada');
    const links = ENDPOINTS.filter(({ answers }) => 302 in answers);
    expect(links.map(({ path }) => path)).toEqual(expect.arrayContaining([SIGN_IN, '/api/auth', START]));
    for (const { method, path } of links) {
      const answer = await browser.request(at(path), { method, headers });
      expect([path, answer.status, answer.setCookies, answer.location]).toEqual([path, 503, [], null]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(AHEAD)('changes nothing in a sign-in and an installation under way: %j', async (headers) => {
    const browser = createBrowser();
    const callback = await service().authorize(browser, 'ada');
    for (const address of [at(SIGN_IN), callback.href]) await browser.request(address, { headers });
    expect((await browser.request(callback.href)).location).toBe('/');
    const state = await begin(service(), browser);
    const id = String(installationOn(service(), 'acme'));
    const installed = callbackUrl(service(), { installation_id: id, state });
    for (const address of [at(START), installed]) await browser.request(address, { headers });
    expect((await browser.request(installed)).location).toBe('/');
  });
});

test.each([
  {},
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  ...['cross-site', 'same-site', 'same-origin', 'none'].map((site) => ({
    'sec-fetch-dest': 'document',
    'sec-fetch-site': site,
  })),
  ...['same-origin', 'none'].map((site) => ({ 'sec-fetch-dest': 'empty', 'sec-fetch-site': site })),
])('a page that is opened, a call of our own and a client that does not say begin a flow: %j', async (headers) => {
  const { browser } = await service().signIn('ada');
  const answers = [await browser.request(at(SIGN_IN), { headers }), await browser.request(at(START), { headers })];
  expect(answers.map(({ setCookies }) => setCookies.map((line) => line.split('=')[0]))).toEqual([
    ['host_auth_csrf'],
    ['host_install_csrf'],
  ]);
});

test('a sign-in is not finished with the CSRF value in the cookie of an installation [T-8]', async () => {
  const browser = createBrowser();
  const callback = await service().authorize(browser, 'ada');
  const csrf = (await browser.cookie(at('/'), 'host_auth_csrf')) ?? '';
  expect(csrf).not.toBe('');
  const answer = await fetchOnce(callback.href, { headers: { cookie: `host_install_csrf=${csrf}` } });
  expect(setCookieNamed(answer.setCookies, 'host_session')).toBeNull();
  expect(answer.location ?? '').toContain('authError=');
  expect((await fetchOnce(callback.href, { headers: { cookie: `host_auth_csrf=${csrf}` } })).location).toBe('/');
});
