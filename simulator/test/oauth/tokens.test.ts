import { expect, test } from 'vitest';
import {
  authorizeUrl,
  codeFor,
  decide,
  pkce,
  REDIRECT_URI,
  refresh,
  rest,
  signIn,
  simulatorFor,
  tokenRequest,
} from '../client.ts';

test('a code is worth one pair of expiring tokens', async () => {
  const simulator = await simulatorFor();
  const pair = await signIn(simulator, 'ada');
  expect(pair).toEqual({
    access_token: expect.stringMatching(/^ghu_\w{36}$/),
    expires_in: 28_800,
    refresh_token: expect.stringMatching(/^ghr_\w{76}$/),
    refresh_token_expires_in: 15_897_600,
    token_type: 'bearer',
    scope: '',
  });
});

test('a code works once, within ten minutes', async () => {
  let nowMs = Date.now();
  const simulator = await simulatorFor({ now: () => nowMs });
  const code = await codeFor(simulator, 'ada');
  expect(await tokenRequest(simulator, { code })).toHaveProperty('access_token');
  expect(await tokenRequest(simulator, { code })).toMatchObject({ error: 'bad_verification_code' });

  const inTime = await codeFor(simulator, 'ada');
  const late = await codeFor(simulator, 'ada');
  nowMs += 599_000;
  expect(await tokenRequest(simulator, { code: inTime })).toHaveProperty('access_token');
  nowMs += 1_000;
  expect(await tokenRequest(simulator, { code: late })).toMatchObject({ error: 'bad_verification_code' });
});

test('of many simultaneous exchanges of one code exactly one succeeds', async () => {
  const simulator = await simulatorFor();
  const code = await codeFor(simulator, 'ada');
  const replies = await Promise.all(Array.from({ length: 16 }, () => tokenRequest(simulator, { code })));
  expect(replies.filter((reply) => reply.access_token !== undefined)).toHaveLength(1);
});

test.each([
  [
    'incorrect_client_credentials',
    { client_secret: 'wrong' },
    'The client_id and/or client_secret passed are incorrect.',
  ],
  ['incorrect_client_credentials', { client_id: 'wrong' }, 'The client_id and/or client_secret passed are incorrect.'],
  ['bad_verification_code', { code: 'wrong' }, 'The code passed is incorrect or expired.'],
  [
    'redirect_uri_mismatch',
    { redirect_uri: 'http://127.0.0.1:1/other' },
    'The redirect_uri MUST match the registered callback URL for this application.',
  ],
  ['unsupported_grant_type', { grant_type: 'password' }, 'The grant_type passed is not supported.'],
  [
    'bad_refresh_token',
    { grant_type: 'refresh_token', refresh_token: 'ghr_x' },
    'The refresh token passed is incorrect or expired.',
  ],
])('%s arrives with HTTP 200 for %o', async (error, change, description) => {
  const simulator = await simulatorFor();
  const code = await codeFor(simulator, 'ada');
  const reply = await tokenRequest(simulator, { code, ...change });
  expect(reply).toEqual({ error, error_description: description, error_uri: expect.any(String) });
});

test('a user without a verified address gets no token', async () => {
  const simulator = await simulatorFor();
  simulator.world.addUser({ login: 'newcomer', emailVerified: false });
  expect(await signIn(simulator, 'newcomer')).toMatchObject({ error: 'unverified_user_email' });
});

test('a code made with a challenge needs its verifier, and one try uses it up', async () => {
  const simulator = await simulatorFor();
  const { verifier, challenge } = pkce();
  const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' };
  const code = () => codeFor(simulator, 'ada', withChallenge);

  expect(await tokenRequest(simulator, { code: await code(), code_verifier: verifier })).toHaveProperty('access_token');
  expect(await tokenRequest(simulator, { code: await code() })).toMatchObject({ error: 'bad_verification_code' });
  const tried = await code();
  const wrong = { code: tried, code_verifier: pkce().verifier };
  expect(await tokenRequest(simulator, wrong)).toMatchObject({ error: 'bad_verification_code' });
  const second = { code: tried, code_verifier: verifier };
  expect(await tokenRequest(simulator, second)).toMatchObject({ error: 'bad_verification_code' });
});

test('parameters count from a form, from JSON and from the query; the reply is JSON only on request', async () => {
  const simulator = await simulatorFor();
  const { url, app } = simulator;
  const endpoint = `${url}/login/oauth/access_token`;
  const parameters = async () => ({
    client_id: app.clientId,
    client_secret: app.clientSecret,
    redirect_uri: REDIRECT_URI,
    code: await codeFor(simulator, 'ada'),
  });

  const json = await fetch(endpoint, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(await parameters()),
  });
  expect(await json.json()).toHaveProperty('access_token');

  const query = await fetch(`${endpoint}?${new URLSearchParams(await parameters())}`, { method: 'POST' });
  expect(query.headers.get('content-type')).toContain('application/x-www-form-urlencoded');
  const fields = new URLSearchParams(await query.text());
  expect(fields.get('access_token')).toMatch(/^ghu_/);
  expect(fields.get('scope')).toBe('');
});

