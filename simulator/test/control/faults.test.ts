import { expect, test } from 'vitest';
import type { FaultRule } from '../../src/simulator.ts';
import { graphql, refresh, rest, signIn, simulatorFor, tokenRequest } from '../client.ts';

async function signedIn() {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  return { simulator, control: simulator.control, token };
}

test('a given reply takes the place of the true one, as often as told', async () => {
  const { simulator, control, token } = await signedIn();
  const rule = { match: { path: '/user' }, times: 2, kind: 'reply', status: 500, body: { message: 'Server Error' } };
  const fault = control.fault(rule as FaultRule);
  expect(await rest(simulator, '/user', token)).toMatchObject({ status: 500, body: { message: 'Server Error' } });
  expect((await rest(simulator, '/users/ada', token)).status).toBe(200);
  expect((await rest(simulator, '/user/orgs', token)).status).toBe(500);
  expect((await rest(simulator, '/user', token)).status).toBe(200);
  expect(fault.hits()).toBe(2);

  control.fault({ kind: 'reply', status: 418, headers: { 'x-why': 'tea' }, body: 'raw text' });
  const raw = await rest(simulator, '/user', token);
  expect([raw.status, raw.body, raw.headers.get('x-why')]).toEqual([418, 'raw text', 'tea']);
  control.clearFaults();
  expect((await rest(simulator, '/user', token)).status).toBe(200);
});

test('faults can be aimed by method, path, pattern, operation, variables and owner; the newest wins', async () => {
  const { simulator, control, token } = await signedIn();
  const grace = await signIn(simulator, 'grace');
  const query = 'query Lookup($login: String!) { user(login: $login) { login } }';
  const lookup = async (login: string) => (await graphql(simulator, token, query, { login })).status;

  control.fault({ match: { operation: 'Lookup', variables: { login: 'tim' } }, kind: 'reply', status: 599 });
  expect([await lookup('tim'), await lookup('radia')]).toEqual([599, 200]);
  control.fault({ match: { operation: 'Lookup' }, kind: 'reply', status: 598 });
  expect(await lookup('tim')).toBe(598);
  control.clearFaults();

  control.fault({ match: { login: 'grace', path: '^/user$', method: 'get' }, kind: 'reply', status: 597 });
  expect((await rest(simulator, '/user', token)).status).toBe(200);
  expect((await rest(simulator, '/user', grace.access_token)).status).toBe(597);
  expect((await rest(simulator, '/user/orgs', grace.access_token)).status).toBe(200);

  control.fault({ match: { path: '/login/oauth/access_token', login: 'grace' }, kind: 'reply', status: 596 });
  expect(await signIn(simulator, 'ada')).toHaveProperty('access_token');
  await expect(signIn(simulator, 'grace')).rejects.toThrow('596');
  await expect(refresh(simulator, grace.refresh_token)).rejects.toThrow('596');
});

