import { expect, test } from 'vitest';
import type { Simulator } from '../../src/simulator.ts';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';
import { receiverFor, simulatorWithReceiver } from '../receiver.ts';

async function asApp(simulator: Simulator, path: string, method = 'GET', body?: unknown) {
  return rest(simulator, path, await appJwt(simulator), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}

test('the App suspends, unsuspends and uninstalls, and is told so', async () => {
  const { simulator, control, receiver } = await simulatorWithReceiver();
  const { token } = (await asApp(simulator, '/app/installations/101/access_tokens', 'POST')).body;
  expect((await asApp(simulator, '/app/installations/101/suspended', 'PUT')).status).toBe(204);
  expect((await asApp(simulator, '/app/installations/101/suspended', 'PUT')).status).toBe(204);
  expect((await asApp(simulator, '/app/installations/101')).body.suspended_by).toMatchObject({ type: 'Bot' });
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(403);
  expect((await asApp(simulator, '/app/installations/101/suspended', 'DELETE')).status).toBe(204);
  expect((await asApp(simulator, '/app/installations/101', 'DELETE')).status).toBe(204);
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(401);
  for (const [method, path] of [
    ['PUT', '/suspended'],
    ['DELETE', '/suspended'],
    ['DELETE', ''],
  ]) {
    expect((await asApp(simulator, `/app/installations/101${path}`, method)).status).toBe(404);
  }
  const headers = { 'x-github-api-version': '2026-03-10' };
  const newer = await rest(simulator, '/app/installations/102', await appJwt(simulator), { method: 'DELETE', headers });
  expect(newer.status).toBe(202);
  await control.settled();
  expect(receiver.names()).toEqual([
    'installation suspend',
    'installation unsuspend',
    'installation deleted',
    'installation deleted',
  ]);
});

test('all calls of the App want its JWT', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  for (const [method, path] of [
    ['GET', '/app/installation-requests'],
    ['PUT', '/app/installations/101/suspended'],
    ['DELETE', '/app/installations/101/suspended'],
    ['DELETE', '/app/installations/101'],
    ['GET', '/app/hook/config'],
    ['PATCH', '/app/hook/config'],
    ['GET', '/app/hook/deliveries'],
    ['GET', '/app/hook/deliveries/1'],
    ['POST', '/app/hook/deliveries/1/attempts'],
  ] as const) {
    expect((await rest(simulator, path, token, { method })).status, path).toBe(401);
  }
  expect(simulator.world.installation(101)?.suspendedAt).toBeNull();
});

test('the settings of the hook can be read and changed; a new URL is pinged', async () => {
  const { simulator, control, receiver } = await simulatorWithReceiver();
  const other = await receiverFor();
  expect((await asApp(simulator, '/app/hook/config')).body).toEqual({
    content_type: 'json',
    insecure_ssl: '0',
    secret: '********',
    url: `${receiver.url}/hook`,
  });
  const changed = await asApp(simulator, '/app/hook/config', 'PATCH', { url: other.url, secret: '' });
  expect(changed.body).toEqual({ content_type: 'json', insecure_ssl: '0', url: other.url });
  await control.settled();
  expect([receiver.names(), other.names()]).toEqual([[], ['ping']]);
  for (const wrong of [{ url: 'file:///etc' }, { url: 5 }, { content_type: 'xml' }, { secret: 1 }]) {
    expect((await asApp(simulator, '/app/hook/config', 'PATCH', wrong)).status).toBe(422);
  }
});

test('deliveries are listed newest first, by pages of a cursor, and by outcome', async () => {
  const { simulator, control, receiver } = await simulatorWithReceiver();
  for (let index = 0; index < 7; index += 1) {
    receiver.answerWith((_request, response) => response.writeHead(index % 3 === 0 ? 500 : 200).end());
    control.platform.ping();
    await control.settled();
  }
  const ids = control.deliveries().map(({ id }) => id);
  const collected: number[] = [];
  let path: string | undefined = '/app/hook/deliveries?per_page=3';
  for (let round = 0; path !== undefined && round < 9; round += 1) {
    const reply = await asApp(simulator, path);
    collected.push(...reply.body.map(({ id }: { id: number }) => id));
    const next = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
    path = next?.slice(simulator.apiUrl.length);
    expect(next === undefined || /[?&]cursor=v1_\d+/.test(next)).toBe(true);
  }
  expect(collected).toEqual(ids.toReversed());
  const failed = await asApp(simulator, '/app/hook/deliveries?status=failure');
  expect(failed.body.map(({ id }: { id: number }) => id)).toEqual([ids[6], ids[3], ids[0]]);
  expect(failed.headers.get('link')).toBeNull();
  expect((await asApp(simulator, '/app/hook/deliveries?status=success&per_page=2')).body).toHaveLength(2);
  for (const query of ['status=odd', 'cursor=v1_', 'cursor=5']) {
    expect((await asApp(simulator, `/app/hook/deliveries?${query}`)).status).toBe(422);
  }
});

