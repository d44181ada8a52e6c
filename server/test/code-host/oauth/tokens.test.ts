import { createWorld } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import { readInstallations } from '../../../src/code-host/app/installations.ts';
import { createHttpCodeHost } from '../../../src/code-host/code-host.ts';
import { readProfile } from '../../../src/code-host/people/accounts.ts';
import type { HostToken } from '../../../src/lib/secrets.ts';
import { type HostUnderTest, NOON, startHost } from '../host-under-test.ts';
import { recordingLog } from '../recording-log.ts';

const inSeconds = (seconds: number) => new Date(NOON.getTime() + seconds * 1000);

test('the authorization address carries the App, the way back, the scopes, the state and the PKCE challenge [U-4]', async () => {
  const { host, simulator } = await startHost();

  const url = new URL(
    host.authorizationUrl({
      state: 'a b&c=ü',
      redirectUri: 'http://127.0.0.1:1/api/auth?x=1',
      codeChallenge: 'c'.repeat(43),
    }),
  );

  expect(url.origin + url.pathname).toBe(`${simulator.url}/login/oauth/authorize`);
  expect([...url.searchParams]).toEqual([
    ['client_id', simulator.app.clientId],
    ['redirect_uri', 'http://127.0.0.1:1/api/auth?x=1'],
    ['scope', 'read:org user:email'],
    ['state', 'a b&c=ü'],
    ['allow_signup', 'false'],
    ['code_challenge', 'c'.repeat(43)],
    ['code_challenge_method', 'S256'],
  ]);
});

test('a code becomes tokens in one call [B-4]', async () => {
  const { host, simulator, authorize } = await startHost();
  const exchange = await authorize('ada');

  const grant = await host.exchangeCode(exchange);

  expect(grant).toEqual({
    ok: true,
    value: {
      accessToken: expect.stringMatching(/^ghu_/),
      accessTokenExpiresAt: inSeconds(28_800),
      refreshToken: expect.stringMatching(/^ghr_/),
      refreshTokenExpiresAt: inSeconds(15_897_600),
      tokenType: 'bearer',
      scope: '',
    },
  });
  expect(simulator.control.count()).toBe(1);
});

test('expiry counts from before the call, so it is never later than the code host thinks', async () => {
  const { simulator, authorize } = await startHost();
  const exchange = await authorize('ada');
  const requestsAtAnswer: number[] = [];
  const now = () => {
    requestsAtAnswer.push(simulator.control.count());
    return NOON;
  };
  const { clientId, clientSecret } = simulator.app;
  const settings = {
    clientId,
    clientSecret,
    appId: '7',
    appSlug: 's',
    appPrivateKey: '',
    apiUrl: new URL(simulator.apiUrl),
  };
  const host = createHttpCodeHost(
    { ...settings, webUrl: new URL(simulator.url) },
    { clock: { now }, log: recordingLog() },
  );

  await host.exchangeCode(exchange);

  expect(requestsAtAnswer[0]).toBe(0);
  expect(new Set(requestsAtAnswer).size).toBe(1);
});

test('tokens of an App that opted out of expiry have none [B-5]', async () => {
  const { simulator, signIn } = await startHost();
  simulator.control.tokenSettings({ expiring: false });

  expect(await signIn('ada')).toMatchObject({
    accessTokenExpiresAt: null,
    refreshToken: null,
    refreshTokenExpiresAt: null,
  });
});

test('lifetimes sent as text are understood', async () => {
  const { simulator, signIn } = await startHost();
  simulator.control.tokenSettings({ numbersAsText: true });

  expect(await signIn('ada')).toMatchObject({
    accessTokenExpiresAt: inSeconds(28_800),
    refreshTokenExpiresAt: inSeconds(15_897_600),
  });
});

test.for<readonly [string, string, (setup: HostUnderTest) => Promise<unknown>]>([
  [
    'an unknown code',
    'The code passed is incorrect or expired.',
    async ({ host, authorize }) => host.exchangeCode({ ...(await authorize('ada')), code: '0123456789abcdef0123' }),
  ],
  [
    'a used code',
    'The code passed is incorrect or expired.',
    async ({ host, authorize }) => {
      const exchange = await authorize('ada');
      await host.exchangeCode(exchange);
      return host.exchangeCode(exchange);
    },
  ],
  [
    'an expired code',
    'The code passed is incorrect or expired.',
    async ({ host, authorize, simulator }) => {
      const exchange = await authorize('ada');
      simulator.control.expireCodes();
      return host.exchangeCode(exchange);
    },
  ],
  [
    'the verifier of another challenge',
    'The code passed is incorrect or expired.',
    async ({ host, authorize }) => host.exchangeCode({ ...(await authorize('ada')), codeVerifier: 'x'.repeat(43) }),
  ],
  [
    'another way back',
    'The redirect_uri MUST match the registered callback URL for this application.',
    async ({ host, authorize }) =>
      host.exchangeCode({ ...(await authorize('ada')), redirectUri: 'http://127.0.0.1/x' }),
  ],
  [
    'a wrong client secret',
    'The client_id and/or client_secret passed are incorrect.',
    async ({ hostWith, authorize }) => hostWith({ clientSecret: 'wrong' }).exchangeCode(await authorize('ada')),
  ],
  [
    'a person without a verified address',
    'The user must have a verified primary email.',
    async ({ host, authorize, simulator }) => {
      simulator.world.updateUser('ada', { emailVerified: false });
      return host.exchangeCode(await authorize('ada'));
    },
  ],
])('an exchange with %s is rejected in the words of the code host [B-6]', async ([, message, exchange]) => {
  const refused = { ok: false, refusal: { kind: 'rejected', status: 200, message } };
  expect(await exchange(await startHost())).toMatchObject(refused);
});

