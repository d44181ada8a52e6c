import { expect, test } from 'vitest';
import type { Simulator } from '../../src/simulator.ts';
import { rest, signIn, simulatorFor } from '../client.ts';

async function steer({ url }: Simulator, method: string, path: string, body?: unknown) {
  const response = await fetch(`${url}/_control${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

test('faults, delays, holds and the log work over HTTP', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  expect((await steer(simulator, 'POST', '/call/clearRequests', [])).status).toBe(200);
  expect((await steer(simulator, 'POST', '/faults', { kind: 'reply', status: 503, times: 1 })).status).toBe(201);
  expect((await rest(simulator, '/user', token)).status).toBe(503);
  expect((await steer(simulator, 'PUT', '/latency', { ms: 1 })).status).toBe(204);

  const { body: hold } = await steer(simulator, 'POST', '/holds', { match: { path: '/user' } });
  const held = rest(simulator, '/user', token);
  expect((await steer(simulator, 'GET', `/holds/${hold.id}?arrived=1`)).body).toEqual({ id: hold.id, count: 1 });
  expect((await steer(simulator, 'POST', `/holds/${hold.id}/release`, {})).status).toBe(204);
  expect((await held).status).toBe(200);

  const { body: log } = await steer(simulator, 'POST', '/requests', { path: '/user' });
  expect(log).toMatchObject({ count: 2, rounds: 2, maxInFlight: 1, requests: [{ status: 503 }, { status: 200 }] });
});

test('the world and the tokens can be changed over HTTP, and reset', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'edsger');
  const added = await steer(simulator, 'POST', '/world/addMembership', [{ organization: 'acme', login: 'edsger' }]);
  expect(added.body.result).toMatchObject({ role: 'member', state: 'active' });
  expect((await rest(simulator, '/user/orgs', token)).body).toHaveLength(1);
  expect((await steer(simulator, 'PUT', '/token-settings', { accessSeconds: 5 })).body.accessSeconds).toBe(5);
  expect((await steer(simulator, 'GET', '/tokens/edsger')).body).toMatchObject({ liveAccess: 1 });
  expect((await steer(simulator, 'GET', '/issued-secrets')).body).toContain(token);
  await steer(simulator, 'POST', '/call/reset', []);
  expect((await rest(simulator, '/user/orgs', token)).body).toHaveLength(0);
  await steer(simulator, 'POST', '/call/expireAccessTokens', ['edsger']);
  expect((await rest(simulator, '/user/orgs', token)).status).toBe(401);
});

test('invitations and limits are steered over HTTP', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const call = async (path: string, ...parameters: unknown[]) =>
    (await steer(simulator, 'POST', path, parameters)).body.result;
  expect(await call('/call/invitationQuota', 'acme', { limit: 2 })).toEqual({ limit: 2, used: 0, remaining: 2 });
  await call('/call/secondaryLimit', { perMinute: 1 });
  const put = (login: string) => rest(simulator, `/orgs/acme/memberships/${login}`, token, { method: 'PUT' });
  expect([(await put('radia')).status, (await put('edsger')).status]).toEqual([200, 403]);
  expect(await call('/call/invitations', 'acme')).toMatchObject([{ sequence: 1, login: 'radia', inviter: 'ada' }]);
  expect((await call('/call/rateState', 'ada')).core.used).toBe(2);
  expect(await call('/world/openInvitations', 'acme')).toHaveLength(2);
  expect(await call('/platform/acceptInvitation', 'acme', 'radia')).toMatchObject({ state: 'active' });
});

test('faulty calls say what is wrong', async () => {
  const simulator = await simulatorFor();
  expect(await steer(simulator, 'POST', '/world/addMembership', [{ organization: 'x', login: 'ada' }])).toEqual({
    status: 400,
    body: { error: "the simulated world has no organization 'x'" },
  });
  expect((await steer(simulator, 'POST', '/world/constructor', [])).status).toBe(400);
  expect((await steer(simulator, 'POST', '/call/reset', {})).body.error).toContain('list of arguments');
  expect((await steer(simulator, 'GET', '/holds/99')).status).toBe(404);
});

test('a page elsewhere cannot make a browser send a control call', async () => {
  const { url } = await simulatorFor();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const headers = { 'content-type': type };
    const response = await fetch(`${url}/_control/call/reset`, { method: 'POST', headers, body: '[]' });
    expect(response.status).toBe(415);
  }
  expect((await fetch(`${url}/_control/call/reset`, { method: 'POST' })).status).toBe(415);
});