test('a delivery shows request and response, and can be attempted again', async () => {
  let nowMs = Date.parse('2026-11-21T10:00:00Z');
  const { simulator, control, receiver } = await simulatorWithReceiver({ now: () => nowMs });
  const call = async (path: string, method = 'GET') => {
    const claims = {
      issuedIn: Math.floor((nowMs - Date.now()) / 1000) - 60,
      expiresIn: Math.floor((nowMs - Date.now()) / 1000) + 300,
    };
    return rest(simulator, path, await appJwt(simulator, claims), { method });
  };
  receiver.answerWith((_request, response) => response.writeHead(500).end('sorry'));
  control.platform.suspend(101);
  await control.settled();
  const [{ id, guid }] = (await call('/app/hook/deliveries')).body;
  expect((await call(`/app/hook/deliveries/${id}`)).body).toMatchObject({
    guid,
    delivered_at: '2026-11-21T10:00:00Z',
    event: 'installation',
    action: 'suspend',
    installation_id: 101,
    repository_id: null,
    redelivery: false,
    duration: expect.any(Number),
    status: 'Invalid HTTP Response: 500',
    status_code: 500,
    throttled_at: null,
    url: `${receiver.url}/hook`,
    request: { headers: { 'X-GitHub-Delivery': guid }, payload: { action: 'suspend', installation: { id: 101 } } },
    response: { payload: 'sorry' },
  });
  receiver.answerWith((_request, response) => response.end());
  const again = await call(`/app/hook/deliveries/${id}/attempts`, 'POST');
  expect([again.status, again.body]).toEqual([202, {}]);
  await control.settled();
  expect((await call('/app/hook/deliveries')).body[0]).toMatchObject({ guid, redelivery: true, status: 'OK' });
  expect(receiver.received.map(({ headers }) => headers['x-github-delivery'])).toEqual([guid, guid]);

  nowMs += 3 * 86_400_000 + 1_000;
  expect((await call('/app/hook/deliveries')).body).toEqual([]);
  expect((await call(`/app/hook/deliveries/${id}/attempts`, 'POST')).status).toBe(404);
  expect((await call('/app/hook/deliveries/x')).status).toBe(400);
});

test('events and deliveries work over HTTP', async () => {
  const { simulator, receiver } = await simulatorWithReceiver();
  const call = async (path: string, parameters: unknown) => {
    const response = await fetch(`${simulator.url}/_control${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
    });
    const answer = (await response.json()) as ReturnType<typeof JSON.parse>;
    return { ...answer, status: response.status };
  };
  await call('/webhooks/holdDeliveries', []);
  const { result: installed } = await call('/platform/install', [{ account: 'quiet-co', by: 'ada' }]);
  await call('/platform/suspend', [installed.id]);
  const { result: held } = await call('/webhooks/deliveries', [{ state: 'held' }]);
  expect(held).toMatchObject([{ action: 'created', body: expect.stringContaining('quiet-co') }, { action: 'suspend' }]);
  const ids = held.map(({ id }: { id: number }) => id);
  const { result: sent } = await call('/webhooks/deliverHeld', [ids.toReversed(), { times: 2 }]);
  expect(sent).toHaveLength(4);
  await call('/webhooks/releaseDeliveries', []);
  expect((await call('/webhooks/redeliver', [ids[0]])).result).toMatchObject({ redelivery: true, state: 'success' });
  await call('/webhooks/sendRaw', [{ event: 'push', bodyBase64: '/w==', signature: null }]);
  expect(receiver.received.at(-1)?.bytes).toEqual(Buffer.from([0xff]));
  await call('/webhooks/deliverTo', [null]);
  await call('/platform/ping', []);
  expect((await call('/webhooks/settled', [])).result).toBeNull();
  expect(receiver.received).toHaveLength(6);
  expect(await call('/platform/constructor', [])).toMatchObject({ status: 400 });
  expect(await call('/webhooks/redeliver', [1])).toMatchObject({
    status: 400,
    error: expect.stringContaining('delivery 1'),
  });
});

test('removing an account removes what belongs to it', async () => {
  const { world, ...simulator } = await simulatorFor();
  const lumen = world.organization('lumen-labs');
  world.addInstallationRequest({ account: 'quiet-co', requester: 'radia' });
  world.setCollaborator(101, 'radia', true);
  world.removeOrganization('lumen-labs');
  world.removeUser('radia');
  expect(world.installations().map(({ accountId }) => accountId)).not.toContain(lumen?.id);
  expect(world.repositoriesOf(lumen?.id ?? 0)).toEqual([]);
  expect(world.teamsOf(lumen?.id ?? 0)).toEqual([]);
  expect(world.membershipsOfUser(world.user('ada')?.id ?? 0).map(({ organizationId }) => organizationId)).not.toContain(
    lumen?.id,
  );
  expect(world.installationRequests()).toEqual([]);
  expect(world.installation(101)?.collaboratorIds).toEqual([]);
  const whole = { world, ...simulator };
  const { access_token: token } = await signIn(whole, 'ada');
  expect((await rest(whole, '/orgs/lumen-labs', token)).status).toBe(404);
  expect((await rest(whole, '/user/installations', token)).body.total_count).toBe(3);
});