test('a refresh gives a new pair in one call, and the old pair stops working', async () => {
  const { host, simulator, signIn } = await startHost();
  const before = await signIn('ada');

  const after = await host.refresh(before.refreshToken ?? noToken());

  expect(simulator.control.count()).toBe(1);
  if (!after.ok) throw new Error(after.refusal.kind);
  expect(after.value).toMatchObject({ accessTokenExpiresAt: inSeconds(28_800), tokenType: 'bearer' });
  expect(after.value.accessToken).not.toBe(before.accessToken);
  expect(after.value.refreshToken).not.toBe(before.refreshToken);
  expect(await readInstallations(host.as({ token: after.value.accessToken }))).toMatchObject({ ok: true });
  expect(await readInstallations(host.as({ token: before.accessToken }))).toEqual({
    ok: false,
    refusal: { kind: 'unauthorized' },
  });
});

test('a refresh without a new refresh token carries the used one on, of unknown expiry', async () => {
  const { host, simulator, signIn } = await startHost();
  simulator.control.tokenSettings({ rotateRefreshTokens: false });
  const { refreshToken } = await signIn('ada');

  for (let time = 0; time < 2; time += 1) {
    expect(await host.refresh(refreshToken ?? noToken())).toMatchObject({
      ok: true,
      value: { refreshToken, refreshTokenExpiresAt: null },
    });
  }
});

test.for<readonly [string, (setup: HostUnderTest) => Promise<unknown>]>([
  ['unknown', async ({ host }) => host.refresh('ghr_unknown' as HostToken)],
  [
    'used',
    async ({ host, signIn }) => {
      const { refreshToken } = await signIn('ada');
      await host.refresh(refreshToken ?? noToken());
      return host.refresh(refreshToken ?? noToken());
    },
  ],
  [
    'expired',
    async ({ host, signIn, simulator }) => {
      const { refreshToken } = await signIn('ada');
      simulator.control.expireRefreshTokens('ada');
      return host.refresh(refreshToken ?? noToken());
    },
  ],
  [
    'revoked',
    async ({ host, signIn, simulator }) => {
      const { refreshToken } = await signIn('ada');
      simulator.control.revokeTokens('ada');
      return host.refresh(refreshToken ?? noToken());
    },
  ],
])('a refresh token that is %s is spent', async ([, refresh]) => {
  expect(await refresh(await startHost())).toEqual({ ok: false, refusal: { kind: 'spent' } });
});

test('wrong client credentials leave the refresh token unspent', async () => {
  const { host, hostWith, signIn } = await startHost();
  const { refreshToken } = await signIn('ada');

  expect(await hostWith({ clientSecret: 'wrong' }).refresh(refreshToken ?? noToken())).toMatchObject({
    ok: false,
    refusal: { kind: 'rejected', status: 200 },
  });
  expect(await host.refresh(refreshToken ?? noToken())).toMatchObject({ ok: true });
});

test('addresses of an Enterprise Server are derived and answer', async () => {
  const { hostWith, authorize, simulator } = await startHost({
    kind: 'enterprise-server',
    world: createWorld((world) => world.addUser({ login: 'ada' })),
  });
  const host = hostWith({ apiUrl: null });

  const grant = await host.exchangeCode(await authorize('ada'));

  if (!grant.ok) throw new Error(grant.refusal.kind);
  expect(await readProfile(host.as({ token: grant.value.accessToken }))).toMatchObject({
    ok: true,
    value: { user: { login: 'ada' } },
  });
  expect(await readInstallations(host.as({ token: grant.value.accessToken }))).toEqual({ ok: true, value: [] });
  expect(simulator.control.requests().map(({ path }) => path)).toEqual([
    '/login/oauth/access_token',
    '/graphql',
    '/user/installations',
  ]);
});

function noToken(): never {
  throw new Error('no refresh token was issued');
}
