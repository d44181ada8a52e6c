import { expect, test } from 'vitest';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';
import { receiverFor, signatureOf, simulatorWithReceiver } from '../receiver.ts';

test('the published example of a signature comes out the same', async () => {
  const { control, receiver } = await simulatorWithReceiver({ app: { webhookSecret: "It's a Secret to Everybody" } });
  await control.sendRaw({ event: 'push', body: 'Hello, World!' });
  expect(receiver.received[0]?.headers['x-hub-signature-256']).toBe(
    'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  );
});

test('a delivery carries every header, signed over the exact bytes', async () => {
  const { app, control, receiver } = await simulatorWithReceiver();
  control.platform.install({ account: 'quiet-co', by: 'ada' });
  await control.settled();
  const [{ headers, bytes }] = receiver.received as [(typeof receiver.received)[0]];
  expect(headers).toMatchObject({
    'content-type': 'application/json',
    'x-github-event': 'installation',
    'x-github-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
    'x-github-hook-id': '400000007',
    'x-github-hook-installation-target-type': 'integration',
    'x-github-hook-installation-target-id': '7',
    'x-hub-signature': expect.stringMatching(/^sha1=[0-9a-f]{40}$/),
    'x-hub-signature-256': signatureOf(app.webhookSecret ?? '', bytes),
    'user-agent': expect.stringMatching(/^GitHub-Hookshot\//),
  });
  expect(headers).not.toHaveProperty('x-github-enterprise-version');
  expect(control.deliveries()[0]).toMatchObject({ id: 30_000_000_001, state: 'success', statusCode: 200, body: bytes });
});

test('without a secret there is no signature, without a URL there is no delivery', async () => {
  const unsigned = await simulatorWithReceiver({ app: { webhookSecret: null }, kind: 'enterprise-server' });
  unsigned.control.platform.ping();
  await unsigned.control.settled();
  const { headers } = unsigned.receiver.received[0] ?? { headers: {} };
  expect(headers).not.toHaveProperty('x-hub-signature-256');
  expect(headers).not.toHaveProperty('x-hub-signature');
  expect(headers).toMatchObject({ 'x-github-event': 'ping', 'x-github-enterprise-host': '127.0.0.1' });

  const { control } = await simulatorFor();
  control.platform.install({ account: 'quiet-co' });
  await control.settled();
  expect(control.deliveries()).toEqual([]);
});

test('a delivery that fails is recorded and never retried', async () => {
  const { control, receiver } = await simulatorWithReceiver();
  receiver.answerWith((_request, response) => response.writeHead(500, { 'x-reason': 'tired' }).end('{"error":"no"}'));
  control.platform.ping();
  await control.settled();
  receiver.answerWith((_request, response) => response.writeHead(302, { location: '/elsewhere' }).end());
  control.platform.ping();
  await control.settled();
  receiver.answerWith((request) => request.socket.resetAndDestroy());
  control.platform.ping();
  await control.settled();
  control.deliverTo('http://127.0.0.1:1/nobody');
  control.platform.ping();
  await control.settled();
  expect(control.deliveries().map(({ status, statusCode, state }) => [status, statusCode, state])).toEqual([
    ['Invalid HTTP Response: 500', 500, 'failure'],
    ['Invalid HTTP Response: 302', 302, 'failure'],
    ['failed to connect to host', 502, 'failure'],
    ['failed to connect to host', 502, 'failure'],
  ]);
  expect(control.deliveries()[0]).toMatchObject({
    responsePayload: '{"error":"no"}',
    responseHeaders: { 'x-reason': 'tired' },
  });
  expect(receiver.received).toHaveLength(3);
});

test('a receiver that answers too late has failed; the limit can be moved', async () => {
  const { control, receiver } = await simulatorWithReceiver();
  control.webhookLimitMs(100);
  receiver.answerWith(() => {});
  control.platform.ping();
  await control.settled();
  receiver.answerWith((_request, response) => void response.writeHead(200).write('half'));
  control.platform.ping();
  await control.settled();
  for (const delivery of control.deliveries()) {
    expect(delivery).toMatchObject({ status: 'timed out', statusCode: 504, state: 'failure' });
    expect(delivery.durationSeconds).toBeGreaterThanOrEqual(0.09);
  }
  control.webhookLimitMs(5_000);
  receiver.answerWith((_request, response) => setTimeout(() => response.end(), 150));
  control.platform.ping();
  await control.settled();
  expect(control.deliveries()).toHaveLength(3);
  expect(control.deliveries({ state: 'success' })).toHaveLength(1);
});

test('a receiver that never answers holds up neither the caller nor the end of the simulator', async () => {
  const { control, receiver, simulator } = await simulatorWithReceiver();
  receiver.answerWith(() => {});
  control.platform.ping();
  const { access_token: token } = await signIn(simulator, 'ada');
  expect((await rest(simulator, '/user', token)).status).toBe(200);
  expect(control.deliveries({ state: 'under-way' })).toHaveLength(1);
  control.reset();
  await control.settled();
  expect(control.deliveries()).toEqual([]);
});

test('held deliveries are sent in any order, several times, to receivers in turn', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  const other = await receiverFor();
  control.holdDeliveries();
  const { id } = control.platform.install({ account: 'quiet-co' });
  control.platform.suspend(id);
  control.platform.unsuspend(id);
  expect(receiver.received).toHaveLength(0);
  const [created, suspended, unsuspended] = control.deliveries({ state: 'held' }).map((delivery) => delivery.id);
  const order = [unsuspended, created, suspended].filter((delivery) => delivery !== undefined);

  const sent = await control.deliverHeld(order, { urls: [receiver.url, other.url], times: 2 });
  const names = ['installation unsuspend', 'installation created', 'installation suspend'];
  expect(receiver.names()).toEqual(names);
  expect(other.names()).toEqual(names);
  expect(sent.map(({ redelivery }) => redelivery)).toEqual([false, true, false, true, false, true]);
  expect(new Set(sent.map(({ guid }) => guid)).size).toBe(3);
  expect(new Set(sent.map((delivery) => delivery.id)).size).toBe(6);

  control.platform.uninstall(id);
  expect(world.installation(id)).toBeNull();
  const [last] = control.deliveries({ state: 'held' });
  await control.deliver(last?.id ?? 0, { url: `${other.url}/elsewhere` });
  expect(other.received.at(-1)).toMatchObject({ name: 'installation deleted', path: '/elsewhere' });

  await control.deliverHeld(order, { atOnce: true, times: 3, urls: [other.url] });
  expect(other.received).toHaveLength(13);
});

test('releasing sends what was named first and the rest in turn, and ends the hold', async () => {
  const { control, receiver } = await simulatorWithReceiver();
  control.holdDeliveries();
  for (const login of ['grace', 'alan', 'tim']) control.platform.revokeAuthorization(login);
  const last = control.deliveries().at(-1)?.id ?? 0;
  await control.releaseDeliveries([last]);
  expect(receiver.received.map(({ payload }) => payload.sender.login)).toEqual(['tim', 'grace', 'alan']);
  control.platform.ping();
  await control.settled();
  expect(receiver.names().at(-1)).toBe('ping');
});

test('a redelivery keeps the GUID and the bytes, has its own ID, and goes to the URL of the day', async () => {
  const { control, receiver, app } = await simulatorWithReceiver();
  receiver.answerWith((_request, response) => response.writeHead(500).end());
  control.platform.install({ account: 'quiet-co' });
  await control.settled();
  const [first] = control.deliveries();
  const later = await receiverFor();
  control.deliverTo(later.url);
  const second = await control.redeliver(first?.id ?? 0);
  expect(second).toMatchObject({ guid: first?.guid, redelivery: true, state: 'success', statusCode: 200 });
  expect(second.id).toBeGreaterThan(first?.id ?? 0);
  expect(later.received[0]?.bytes).toEqual(receiver.received[0]?.bytes);
  expect(later.received[0]?.headers['x-hub-signature-256']).toBe(signatureOf(app.webhookSecret ?? '', second.body));
  await expect(control.redeliver(5)).rejects.toThrow('no delivery 5');
});

test('any bytes can be sent with a right, a wrong or no signature', async () => {
  const { control, receiver, app } = await simulatorWithReceiver();
  const body = Buffer.from([0xff, 0xfe, 0x00, 0x7b]);
  await control.sendRaw({ event: 'installation', body });
  await control.sendRaw({ event: 'installation', body, signature: 'sha256=00' });
  await control.sendRaw({ event: 'installation', body, signature: null, headers: { 'content-type': 'text/plain' } });
  expect(receiver.received.map(({ headers }) => headers['x-hub-signature-256'])).toEqual([
    signatureOf(app.webhookSecret ?? '', body),
    'sha256=00',
    undefined,
  ]);
  expect(receiver.received.every(({ bytes }) => bytes.equals(body))).toBe(true);
  expect(receiver.received[2]?.headers['content-type']).toBe('text/plain');
});

test('changes of the world itself are silent: lost events', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  const { id } = world.addInstallation({ account: 'quiet-co' });
  world.suspendInstallation(id, 'ada');
  world.renameOrganization('quiet-co', 'loud-co');
  world.removeOrganization('loud-co');
  await control.settled();
  expect(receiver.received).toEqual([]);
  expect(world.installation(id)).toBeNull();
});

