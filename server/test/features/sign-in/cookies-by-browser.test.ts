import { describe, expect, test } from 'vitest';
import { isWebKit } from '../../../src/http/cookies.ts';
import { authorizeAt, createBrowser } from '../../support/browser.ts';
import { parseSetCookie, type SetCookie } from '../../support/cookies.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { startService } from '../../support/service/start-service.ts';

const WEBKIT = {
  'Safari on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
  'Safari on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Chrome on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/138.0.7204.33 Mobile/15E148 Safari/604.1',
  'Firefox on an iPad':
    'Mozilla/5.0 (iPad; CPU OS 15_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15',
  'Edge on an iPhone':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 EdgiOS/138.0.3351.42 Mobile/15E148 Safari/604.1',
  'a view inside an app on iOS':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'GNOME Web (WebKitGTK)':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15',
  'an older Safari':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_10_5) AppleWebKit/603.3.8 (KHTML, like Gecko) Version/10.1.2 Safari/603.3.8',
} as const;

const OTHERS = {
  Chrome:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36',
  'Chrome without a window':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/138.0.0.0 Safari/537.36',
  'Chromium of a distribution':
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Ubuntu Chromium/80.0.3987.163 Chrome/80.0.3987.163 Safari/537.36',
  Edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
  'the former Edge':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/64.0.3282.140 Safari/537.36 Edge/18.17763',
  Opera:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Safari/537.36 OPR/119.0.0.0',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
  'the former browser of Android':
    'Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; GT-I9100) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  Firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
  curl: 'curl/8.5.0',
  nothing: '',
} as const;

type Attributes = SetCookie['attributes'];
const AS_SPECIFIED = {
  session: { httponly: true, secure: true, samesite: 'Lax', path: '/' },
  flow: { httponly: true, secure: true, samesite: 'None', path: '/' },
} as const;
const WITHOUT_SECURE = {
  session: { httponly: true, samesite: 'Lax', path: '/' },
  flow: { httponly: true, samesite: 'Lax', path: '/' },
} as const;

/** Every cookie that a sign-in, an installation and a sign-out set and clear, with its attributes but the age. */
async function cookiesOf(url: string, userAgent: string): Promise<Walk> {
  const browser = createBrowser({ 'user-agent': userAgent });
  const started = await browser.request(`${url}/api/auth/start`);
  const back = await authorizeAt(started.location ?? '', 'ada', 'authorize');
  // Sends the cookie as set, independent of the test browser.
  const csrf = parseSetCookie(started.setCookies[0] ?? '').value;
  const signedIn = await browser.request(`${url}${back.pathname}${back.search}`, {
    headers: { cookie: `host_auth_csrf=${csrf}` },
  });
  const session = signedIn.setCookies.map(parseSetCookie).find(({ name }) => name === 'host_session')?.value;
  const cookie = `host_session=${session}`;
  const installing = await browser.request(`${url}/api/install/start`, { headers: { cookie } });
  const signedOut = await browser.request(`${url}/api/auth/logout`, { method: 'POST', headers: { cookie } });
  const answers = [started, signedIn, installing, signedOut];
  return answers.flatMap(({ setCookies }) =>
    setCookies
      .map(parseSetCookie)
      .map(({ name, attributes: { 'max-age': _, ...attributes } }) => [name, attributes] as const),
  );
}

type Walk = readonly (readonly [string, Attributes])[];

const walkWith = ({ session, flow }: { readonly session: Attributes; readonly flow: Attributes }): Walk => [
  ['host_auth_csrf', flow],
  ['host_auth_csrf', flow],
  ['host_auth_csrf', flow],
  ['host_install_csrf', flow],
  ['host_install_csrf', flow],
  ['host_session', session],
  ['host_session', session],
];
const byName = (walk: Walk): Walk => walk.toSorted(([one], [two]) => (one < two ? -1 : Number(one > two)));

describe('at an http address of this machine', () => {
  const service = sharedService();

  test.each(Object.entries(WEBKIT))(
    '%s gets cookies that it stores: without Secure, and Lax',
    async (_name, userAgent) => {
      expect(isWebKit(userAgent)).toBe(true);
      expect(byName(await cookiesOf(service().url, userAgent))).toEqual(walkWith(WITHOUT_SECURE));
    },
  );

  test.each(Object.entries(OTHERS))('%s gets the specified attributes exactly [C-2 C-3]', async (_name, userAgent) => {
    expect(isWebKit(userAgent)).toBe(false);
    expect(byName(await cookiesOf(service().url, userAgent))).toEqual(walkWith(AS_SPECIFIED));
  });
});

test('at an https address, Safari gets the specified attributes exactly [C-2 C-3]', async () => {
  for (const baseUrl of ['https://orgdesk.example.com', 'https://localhost:8443']) {
    const service = await startService({ baseUrl });
    const browser = createBrowser({ 'user-agent': WEBKIT['Safari on a Mac'] });
    const started = await browser.request(`${service.url}/api/auth/start`);
    const signedOut = await browser.request(`${service.url}/api/auth/logout`, { method: 'POST' });
    await service.close();
    const found = [started, signedOut].flatMap(({ setCookies }) => setCookies.map(parseSetCookie));
    expect(found).toHaveLength(4);
    for (const { name, attributes } of found) {
      const { samesite } = AS_SPECIFIED[name === 'host_session' ? 'session' : 'flow'];
      expect(attributes).toMatchObject({ secure: true, samesite });
    }
  }
});
