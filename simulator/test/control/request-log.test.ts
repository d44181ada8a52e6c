import { expect, test } from 'vitest';
import { appJwt, graphql, rest, signIn, simulatorFor, tokenRequest } from '../client.ts';

test('each request is logged with who asked what, and how it ended', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  simulator.control.clearRequests();
  await rest(simulator, '/user/orgs?per_page=5', token);
  await graphql(simulator, token, 'query Me { viewer { login } }', { x: 1 });
  await rest(simulator, '/app', await appJwt(simulator));
  await rest(simulator, '/user', 'ghu_wrong');
  const seen = simulator.control
    .requests()
    .map((entry) => [
      entry.method,
      entry.path,
      entry.operationName,
      entry.credential,
      entry.login,
      entry.status,
      entry.concurrency,
    ]);
  expect(seen).toEqual([
    ['GET', '/user/orgs', null, 'user', 'ada', 200, 1],
    ['POST', '/graphql', 'Me', 'user', 'ada', 200, 1],
    ['GET', '/app', null, 'app', null, 200, 1],
    ['GET', '/user', null, 'unknown', null, 401, 1],
  ]);
  expect(simulator.control.requests()[0]?.query).toEqual({ per_page: '5' });
  expect(simulator.control.count({ path: '/user' })).toBe(2);
});

test('the log holds no secret', async () => {
  const simulator = await simulatorFor();
  const { url, app, control } = simulator;
  const pair = await signIn(simulator, 'ada');
  const secrets = { client_id: app.clientId, client_secret: app.clientSecret, code: 'spent-code' };
  await fetch(`${url}/login/oauth/access_token?${new URLSearchParams(secrets)}`, { method: 'POST' });
  await rest(simulator, `/user?access_token=${pair.access_token}`, pair.access_token);
  await tokenRequest(simulator, { grant_type: 'refresh_token', refresh_token: pair.refresh_token });
  const jwt = await appJwt(simulator);
  const hook = { method: 'PATCH', body: JSON.stringify({ secret: 'hook-secret', content_type: 'json' }) };
  await rest(simulator, '/app/hook/config', jwt, hook);
  expect(control.requests({ body: { content_type: 'json' } })).toHaveLength(1);
  const log = JSON.stringify(control.requests());
  for (const secret of [...control.issuedSecrets(), app.clientSecret, 'spent-code', 'hook-secret'])
    expect(log).not.toContain(secret);
});

test('rounds count the longest chain, not the requests', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { control } = simulator;
  control.clearRequests();
  expect(control.rounds()).toBe(0);
  await rest(simulator, '/user', token);
  const hold = control.hold({});
  const parallel = ['/user/orgs', '/user/installations', '/users/ada'].map((path) => rest(simulator, path, token));
  await hold.arrived(3);
  hold.release();
  await Promise.all(parallel);
  expect([control.rounds(), control.count(), control.maxInFlight()]).toEqual([2, 4, 3]);
  await rest(simulator, '/user', token);
  expect(control.rounds()).toBe(3);
  expect(control.rounds({ path: '^/user$' })).toBe(2);
  expect(control.maxInFlight({ path: '^/user$' })).toBe(1);
});

test('a request that starts while any of the round is under way does not make a new round', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { control } = simulator;
  control.clearRequests();
  const hold = control.hold({ path: '/user/orgs' });
  const long = rest(simulator, '/user/orgs', token);
  await hold.arrived(1);
  await rest(simulator, '/users/ada', token);
  await rest(simulator, '/users/grace', token);
  hold.release();
  await long;
  expect([control.rounds(), control.maxInFlight()]).toEqual([2, 2]);
});

test('a request whose client went away ends without a status', async () => {
  const simulator = await simulatorFor();
  const { control } = simulator;
  control.fault({ kind: 'reset', times: 1 });
  await rest(simulator, '/user', null).catch(() => null);
  await expect.poll(() => control.requests()[0]?.endedAt).toBeTypeOf('number');
  expect(control.requests()[0]?.status).toBeNull();
});

test('latency applies to what it names', async () => {
  const simulator = await simulatorFor();
  const { control } = simulator;
  control.latencyMs(2_000, { path: '/users/ada' });
  const timed = async (path: string) => {
    const before = performance.now();
    await rest(simulator, path, null);
    return performance.now() - before;
  };
  expect(await timed('/users/grace')).toBeLessThan(1_900);
  expect(await timed('/users/ada')).toBeGreaterThan(1_900);
  control.latencyMs(0);
  expect(await timed('/users/ada')).toBeLessThan(1_900);
});