test('a refresh rotates strictly: the used refresh token and the old access token die at once', async () => {
  const simulator = await simulatorFor();
  simulator.control.tokenSettings({ revokeFamilyOnReuse: false });
  const first = await signIn(simulator, 'ada');
  const second = await refresh(simulator, first.refresh_token);

  expect((await rest(simulator, '/user', first.access_token)).status).toBe(401);
  expect((await rest(simulator, '/user', second.access_token)).status).toBe(200);
  expect(await refresh(simulator, first.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
  expect((await rest(simulator, '/user', second.access_token)).status).toBe(200);
  expect(await refresh(simulator, second.refresh_token)).toHaveProperty('access_token');
  expect(simulator.control.tokens('ada')).toMatchObject({ liveAccess: 1, liveRefresh: 1, refreshes: 2, reuses: 1 });
});

test('reusing a refresh token kills all that descends from the sign-in, and nothing else', async () => {
  const simulator = await simulatorFor();
  const other = await signIn(simulator, 'ada');
  const first = await signIn(simulator, 'ada');
  const second = await refresh(simulator, first.refresh_token);
  await refresh(simulator, first.refresh_token);

  expect((await rest(simulator, '/user', second.access_token)).status).toBe(401);
  expect(await refresh(simulator, second.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
  expect((await rest(simulator, '/user', other.access_token)).status).toBe(200);
});

test('with grace the previous pair stays good after a refresh', async () => {
  const simulator = await simulatorFor();
  simulator.control.tokenSettings({ grace: true });
  const first = await signIn(simulator, 'ada');
  await refresh(simulator, first.refresh_token);
  expect((await rest(simulator, '/user', first.access_token)).status).toBe(200);
  expect(await refresh(simulator, first.refresh_token)).toHaveProperty('access_token');
});

test('token settings: no expiry, short expiry, numbers as text, no new refresh token', async () => {
  const simulator = await simulatorFor();
  const { control } = simulator;
  control.tokenSettings({ expiring: false });
  expect(Object.keys(await signIn(simulator, 'ada'))).toEqual(['access_token', 'token_type', 'scope']);
  control.tokenSettings({ expiring: true, accessSeconds: 60, numbersAsText: true });
  expect(await signIn(simulator, 'ada')).toMatchObject({ expires_in: '60' });
  control.tokenSettings({ numbersAsText: false, rotateRefreshTokens: false });
  const pair = await signIn(simulator, 'ada');
  expect(await refresh(simulator, pair.refresh_token)).not.toHaveProperty('refresh_token');
  expect(await refresh(simulator, pair.refresh_token)).toHaveProperty('access_token');
});

test('tokens expire by the clock and, without waiting, by control', async () => {
  let nowMs = Date.now();
  const simulator = await simulatorFor({ now: () => nowMs });
  const { control } = simulator;
  const byClock = await signIn(simulator, 'ada');
  nowMs += 28_799_000;
  expect((await rest(simulator, '/user', byClock.access_token)).status).toBe(200);
  nowMs += 1_000;
  expect((await rest(simulator, '/user', byClock.access_token)).body.message).toBe('Bad credentials');

  const byControl = await signIn(simulator, 'ada');
  control.expireAccessTokens('ada');
  expect((await rest(simulator, '/user', byControl.access_token)).status).toBe(401);
  const renewed = await refresh(simulator, byControl.refresh_token);
  expect((await rest(simulator, '/user', renewed.access_token)).status).toBe(200);
  control.expireRefreshTokens('ada');
  expect(await refresh(simulator, renewed.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
  control.revokeTokens('ada');
  expect(control.tokens('ada')).toMatchObject({ liveAccess: 0, liveRefresh: 0 });

  const code = await codeFor(simulator, 'ada');
  control.expireCodes();
  expect(await tokenRequest(simulator, { code })).toMatchObject({ error: 'bad_verification_code' });
});

test('an eleventh live token of one user pushes out the oldest', async () => {
  const simulator = await simulatorFor();
  const pairs = [];
  for (let count = 0; count < 11; count += 1) pairs.push(await signIn(simulator, 'ada'));
  const statuses = await Promise.all(
    pairs.map(async (pair) => (await rest(simulator, '/user', pair.access_token)).status),
  );
  expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)]);
});

test('tokens can be checked and withdrawn with the credentials of the App', async () => {
  const simulator = await simulatorFor();
  const { app } = simulator;
  const basic = `Basic ${Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')}`;
  const call = (method: string, what: string, token: string | undefined, authorization = basic) =>
    rest(simulator, `/applications/${app.clientId}/${what}`, null, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ access_token: token }),
    });
  const one = await signIn(simulator, 'ada');
  const two = await signIn(simulator, 'ada');

  expect(await call('POST', 'token', one.access_token)).toMatchObject({
    status: 200,
    body: { user: { login: 'ada' }, expires_at: expect.stringMatching(/Z$/) },
  });
  expect((await call('POST', 'token', 'ghu_wrong')).status).toBe(404);
  expect((await call('POST', 'token', undefined)).status).toBe(422);
  expect((await call('POST', 'token', one.access_token, 'Basic eDp5')).status).toBe(401);
  expect((await call('DELETE', 'token', one.access_token)).status).toBe(204);
  expect((await rest(simulator, '/user', one.access_token)).status).toBe(401);
  expect((await rest(simulator, '/user', two.access_token)).status).toBe(200);
  expect((await call('DELETE', 'grant', two.access_token)).status).toBe(204);
  expect((await rest(simulator, '/user', two.access_token)).status).toBe(401);
});

test('every secret ever issued is known to the control', async () => {
  const simulator = await simulatorFor();
  const location = await decide(authorizeUrl(simulator), { login: 'ada', decision: 'authorize' });
  const code = location.searchParams.get('code') ?? '';
  const pair = await tokenRequest(simulator, { code });
  expect(simulator.control.issuedSecrets()).toEqual([code, pair.access_token, pair.refresh_token]);
});
