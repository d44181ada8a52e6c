import { expect, test } from 'vitest';
import type { HostToken } from '../../../src/lib/secrets.ts';
import { hostAnswering, NOON, tokenAnswer } from '../host-answering.ts';

const PAIR = {
  access_token: 'ghu_new',
  expires_in: 28_800,
  refresh_token: 'ghr_new',
  refresh_token_expires_in: 15_897_600,
  token_type: 'bearer',
  scope: '',
};
const USED = 'ghr_used' as HostToken;

test.for([
  [
    { ...PAIR, expires_in: '28800', refresh_token_expires_in: '60' },
    { refreshTokenExpiresAt: new Date('2030-01-01T12:01:00Z') },
  ],
  [{ ...PAIR, token_type: 'Bearer' }, { tokenType: 'bearer' }],
  [{ ...PAIR, scope: 'read:org,user:email' }, { scope: 'read:org,user:email' }],
  [{ ...PAIR, scope: undefined }, { scope: '' }],
  [{ ...PAIR, expires_in: undefined }, { accessTokenExpiresAt: null }],
  [{ ...PAIR, expires_in: null }, { accessTokenExpiresAt: null }],
  [{ ...PAIR, expires_in: 0 }, { accessTokenExpiresAt: NOON }],
  [
    { ...PAIR, refresh_token: undefined, refresh_token_expires_in: undefined },
    { refreshToken: USED, refreshTokenExpiresAt: null },
  ],
  [{ ...PAIR, refresh_token: '' }, { refreshToken: USED }],
] as const)('a token answer %j is understood', async ([body, difference]) => {
  const { host } = await hostAnswering(tokenAnswer(body));

  expect(await host.refresh(USED)).toEqual({
    ok: true,
    value: {
      accessToken: 'ghu_new',
      accessTokenExpiresAt: new Date('2030-01-01T20:00:00Z'),
      refreshToken: 'ghr_new',
      refreshTokenExpiresAt: new Date('2030-07-04T12:00:00Z'),
      tokenType: 'bearer',
      scope: '',
      ...difference,
    },
  });
});

test.for([
  {},
  [],
  'access_token=ghu_new&token_type=bearer',
  { ...PAIR, access_token: '' },
  { ...PAIR, access_token: 5 },
  { ...PAIR, token_type: undefined },
  { ...PAIR, expires_in: 'soon' },
  { ...PAIR, expires_in: -1 },
  { ...PAIR, expires_in: 1e300 },
  { ...PAIR, expires_in: '' },
  { ...PAIR, refresh_token: {} },
  { ...PAIR, scope: ['read:org'] },
])('a token answer %j is no grant', async (body) => {
  const { host } = await hostAnswering(tokenAnswer(body));

  expect(await host.refresh(USED)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'unexpected response format' },
  });
});

test.for([
  [200, { error: 'bad_refresh_token' }, { kind: 'spent' }],
  [400, { error: 'bad_refresh_token' }, { kind: 'spent' }],
  [400, { error: 'invalid_grant', error_description: 'gone' }, { kind: 'spent' }],
  [200, { error: 'unsupported_grant_type' }, { kind: 'spent' }],
  [
    200,
    { error: 'incorrect_client_credentials' },
    { kind: 'rejected', code: 'app-refused', status: 200, message: 'incorrect_client_credentials' },
  ],
  [
    401,
    { error: 'invalid_client', error_description: 'who?' },
    { kind: 'rejected', code: 'app-refused', status: 401, message: 'who?' },
  ],
  [401, { message: 'Bad credentials' }, { kind: 'rejected', status: 401, message: 'Bad credentials' }],
  [404, { message: 'Not Found' }, { kind: 'rejected', code: 'app-refused', status: 404, message: 'Not Found' }],
  [
    400,
    { error: 'odd', error_description: `${USED} the-client-secret` },
    { kind: 'rejected', status: 400, message: '[secret] [secret]' },
  ],
  [200, { ...PAIR, token_type: 'mac' }, { kind: 'rejected', status: 200, message: 'token type is not bearer' }],
  [429, { error: 'bad_refresh_token' }, { kind: 'rate-limited', retryAt: null }],
  [403, { message: 'You have exceeded a secondary rate limit' }, { kind: 'rate-limited', retryAt: null }],
  [500, { error: 'bad_refresh_token' }, { kind: 'unreachable', message: 'answered 500' }],
] as const)('a refresh answered with %i %j is refused as %j', async ([status, body, refusal]) => {
  const { host, server } = await hostAnswering(tokenAnswer(body, status));

  expect(await host.refresh(USED)).toEqual({ ok: false, refusal });
  expect(server.hits()).toBe(1);
});

test('an exchange never speaks of spent refresh tokens', async () => {
  const { host } = await hostAnswering(tokenAnswer({ error: 'bad_refresh_token' }));

  expect(await host.exchangeCode({ code: 'c', redirectUri: 'http://r.test', codeVerifier: 'v' })).toEqual({
    ok: false,
    refusal: { kind: 'rejected', status: 200, message: 'bad_refresh_token' },
  });
});