test('rate limits come in all spellings', async () => {
  const { simulator, control, token } = await signedIn();
  const read = async (fault: FaultRule) => {
    control.clearFaults();
    control.fault(fault);
    return rest(simulator, '/user', token);
  };
  const primary = await read({ kind: 'primary-rate-limit' });
  expect([primary.status, primary.headers.get('x-ratelimit-remaining')]).toEqual([403, '0']);
  expect(primary.body.message).toMatch(/^API rate limit exceeded for user ID/);
  expect((await read({ kind: 'primary-rate-limit', status: 429 })).status).toBe(429);
  const secondary = await read({ kind: 'secondary-rate-limit' });
  expect([secondary.status, secondary.headers.get('retry-after')]).toEqual([403, '60']);
  expect(secondary.body.message).toMatch(/^You have exceeded a secondary rate limit/);
  expect(secondary.headers.get('x-ratelimit-remaining')).not.toBe('0');
  const silent = await read({ kind: 'secondary-rate-limit', status: 429, retryAfter: null });
  expect([silent.status, silent.headers.get('retry-after')]).toEqual([429, null]);

  control.clearFaults();
  control.fault({ kind: 'primary-rate-limit', spelling: 'RATE_LIMIT', times: 1 });
  const newer = await graphql(simulator, token, '{ viewer { login } }');
  expect(newer).toMatchObject({ status: 200, body: { errors: [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit' }] } });
  control.fault({ kind: 'primary-rate-limit' });
  const older = await graphql(simulator, token, '{ viewer { login } }');
  expect(older.body).toEqual({ errors: [{ type: 'RATE_LIMITED', message: expect.any(String) }] });
});

test('broken replies: HTML, nothing, cut, wrong types, huge, elsewhere', async () => {
  const { simulator, control, token } = await signedIn();
  const read = async (fault: FaultRule) => {
    control.clearFaults();
    control.fault(fault);
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${simulator.apiUrl}/user`, { headers, redirect: 'manual' });
    return { status: response.status, location: response.headers.get('location'), text: await response.text() };
  };
  const gateway = await read({ kind: 'bad-gateway-html' });
  expect(gateway).toMatchObject({ status: 502, text: expect.stringContaining('<html>') });
  expect(await read({ kind: 'html-200' })).toMatchObject({ status: 200, text: expect.stringContaining('<html>') });
  expect(await read({ kind: 'empty' })).toMatchObject({ status: 200, text: '' });
  expect((await read({ kind: 'truncate' })).text).toMatch(/^\{"login":"ada".*[^}]$/);
  expect(JSON.parse((await read({ kind: 'wrong-types' })).text)).toMatchObject({ login: 12345, id: 'text 1001' });
  expect((await read({ kind: 'huge' })).text.length).toBe(11 * 1024 * 1024);
  const elsewhere = await read({ kind: 'redirect', location: 'http://127.0.0.1:9/inside' });
  expect(elsewhere).toMatchObject({ status: 302, location: 'http://127.0.0.1:9/inside' });
});

test('broken connections: reset, silence, one byte at a time, late', async () => {
  const { simulator, control, token } = await signedIn();
  const read = (signal: AbortSignal | null = null) => rest(simulator, '/user', token, { signal });

  control.fault({ kind: 'reset', times: 1 });
  await expect(read()).rejects.toThrow();
  control.fault({ kind: 'hang', times: 1 });
  await expect(read(AbortSignal.timeout(100))).rejects.toThrow();
  control.fault({ kind: 'slow-drip', times: 1, intervalMs: 1_000 });
  await expect(read(AbortSignal.timeout(100))).rejects.toThrow();
  control.fault({ kind: 'slow-drip', times: 1, intervalMs: 0 });
  expect((await read()).body.login).toBe('ada');
  control.fault({ kind: 'delay', ms: 60, times: 1 });
  const before = performance.now();
  expect((await read()).status).toBe(200);
  expect(performance.now() - before).toBeGreaterThan(50);
});

test.each([{ kind: 'hang' }, { kind: 'hang', after: true }, { kind: 'slow-drip', intervalMs: 10_000 }] as const)(
  'a request that %o keeps from ending is stalled until its caller leaves',
  async (fault) => {
    const { control, simulator, token } = await signedIn();
    const [left, noted] = [new AbortController(), Promise.withResolvers<void>()];
    control.onStalled(noted.resolve);
    control.fault({ ...fault, match: { path: '^/user$' } });
    const headers = { authorization: `Bearer ${token}` };
    const reading = fetch(`${simulator.apiUrl}/user`, { headers, signal: left.signal }).then((answer) => answer.text());
    await noted.promise;
    expect((await rest(simulator, '/user/orgs', token)).status).toBe(200);
    expect(control.stalled()).toEqual(control.requests({ path: '^/user$' }).map(({ startedAt }) => startedAt));
    left.abort();
    await expect(reading).rejects.toThrow();
    await expect.poll(control.stalled).toEqual([]);
  },
);

test.each(['hang', 'reset'] as const)(
  'a %s after the work: the tokens have rotated though nobody was told',
  async (kind) => {
    const { simulator, control } = await signedIn();
    control.tokenSettings({ revokeFamilyOnReuse: false });
    const pair = await signIn(simulator, 'ada');
    control.fault({ match: { path: '/login/oauth/access_token' }, after: true, times: 1, kind });
    const lost = fetch(`${simulator.url}/login/oauth/access_token`, {
      method: 'POST',
      signal: AbortSignal.timeout(200),
      body: new URLSearchParams({
        client_id: simulator.app.clientId,
        client_secret: simulator.app.clientSecret,
        grant_type: 'refresh_token',
        refresh_token: pair.refresh_token,
      }),
    });
    await expect(lost).rejects.toThrow();
    expect(await refresh(simulator, pair.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
  },
);

test('a reply after the work hides what was done', async () => {
  const { simulator, control } = await signedIn();
  const pair = await signIn(simulator, 'ada');
  control.fault({ after: true, times: 1, kind: 'bad-gateway-html' });
  await expect(refresh(simulator, pair.refresh_token)).rejects.toThrow('502');
  expect((await rest(simulator, '/user', pair.access_token)).status).toBe(401);
});

test('a fault before the work leaves the tokens alone', async () => {
  const { simulator, control } = await signedIn();
  const pair = await signIn(simulator, 'ada');
  control.fault({ times: 1, kind: 'bad-gateway-html' });
  await expect(refresh(simulator, pair.refresh_token)).rejects.toThrow('502');
  expect(await refresh(simulator, pair.refresh_token)).toHaveProperty('access_token');
});

test('a hold stops requests until released, so that races need no timers', async () => {
  const { simulator, control, token } = await signedIn();
  const hold = control.hold({ path: '/user' });
  const profile = rest(simulator, '/user', token);
  const replies = [profile, rest(simulator, '/user/orgs', token)];
  await hold.arrived(2);
  expect(hold.count()).toBe(2);
  simulator.world.updateUser('ada', { name: 'Changed meanwhile' });
  hold.releaseSome(1);
  expect((await Promise.race(replies)).status).toBe(200);
  hold.release();
  expect((await profile).body.name).toBe('Changed meanwhile');
  expect((await rest(simulator, '/user', token)).status).toBe(200);
});

test('a hold after the work keeps only the reply', async () => {
  const { simulator, control } = await signedIn();
  const pair = await signIn(simulator, 'ada');
  const hold = control.hold({ path: '/login/oauth/access_token' }, 'after');
  const pending = refresh(simulator, pair.refresh_token);
  await hold.arrived(1);
  expect((await rest(simulator, '/user', pair.access_token)).status).toBe(401);
  hold.release();
  expect(await pending).toHaveProperty('access_token');
});

test('waiting for more arrivals than there were fails when the hold is released', async () => {
  const { control } = await signedIn();
  const hold = control.hold({});
  const arrival = expect(hold.arrived(3)).rejects.toThrow('0 of 3');
  hold.release();
  await arrival;
});

test('closing ends held, hanging and dripping requests', async () => {
  const { simulator, control, token } = await signedIn();
  control.hold({ path: '^/user$' });
  control.fault({ match: { path: '/user/orgs' }, kind: 'hang' });
  control.fault({ match: { path: '/users' }, kind: 'slow-drip', intervalMs: 3_600_000 });
  const cut = ['/user', '/user/orgs', '/users/ada'].map((path) => rest(simulator, path, token).catch(() => 'cut'));
  while (control.count() < 3 + 2) await new Promise((resolve) => setTimeout(resolve, 5));
  await simulator.close();
  expect((await Promise.all(cut)).slice(1)).toEqual(['cut', 'cut']);
});

test('codes that were refused by a fault can still be exchanged', async () => {
  const { simulator, control } = await signedIn();
  control.fault({ times: 1, match: { path: '/login/oauth/access_token' }, kind: 'empty' });
  expect(await tokenRequest(simulator, { code: 'x' }).catch(() => 'no JSON')).toBe('no JSON');
});
