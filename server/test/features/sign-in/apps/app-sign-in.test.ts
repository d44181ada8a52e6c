import { createHash, randomBytes } from 'node:crypto';
import type { MobileSignInAnswer, OwnSessionsAnswer } from '@orgdesk/contract';
import { describe, expect, test } from 'vitest';
import { authorizeAt, createBrowser, fetchOnce } from '../../../support/browser.ts';
import { ENGINES_OF_RULES } from '../../../support/databases/engines.ts';
import { sharedService } from '../../../support/service/shared-service.ts';
import { postJson } from '../devices/programs.ts';

const REDIRECT = 'com.example.orgdesk:/signed-in';
const WEB = 'https://app.example.com/back?tab=1';

const verifierOf = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('sign-in to an app on %s', (engine) => {
  const service = sharedService({ engine, appRedirects: [REDIRECT, WEB] });

  const startAddress = (parameters: Readonly<Record<string, string>>) =>
    `${service().url}/api/auth/app/start?${new URLSearchParams(parameters)}`;

  async function signIn(
    {
      verifier,
      redirect = REDIRECT,
      decision = 'authorize',
    }: { verifier: string; redirect?: string; decision?: string },
    browser = createBrowser(),
  ) {
    const started = await browser.request(
      startAddress({
        redirect_uri: redirect,
        code_challenge: challengeOf(verifier),
        code_challenge_method: 'S256',
        state: 'of the app',
      }),
    );
    expect(started.status).toBe(302);
    const callback = await authorizeAt(started.location ?? '', 'ada', decision);
    const answer = await browser.request(callback.href);
    return { answer, back: new URL(answer.location ?? ''), callback };
  }

  const exchange = (code: string, code_verifier: string, redirect_uri = REDIRECT, url = service().url) =>
    postJson(`${url}/api/auth/app/token`, { code, code_verifier, redirect_uri });
  const codeIn = (back: URL) => back.searchParams.get('code') ?? '';

  test('comes back with a code and no session, which the app exchanges on any instance', async () => {
    const verifier = verifierOf();
    const { answer, back } = await signIn({ verifier });
    expect(`${back.protocol}${back.pathname}`).toBe(REDIRECT);
    expect([...back.searchParams.keys()]).toEqual(['code', 'state']);
    expect(back.searchParams.get('state')).toBe('of the app');
    expect(answer.setCookies.some((cookie) => /^host_session=[^;]/.test(cookie))).toBe(false);

    const other = await service().addInstance();
    const given = await exchange(codeIn(back), verifier, REDIRECT, other.url);
    expect(given.status).toBe(200);
    const { sessionToken, session } = given.json as MobileSignInAnswer;
    expect(session.user.login).toBe('ada');
    expect(back.href).not.toContain(sessionToken);
    const headers = { authorization: `Bearer ${sessionToken}` };
    const listed = await fetchOnce(`${service().url}/api/auth/sessions`, { headers });
    expect((listed.json as OwnSessionsAnswer).sessions[0]).toMatchObject({
      isCurrent: true,
      client: 'App: com.example.orgdesk',
    });
    expect(service().logLines.join('\n')).not.toContain(sessionToken);
  });

  test('keeps the query of a return address, and names its host', async () => {
    const verifier = verifierOf();
    const { back } = await signIn({ verifier, redirect: WEB });
    expect(`${back.origin}${back.pathname}`).toBe('https://app.example.com/back');
    expect(back.searchParams.get('tab')).toBe('1');
    expect((await exchange(codeIn(back), verifier, WEB)).status).toBe(200);
  });

  test('gives nothing for a wrong verifier, address or code, and these use up nothing', async () => {
    const verifier = verifierOf();
    const { back } = await signIn({ verifier });
    const code = codeIn(back);
    const later = code.replace(/\d+$/, (expiry) => String(Number(expiry) + 60_000));
    for (const [wrong, proof, address] of [
      [code, verifierOf(), REDIRECT],
      [code, verifier, WEB],
      [later, verifier, REDIRECT],
      [`x${code.slice(1)}`, verifier, REDIRECT],
      ['no code', verifier, REDIRECT],
    ] as const)
      expect((await exchange(wrong, proof, address)).json).toMatchObject({ code: 'invalid_grant' });
    expect((await exchange(code, verifier)).status).toBe(200);
  });

  test('takes a code once, of several at once too, and ends the session when it comes again', async () => {
    const verifier = verifierOf();
    const { back } = await signIn({ verifier });
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(codeIn(back), verifier)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);

    const again = await signIn({ verifier });
    const { sessionToken } = (await exchange(codeIn(again.back), verifier)).json as MobileSignInAnswer;
    expect((await exchange(codeIn(again.back), verifier)).status).toBe(400);
    const headers = { authorization: `Bearer ${sessionToken}` };
    expect((await fetchOnce(`${service().url}/api/auth/session`, { headers })).status).toBe(401);
  });

  test('takes a code for sixty seconds', async () => {
    service().clock.stop();
    const verifier = verifierOf();
    const { back } = await signIn({ verifier });
    service().clock.advance(60_000);
    expect((await exchange(codeIn(back), verifier)).status).toBe(400);
    service().clock.reset();
  });

  test('refuses other addresses, and a sign-in without S256, and sends nobody there', async () => {
    const challenge = challengeOf(verifierOf());
    const good = { redirect_uri: REDIRECT, code_challenge: challenge, code_challenge_method: 'S256' };
    for (const parameters of [
      { ...good, redirect_uri: '' },
      { ...good, redirect_uri: `${REDIRECT}/` },
      { ...good, redirect_uri: `${REDIRECT}?x=1` },
      { ...good, redirect_uri: WEB.replace('app.', 'app.evil.') },
      { ...good, redirect_uri: WEB.toUpperCase() },
      { ...good, code_challenge: '' },
      { ...good, code_challenge: `${challenge}=` },
      { ...good, code_challenge_method: 'plain' },
      { ...good, code_challenge_method: '' },
    ]) {
      const answer = await fetchOnce(startAddress(parameters));
      expect([answer.status, answer.location, answer.setCookies]).toEqual([400, null, []]);
    }
    const twice = await fetchOnce(`${startAddress(good)}&redirect_uri=${encodeURIComponent(REDIRECT)}`);
    expect(twice.status).toBe(400);
  });

  test('tells the app when the person cancels, and when the browser is another one', async () => {
    const verifier = verifierOf();
    const cancelled = await signIn({ verifier, decision: 'cancel' });
    expect(cancelled.back.searchParams.get('error')).toBe('access_denied');
    expect(cancelled.back.searchParams.get('state')).toBe('of the app');

    const { callback } = await signIn({ verifier });
    const foreign = await createBrowser().request(callback.href);
    expect(foreign.location).toMatch(/^com\.example\.orgdesk:\/signed-in\?error=invalid_request&/);
    expect(foreign.location).not.toContain('code=');
  });
});

describe('an app that is no longer allowed', () => {
  const service = sharedService({ appRedirects: [REDIRECT] });

  test('gets nothing of a sign-in that began before', async () => {
    const without = await service().addInstance({ appRedirects: [] });
    const browser = createBrowser();
    const query = new URLSearchParams({
      redirect_uri: REDIRECT,
      code_challenge: challengeOf(verifierOf()),
      code_challenge_method: 'S256',
    });
    const started = await browser.request(`${service().url}/api/auth/app/start?${query}`);
    const callback = await authorizeAt(started.location ?? '', 'ada', 'authorize');
    const cookie = `host_auth_csrf=${await browser.cookie(service().url, 'host_auth_csrf')}`;
    const answer = await fetchOnce(`${without.url}${callback.pathname}${callback.search}`, { headers: { cookie } });
    expect(answer.location).toMatch(/^\/\?authError=/);
  });
});
