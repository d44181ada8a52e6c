import { decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { sharedService } from '../../support/service/shared-service.ts';

describe('GET /api/auth/start', () => {
  const service = sharedService();
  const start = (query = '') => fetchOnce(`${service().url}/api/auth/start${query}`);
  const stateOf = (location: string | null) => decodeJwt(new URL(location ?? '').searchParams.get('state') ?? '');

  test('redirects to the code host with exactly the documented parameters, and PKCE [A-1 U-4]', async () => {
    const answer = await start();
    const url = new URL(answer.location ?? '');
    expect(answer.status).toBe(302);
    expect(`${url.origin}${url.pathname}`).toBe(`${service().simulator.url}/login/oauth/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: service().simulator.app.clientId,
      redirect_uri: `${service().url}/api/auth`,
      scope: 'read:org user:email',
      allow_signup: 'false',
      state: expect.any(String),
      code_challenge: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      code_challenge_method: 'S256',
    });
  });

  test('embeds type, csrf, mode and returnTo in a state that lives ten minutes [W-4 T-1 T-3]', async () => {
    const answer = await start('?returnTo=%2Forganizations%3Ftab%3Dx&mode=mobile');
    const state = stateOf(answer.location);
    const cookie = setCookieNamed(answer.setCookies, 'host_auth_csrf');
    expect(state).toMatchObject({
      type: 'oauth',
      mode: 'mobile',
      returnTo: '/organizations?tab=x',
      csrf: cookie?.value,
    });
    expect((state.exp ?? 0) - (state.iat ?? 0)).toBe(600);
  });

  test('defaults to the web and to the start page [A-2]', async () => {
    expect(stateOf((await start()).location)).toMatchObject({ mode: 'web', returnTo: '/' });
    expect(stateOf((await start('?returnTo=')).location)).toMatchObject({ returnTo: '/' });
  });

  test('sets host_auth_csrf exactly as documented, another value each time, and no other cookie [T-6 C-3 A-4 M-4]', async () => {
    const answers = [await start(), await start()];
    for (const answer of answers) {
      expect(answer.setCookies).toHaveLength(1);
      expect(setCookieNamed(answer.setCookies, 'host_auth_csrf')).toEqual({
        name: 'host_auth_csrf',
        value: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        attributes: { httponly: true, secure: true, samesite: 'None', path: '/', 'max-age': '600' },
      });
    }
    const [one, two] = answers.map(({ setCookies }) => setCookieNamed(setCookies, 'host_auth_csrf')?.value);
    expect(one).not.toBe(two);
  });

  test('takes 8 KB of returnTo to the code host and back into the state [A-6]', async () => {
    const returnTo = `/${'a'.repeat(8191)}`;
    const answer = await start(`?returnTo=${encodeURIComponent(returnTo)}`);
    expect(answer.status).toBe(302);
    expect(stateOf(answer.location)).toMatchObject({ returnTo });
    const tooLong = await start(`?returnTo=${encodeURIComponent(`${returnTo}a`)}`);
    expect([tooLong.status, tooLong.json]).toEqual([
      400,
      { error: 'The returnTo URL is too long. The limit is 8 KB.' },
    ]);
  });

  test.each(['?mode=desktop', '?mode=', '?mode=web&mode=mobile', '?returnTo=/a&returnTo=/b', '?mode=WEB'])(
    'answers 400 to %s [A-3]',
    async (query) => {
      const answer = await start(query);
      expect([answer.status, answer.setCookies]).toEqual([400, []]);
      expect(answer.json).toEqual({ error: expect.stringMatching(/\S/) });
    },
  );

  test.each(['?returnTo[x]=1', '?x=1', '?returnTo=%ff', '?returnTo=%', '?=', '?&&'])(
    'does not fail on %s',
    async (query) => {
      const answer = await start(query);
      expect(answer.status).toBe(302);
      expect(stateOf(answer.location)).toMatchObject({ returnTo: '/' });
    },
  );

  test('takes the address of the service from its settings, never from the request [A-1]', async () => {
    const spoofed = await fetchOnce(`${service().url}/api/auth/start`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' },
    });
    expect(new URL(spoofed.location ?? '').searchParams.get('redirect_uri')).toBe(`${service().url}/api/auth`);
  });

  test('asks the code host nothing', async () => {
    service().simulator.control.clearRequests();
    await start();
    expect(service().simulator.control.requests()).toEqual([]);
  });
});