test('a payload over 25 MB is never sent', async () => {
  const { control, receiver, world } = await simulatorWithReceiver();
  for (let index = 0; index < 300; index += 1) {
    world.addRepository({ owner: 'quiet-co', name: `${'r'.repeat(50_000)}-${index}` });
  }
  control.platform.install({ account: 'quiet-co' });
  await control.settled();
  expect(receiver.received).toEqual([]);
});

test('a form hook sends the payload as a field and signs the encoded bytes', async () => {
  const { simulator, control, receiver, app } = await simulatorWithReceiver();
  const changed = await rest(simulator, '/app/hook/config', await appJwt(simulator), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content_type: 'form' }),
  });
  expect(changed.body).toMatchObject({ content_type: 'form', secret: '********' });
  control.platform.ping();
  await control.settled();
  const [got] = receiver.received;
  expect(got?.headers['content-type']).toBe('application/x-www-form-urlencoded');
  expect(got?.headers['x-hub-signature-256']).toBe(signatureOf(app.webhookSecret ?? '', got?.bytes ?? ''));
  const payload = new URLSearchParams(got?.bytes.toString()).get('payload') ?? '';
  expect(JSON.parse(payload)).toMatchObject({ zen: expect.any(String), hook: { type: 'App', app_id: 7 } });
});

test('a delivery about a deleted account may have no installation', async () => {
  const { control, receiver } = await simulatorWithReceiver();
  control.platform.sendWithoutInstallation('quiet-co');
  control.platform.sendWithoutInstallation('edsger', 'github_app_authorization', 'revoked');
  await control.settled();
  expect(receiver.received.map(({ headers, bytes }) => [headers['x-github-event'], JSON.parse(String(bytes))])).toEqual(
    [
      ['installation', expect.objectContaining({ action: 'deleted', installation: null })],
      ['github_app_authorization', expect.objectContaining({ action: 'revoked', installation: null })],
    ],
  );
});
