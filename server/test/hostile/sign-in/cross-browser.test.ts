import { beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { AUTH_ERRORS } from '../leaks/documented-answer.ts';

describe.each(['web', 'mobile'] as const)('a sign-in in %s mode that was begun in another browser', (mode) => {
  const service = sharedService();
  const host = () => service().simulator.control;
  const tokenCalls = () => host().count({ path: '/login/oauth/access_token' });
  beforeEach(() => host().clearRequests());

  const expectNobodySignedIn = (answer: {
    readonly status: number;
    readonly text: string;
    readonly setCookies: readonly string[];
  }) => {
    expect([302, 400, 403]).toContain(answer.status);
    expect(setCookieNamed(answer.setCookies, 'host_session')).toBeNull();
    expect(answer.text).not.toContain('sessionToken');
    expect(tokenCalls()).toBe(0);
  };

  test('signs the victim into nothing, and spends neither code nor state [T-8]', async () => {
    const attacker = createBrowser();
    const callback = await service().authorize(attacker, 'grace', { mode });
    expectNobodySignedIn(await createBrowser().request(callback.href));
    const { status } = await attacker.request(callback.href);
    expect(status).toBe(mode === 'web' ? 302 : 200);
  });

  test('leaves a signed-in victim who they are', async () => {
    const victim = await service().signIn('ada');
    host().clearRequests();
    const callback = await service().authorize(createBrowser(), 'grace', { mode });
    expectNobodySignedIn(await victim.browser.request(callback.href));
    const session = await victim.browser.request(`${service().url}/api/auth/session`);
    expect(session.json).toMatchObject({ session: { user: { login: 'ada' } } });
  });

  test('fails when the victim is in the middle of a sign-in of their own, which still succeeds', async () => {
    const victim = createBrowser();
    const own = await service().authorize(victim, 'ada', { mode });
    const foreign = await service().authorize(createBrowser(), 'grace', { mode });
    expectNobodySignedIn(await victim.request(foreign.href));
    for (const [code, state] of [
      [foreign, own],
      [own, foreign],
    ] as const) {
      const mixed = new URL(own);
      mixed.searchParams.set('code', code.searchParams.get('code') ?? '');
      mixed.searchParams.set('state', state.searchParams.get('state') ?? '');
      if (state === foreign) expectNobodySignedIn(await victim.request(mixed.href));
    }
    expect((await victim.request(own.href)).status).toBe(mode === 'web' ? 302 : 200);
  });

  test("an attacker's code under the victim's own state is refused by the code host: PKCE binds them", async () => {
    const victim = createBrowser();
    const own = await service().authorize(victim, 'ada', { mode });
    const foreign = await service().authorize(createBrowser(), 'grace', { mode });
    own.searchParams.set('code', foreign.searchParams.get('code') ?? '');
    const answer = await victim.request(own.href);
    expect(answer.status).toBe(mode === 'web' ? 302 : 500);
    expect(setCookieNamed(answer.setCookies, 'host_session')).toBeNull();
    expect(host().tokens('grace').liveAccess).toBe(host().tokens('grace').issued / 2);
  });

  test('a callback stripped of its state exchanges nothing', async () => {
    const browser = createBrowser();
    const callback = await service().authorize(browser, 'ada', { mode });
    for (const change of ['delete', 'empty', 'twice', 'shortened', 'padded'] as const) {
      const url = new URL(callback);
      const state = url.searchParams.get('state') ?? '';
      url.searchParams.delete('state');
      if (change === 'empty') url.searchParams.set('state', '');
      if (change === 'twice') for (const copy of [state, state]) url.searchParams.append('state', copy);
      if (change === 'shortened') url.searchParams.set('state', state.slice(0, -1));
      if (change === 'padded') url.searchParams.set('state', `${state}.`);
      expectNobodySignedIn(await browser.request(url.href));
    }
  });
});

describe('a browser that was tampered with', () => {
  const service = sharedService();
  const sessionOf = (cookie: string) => fetchOnce(`${service().url}/api/auth/session`, { headers: { cookie } });

  test("that carries an attacker's live session gets a new one at sign-in, and the attacker's ends", async () => {
    const attacker = await service().signIn('grace');
    const browser = createBrowser();
    await browser.jar.setCookie(`host_session=${attacker.id}; Path=/; Secure`, service().url);
    const victim = await service().signIn('ada', { browser });
    expect(victim.id).not.toBe(attacker.id);
    expect((await sessionOf(`host_session=${attacker.id}`)).status).toBe(401);
    expect((await sessionOf(`host_session=${victim.id}`)).json).toMatchObject({ session: { user: { login: 'ada' } } });
  });

  test('with two session cookies is whoever the first one names, never both and never a failure', async () => {
    const [ada, grace] = [await service().signIn('ada'), await service().signIn('grace')];
    for (const [first, second, login] of [
      [ada, grace, 'ada'],
      [grace, ada, 'grace'],
    ] as const) {
      const answer = await sessionOf(`host_session=${first.id}; host_session=${second.id}`);
      expect(answer.json).toMatchObject({ session: { id: first.id, user: { login } } });
    }
    for (const tossed of ['', 'x', '%', 'a'.repeat(64), '"', 'x=y']) {
      expect((await sessionOf(`host_session=${tossed}; host_session=${ada.id}`)).status).toBe(401);
      expect((await sessionOf(`host_session=${ada.id}; host_session=${tossed}`)).status).toBe(200);
    }
  });

  test.each(['before', 'after'])(
    'with a thousand tossed CSRF cookies %s its own still finishes its sign-in',
    async (order) => {
      const browser = createBrowser();
      const callback = await service().authorize(browser, 'ada');
      const own = await browser.jar.getCookieString(service().url);
      const tossed = Array.from({ length: 1_000 }, (_, index) => `host_auth_csrf=tossed-${index}`).join('; ');
      const cookie = order === 'before' ? `${tossed}; ${own}` : `${own}; ${tossed}`;
      const answer = await fetchOnce(callback.href, { headers: { cookie } });
      expect([answer.status, answer.location]).toEqual([302, '/']);
    },
  );

  test('with a CSRF cookie that an attacker chose is refused: the state of the attacker names another value', async () => {
    const callback = await service().authorize(createBrowser(), 'grace');
    for (const planted of ['', 'planted', 'undefined', 'null', callback.searchParams.get('state') ?? '']) {
      const answer = await fetchOnce(callback.href, { headers: { cookie: `host_auth_csrf=${planted}` } });
      expect(new URL(answer.location ?? '', service().url).searchParams.get('authError')).toBe(AUTH_ERRORS[3]);
    }
  });

  test('gets mobile answers that nothing may keep and no other site may read', async () => {
    const signedIn = await service().signIn('ada', { mode: 'mobile' });
    const origin = { origin: 'https://evil.example', ...signedIn.bearer };
    const answers = [
      signedIn.answer,
      (await service().signIn('ada', { mode: 'mobile', decision: 'cancel' })).answer,
      await fetchOnce(`${service().url}/api/auth/session`, { headers: origin }),
      await fetchOnce(`${service().url}/api/organizations`, { headers: origin }),
      await fetchOnce(`${service().url}/api/auth/session`, {
        method: 'OPTIONS',
        headers: { ...origin, 'access-control-request-method': 'GET' },
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 200, 405]);
    for (const { headers, setCookies } of answers) {
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
      expect(setCookieNamed(setCookies, 'host_session')).toBeNull();
    }
  });
});
