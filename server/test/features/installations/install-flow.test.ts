import { setTimeout as delay } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { createStateTokens, type FlowState } from '../../../src/lib/state-token.ts';
import { type Browser, createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { installationIdOf, linkedInstallations } from '../../support/service/installation-ids.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { SIGNING_SECRET } from '../../support/service/start-service.ts';

const MISSING = 'Something went wrong during app installation. Please try again.';
const STATE_INVALID = 'Your installation session was invalid. Please try installing again.';
const CSRF = 'Your installation session expired. Please try installing again.';
const BAD_ID = 'Invalid installation ID.';
const NOT_YOURS = 'Invalid installation: it does not exist, or you have no access to it.';
const NO_SESSION = 'Your session expired during installation. Please sign in and try again.';
const FAILED = 'Installation failed. Please try again.';
const BAD_IDS = [
  '1e3',
  '12abc',
  ' 12 ',
  '0x10',
  '-1',
  '0',
  '007',
  '9007199254740993',
  '1.5',
  'NaN',
  'null',
  '１２',
  '+7',
];

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('installing the App, on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const host = () => service().simulator.control;
  const idOf = (login: string) => installationIdOf(service().simulator, login);
  const start = (browser: Browser, query = '') => browser.request(`${service().url}/api/install/start${query}`);
  const stateFor = async (browser: Browser, query = '') =>
    new URL((await start(browser, query)).location ?? '').searchParams.get('state') ?? '';
  const callback = (browser: Browser, query: Record<string, string>, init: RequestInit = {}) =>
    browser.request(`${service().url}/api/install/callback?${new URLSearchParams(query)}`, init);
  const linkedIds = (headers: Record<string, string>) => linkedInstallations(service().url, headers);
  const issue = (state: FlowState) =>
    createStateTokens({ key: Buffer.from(SIGNING_SECRET), audience: service().url }, service().clock).issue(state);

  describe('GET /api/install/start', () => {
    test('redirects to the install page with a state that names the session by nothing usable [W-8 T-2 T-3 IS-6 M-3]', async () => {
      const { browser, id } = await service().signIn('ada');
      const answer = await start(browser, '?returnTo=%2Forganizations');
      const url = new URL(answer.location ?? '');
      const { slug } = service().simulator.app;
      expect([answer.status, `${url.origin}${url.pathname}`]).toEqual([
        302,
        `${service().simulator.url}/apps/${slug}/installations/new`,
      ]);
      expect([...url.searchParams.keys()]).toEqual(['state']);
      const state = decodeJwt(url.searchParams.get('state') ?? '');
      const cookie = setCookieNamed(answer.setCookies, 'host_install_csrf');
      expect(state).toMatchObject({ type: 'install', returnTo: '/organizations', csrf: cookie?.value });
      expect((state.exp ?? 0) - (state.iat ?? 0)).toBe(600);
      expect(JSON.stringify(state)).not.toContain(id);
      for (const value of Object.values(state)) {
        const headers = { authorization: `Bearer ${String(value)}` };
        expect((await fetchOnce(`${service().url}/api/auth/session`, { headers })).status).toBe(401);
        const cookies = { cookie: `host_session=${String(value)}` };
        expect((await fetchOnce(`${service().url}/api/auth/session`, { headers: cookies })).status).toBe(401);
      }
    });

    test('sets host_install_csrf exactly as documented [C-6 IS-5 M-4]', async () => {
      const { browser } = await service().signIn('ada');
      expect(setCookieNamed((await start(browser)).setCookies, 'host_install_csrf')).toEqual({
        name: 'host_install_csrf',
        value: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        attributes: { httponly: true, secure: true, samesite: 'None', path: '/', 'max-age': '600' },
      });
    });

    test('preselects an account by its ID [IS-3]', async () => {
      const { browser } = await service().signIn('ada');
      const url = new URL((await start(browser, '?targetId=9001&targetType=organization')).location ?? '');
      expect(url.pathname).toMatch(/\/installations\/new\/permissions$/);
      expect(url.searchParams.get('suggested_target_id')).toBe('9001');
    });

    test('without a session sends people to sign in and back, their own query kept [IS-1 U-3]', async () => {
      for (const path of ['/api/install/start', '/api/install/start?targetId=9001&returnTo=%2Fx%3Fa%3Db']) {
        const answer = await fetchOnce(service().url + path);
        expect([answer.status, answer.location]).toEqual([302, `/api/auth/start?returnTo=${encodeURIComponent(path)}`]);
      }
      const { answer, browser } = await service().signIn('ada', { returnTo: '/api/install/start?targetId=9001' });
      expect(answer.location).toBe('/api/install/start?targetId=9001');
      expect((await browser.request(service().url + String(answer.location))).status).toBe(302);
    });

    test.each([
      '?targetId=abc',
      '?targetId=-1',
      '?targetId=1e3',
      '?targetId=',
      '?targetType=enterprise',
      '?targetId=1&targetId=2',
    ])('answers 400 to %s', async (query) => {
      const { browser } = await service().signIn('ada');
      const answer = await start(browser, query);
      expect([answer.status, answer.json]).toEqual([400, { error: expect.stringMatching(/\S/) }]);
    });
  });

  describe('GET /api/install/callback', () => {
    test('links the installation, clears the cookie and returns [W-6 C-7 S-8 IC-9 IC-11]', async () => {
      world().addUser({ login: 'later' });
      const { browser, bearer } = await service().signIn('later');
      world().enlarge('later', {
        organizations: 1,
        installations: 1,
        role: 'admin',
        prefix: `later-${engine.toLowerCase()}`,
      });
      const id = idOf(`later-${engine.toLowerCase()}-0001`);
      const state = await stateFor(browser, '?returnTo=%2Fdone%3Fx%3D1');
      const answer = await callback(browser, { installation_id: String(id), setup_action: 'install', state });
      expect([answer.status, answer.location]).toEqual([302, '/done?x=1']);
      expect(setCookieNamed(answer.setCookies, 'host_install_csrf')).toMatchObject({
        value: '',
        attributes: { 'max-age': '0' },
      });
      expect(await linkedIds(bearer)).toEqual([id]);
    });

    test('finds the session through the state when the request carries none [IS-2 IS-7 IC-1 IC-7]', async () => {
      const { browser, bearer } = await service().signIn('ada');
      const state = await stateFor(browser);
      const cookie = `host_install_csrf=${await browser.cookie(service().url, 'host_install_csrf')}`;
      const query = { installation_id: String(idOf('acme')), state };
      const answer = await callback(createBrowser(), query, { headers: { cookie } });
      expect([answer.status, answer.location]).toEqual([302, '/']);
      expect(await linkedIds(bearer)).toContain(idOf('acme'));
    });

    test('links to the session that started, not to another one that the request carries [IC-8]', async () => {
      const started = await service().signIn('ada');
      const other = await service().signIn('edsger');
      const state = await stateFor(started.browser);
      const cookie = `host_install_csrf=${await started.browser.cookie(service().url, 'host_install_csrf')}`;
      const query = { installation_id: String(idOf('acme')), state };
      const answer = await callback(createBrowser(), query, { headers: { cookie, ...other.bearer } });
      expect(answer.status).toBe(302);
      expect(await linkedIds(other.bearer)).toEqual([]);
      expect(await linkedIds(started.bearer)).toContain(idOf('acme'));
    });

    test('falls back to the session of the request when the one that started has ended [IC-7 IE-6 U-8]', async () => {
      const first = await service().signIn('ada');
      const state = await stateFor(first.browser);
      await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: first.bearer });
      const query = { installation_id: String(idOf('acme')), state };
      const cookie = `host_install_csrf=${await first.browser.cookie(service().url, 'host_install_csrf')}`;
      const nobody = await callback(createBrowser(), query, { headers: { cookie } });
      expect([nobody.status, nobody.json]).toEqual([401, { error: NO_SESSION }]);
      expect(setCookieNamed(nobody.setCookies, 'host_install_csrf')).toMatchObject({ value: '' });
      const second = await service().signIn('ada');
      const headers = { cookie, ...second.bearer };
      expect((await callback(createBrowser(), query, { headers })).status).toBe(302);
    });

    test('16 parallel copies and a later replay all return, and leave one link [S-8 IC-9]', async () => {
      const { browser, bearer } = await service().signIn('ada');
      const query = { installation_id: String(idOf('acme')), state: await stateFor(browser) };
      const cookie = await browser.jar.getCookieString(service().url);
      const answers = await Promise.all(
        Array.from({ length: 16 }, () => callback(createBrowser(), query, { headers: { cookie } })),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
      expect((await callback(createBrowser(), query, { headers: { cookie } })).status).toBe(302);
      const ids = await linkedIds(bearer);
      expect(ids.filter((id) => id === idOf('acme'))).toHaveLength(1);
    });

    test('an installation on the third page of the user\u2019s list is linked [IC-10]', async () => {
      const login = `crowded-${engine.toLowerCase()}`;
      world().addUser({ login });
      const { browser, bearer } = await service().signIn(login);
      const crowd = world().enlarge(login, { organizations: 260, installations: 260, prefix: login });
      const last = crowd.installationIds.at(-1) ?? 0;
      const state = await stateFor(browser);
      expect((await callback(browser, { installation_id: String(last), state })).status).toBe(302);
      expect(await linkedIds(bearer)).toEqual([last]);
    });

    describe('refuses, each with the sentence and status of the table:', () => {
      const refusal = async (
        query: (state: string) => Promise<Record<string, string>> | Record<string, string>,
        prepare: (browser: Browser) => Promise<void> = async () => {},
      ) => {
        const { browser, bearer } = await service().signIn('grace');
        const before = await linkedIds(bearer);
        const state = await stateFor(browser);
        await prepare(browser);
        const answer = await callback(browser, await query(state));
        host().clearFaults();
        expect(await linkedIds(bearer)).toEqual(before);
        return [answer.status, answer.json];
      };
      const acme = () => String(idOf('acme'));

      test('a missing state or ID [IC-1 IC-12 IE-1]', async () => {
        expect(await refusal(() => ({ installation_id: acme() }))).toEqual([400, { error: MISSING }]);
        expect(await refusal((state) => ({ state }))).toEqual([400, { error: MISSING }]);
        expect(await refusal((state) => ({ state, installation_id: '' }))).toEqual([400, { error: MISSING }]);
        expect(await refusal(() => ({ state: 'abc' }))).toEqual([400, { error: MISSING }]);
      });

      test('an invalid, expired or foreign state [W-8 T-3 T-7 IC-2 IC-12 IE-2 U-8]', async () => {
        expect(await refusal(() => ({ state: 'abc', installation_id: 'x' }))).toEqual([400, { error: STATE_INVALID }]);
        const oauth = () => issue({ type: 'oauth', csrf: 'c', mode: 'web', returnTo: '/' });
        expect(await refusal(async () => ({ state: await oauth(), installation_id: acme() }))).toEqual([
          400,
          { error: STATE_INVALID },
        ]);
        const late = await refusal(
          (state) => ({ state, installation_id: acme() }),
          async () => service().clock.advance(600_000),
        );
        service().clock.reset();
        expect(late).toEqual([400, { error: STATE_INVALID }]);
      });

      test('another browser, before looking at the ID [W-8 IC-3 IC-12 IE-3 U-8]', async () => {
        const drop = async (browser: Browser) => browser.jar.removeAllCookies();
        expect(await refusal((state) => ({ state, installation_id: 'abc' }), drop)).toEqual([403, { error: CSRF }]);
      });

      test('a CSRF cookie of an earlier installation [IC-4]', async () => {
        const restart = async (browser: Browser) => void (await start(browser));
        expect(await refusal((state) => ({ state, installation_id: acme() }), restart)).toEqual([403, { error: CSRF }]);
      });

      test('every ID alike once the session has ended, and asks nobody about it [IC-13]', async () => {
        const { browser, bearer } = await service().signIn('grace');
        const state = await stateFor(browser);
        await fetchOnce(`${service().url}/api/auth/logout`, { method: 'POST', headers: bearer });
        const cookie = `host_install_csrf=${await browser.cookie(service().url, 'host_install_csrf')}`;
        host().clearRequests();
        for (const installation_id of ['999999999', String(idOf('lumen-labs')), acme()]) {
          const ended = await callback(createBrowser(), { state, installation_id }, { headers: { cookie } });
          expect([ended.status, ended.json]).toEqual([401, { error: NO_SESSION }]);
        }
        expect(host().requests()).toEqual([]);
      });

      test.each(BAD_IDS)('the ID %j [IC-5 IE-4]', async (id) => {
        expect(await refusal((state) => ({ state, installation_id: id }))).toEqual([400, { error: BAD_ID }]);
      });

      test('an installation that does not exist [IC-6 IE-5 IE-8]', async () => {
        expect(await refusal((state) => ({ state, installation_id: '999999999' }))).toEqual([
          400,
          { error: NOT_YOURS },
        ]);
      });

      test('an installation that exists but is not the user\u2019s [IC-10 IE-5]', async () => {
        const foreign = String(idOf('lumen-labs'));
        expect(await refusal((state) => ({ state, installation_id: foreign }))).toEqual([400, { error: NOT_YOURS }]);
      });

      test.each(['bad-gateway-html', 'hang', 'reset', 'wrong-types'] as const)(
        'a code host that fails (%s) [IE-7]',
        async (kind) => {
          const failing = async () => void host().fault({ match: { path: '/user/installations' }, kind });
          expect(await refusal((state) => ({ state, installation_id: acme() }), failing)).toEqual([
            500,
            { error: FAILED },
          ]);
        },
      );
    });

    test('asks the same about an ID whether it is made up, foreign or their own: the list of the person, once [IC-13]', async () => {
      const { browser } = await service().signIn('grace');
      const state = await stateFor(browser);
      const cookie = await browser.jar.getCookieString(service().url);
      for (const [id, status] of [
        [999_999_999, 400],
        [idOf('lumen-labs'), 400],
        [idOf('acme'), 302],
      ] as const) {
        host().clearRequests();
        const query = { installation_id: String(id), state };
        expect((await callback(createBrowser(), query, { headers: { cookie } })).status).toBe(status);
        expect(
          host()
            .requests()
            .map(({ path }) => path),
        ).toEqual([expect.stringMatching(/\/user\/installations$/)]);
      }
    });

    test('30 parallel callbacks with one state read one list of the person at a time [IC-13]', async () => {
      const { browser } = await service().signIn('grace');
      const query = { installation_id: String(idOf('lumen-labs')), state: await stateFor(browser) };
      const cookie = await browser.jar.getCookieString(service().url);
      const attempt = () => callback(createBrowser(), query, { headers: { cookie } });
      host().clearRequests();
      const hold = host().hold({ path: '/user/installations' });
      const first = attempt();
      await hold.arrived(1);
      const others = Promise.all(Array.from({ length: 29 }, attempt));
      // Time for lists that do not wait for one another.
      await Promise.race([hold.arrived(2).catch(() => {}), delay(200)]);
      hold.release();
      expect(new Set([await first, ...(await others)].map(({ status }) => status))).toEqual(new Set([400]));
      expect(host().maxInFlight({ path: '/user/installations' })).toBe(1);
    });

    test('tells a person on a small page, with the same status and a way back [IE-8]', async () => {
      const html = { accept: 'text/html,application/xhtml+xml' };
      const { browser } = await service().signIn('grace');
      const state = await stateFor(browser, '?returnTo=%2Forganizations%3Fa%3D%22%3E');
      const page = await callback(browser, { state, installation_id: '999999999' }, { headers: html });
      expect(page.status).toBe(400);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.text).toContain(NOT_YOURS);
      expect(page.text).toContain('href="/organizations?a=&quot;&gt;"');
      expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    });

    test('a person who had to ask the owners is told so, still with 400 [IE-1]', async () => {
      const { browser } = await service().signIn('grace');
      const state = await stateFor(browser, '?returnTo=%2Finstallations');
      const query = { setup_action: 'request', state };
      const page = await callback(browser, query, { headers: { accept: 'text/html' } });
      expect(page.text).toContain('href="/installations"');
      expect([page.status, page.text.includes('owners were asked to approve the App')]).toEqual([400, true]);
      const json = await callback(browser, query);
      expect([json.status, json.json]).toEqual([400, { error: MISSING }]);
    });
  });
});
