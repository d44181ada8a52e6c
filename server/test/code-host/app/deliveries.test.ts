import { expect, test } from 'vitest';
import { NOON, startHost } from '../host-under-test.ts';
import { worldOfRepositories } from '../installation-worlds.ts';
import { startLoopback } from '../loopback.ts';

const LIST = { path: /^\/app\/hook\/deliveries$/ };
const HOUR_MS = 3_600_000;

/** A simulator whose App has a webhook, with a clock that the test moves. */
async function startWithReceiver(status: () => number = () => 200) {
  let now = NOON.getTime();
  const { world } = worldOfRepositories(0);
  const setup = await startHost({ world, now: () => now });
  const receiver = await startLoopback((_request, response) => response.writeHead(status()).end());
  const { control } = setup.simulator;
  control.deliverTo(receiver.url);
  const send = async (event: string) => control.sendRaw({ event, body: '{}' });
  const at = (ms: number) => {
    now = NOON.getTime() + ms;
  };
  return { ...setup, control, send, at };
}

test('deliveries are told newest first, with their event, GUID, time and outcome', async () => {
  let status = 500;
  const { host, send, at } = await startWithReceiver(() => status);
  at(-HOUR_MS);
  const failed = await send('installation');
  at(0);
  status = 204;
  const arrived = await send('organization');

  expect(await host.deliveriesSince(new Date(NOON.getTime() - 2 * HOUR_MS))).toEqual({
    ok: true,
    value: [
      {
        id: String(arrived.id),
        guid: arrived.guid,
        event: 'organization',
        installationId: null,
        succeeded: true,
        deliveredAt: NOON,
      },
      {
        id: String(failed.id),
        guid: failed.guid,
        event: 'installation',
        installationId: null,
        succeeded: false,
        deliveredAt: new Date(NOON.getTime() - HOUR_MS),
      },
    ],
  });
});

test.for([200, 202, 204, 302, 400, 404, 500, 503])('a receiver that answered %i', async (status) => {
  const { host, send } = await startWithReceiver(() => status);
  await send('installation');

  expect(await host.deliveriesSince(NOON)).toMatchObject({ ok: true, value: [{ succeeded: status < 300 }] });
});

test('a receiver that did not answer at all counts as failed', async () => {
  const { host, control, send } = await startWithReceiver();
  control.deliverTo('http://127.0.0.1:9');
  await send('installation');

  expect(await host.deliveriesSince(NOON)).toMatchObject({ ok: true, value: [{ succeeded: false }] });
});

test.for([
  [0, 1],
  [1, 1],
  [100, 1],
  [101, 2],
  [250, 3],
] as const)('%i deliveries are all there, in order, by %i calls', async ([count, calls]) => {
  const { host, control, send } = await startWithReceiver();
  for (let sent = 0; sent < count; sent += 1) await send('installation');

  const result = await host.deliveriesSince(NOON);

  const expected = control.deliveries().map(({ id }) => String(id));
  expect(result.ok && result.value.map(({ id }) => id)).toEqual(expected.reverse());
  expect(control.count(LIST)).toBe(calls);
});

test('nothing older than asked for is told, and no page after it is read', async () => {
  const { host, control, send, at } = await startWithReceiver();
  at(-2 * HOUR_MS);
  for (let sent = 0; sent < 300; sent += 1) await send('installation');
  at(-HOUR_MS);
  for (let sent = 0; sent < 150; sent += 1) await send('installation');
  at(0);

  const result = await host.deliveriesSince(new Date(NOON.getTime() - HOUR_MS));

  expect(result.ok && result.value).toHaveLength(150);
  expect(control.count(LIST)).toBe(2);
});

test('a redelivery is one more attempt with the same GUID', async () => {
  let status = 503;
  const { host, control, send } = await startWithReceiver(() => status);
  const failed = await send('installation');
  status = 200;

  expect(await host.redeliver(String(failed.id))).toEqual({ ok: true, value: undefined });

  await control.settled();
  expect(await host.deliveriesSince(NOON)).toMatchObject({
    ok: true,
    value: [
      { guid: failed.guid, succeeded: true },
      { id: String(failed.id), guid: failed.guid, succeeded: false },
    ],
  });
  expect(control.count({ method: 'POST' })).toBe(1);
});

test('a delivery that the platform no longer has is rejected', async () => {
  const { host } = await startWithReceiver();

  expect(await host.redeliver('123')).toEqual({
    ok: false,
    refusal: { kind: 'missing', message: 'Not Found' },
  });
});

test.for([400, 404])(
  'an App without a webhook (%i) is rejected, not taken for one without deliveries',
  async (status) => {
    const { host, control } = await startWithReceiver();
    control.fault({ kind: 'reply', status, body: { message: 'Not Found' }, match: LIST });

    expect(await host.deliveriesSince(NOON)).toEqual({
      ok: false,
      refusal: { ...(status === 404 ? { kind: 'missing' } : { kind: 'rejected', status }), message: 'Not Found' },
    });
  },
);

const delivery = (id: unknown, more: object = {}) => ({
  id,
  guid: `guid-${id}`,
  event: 'installation',
  delivered_at: '2030-01-01T12:00:00Z',
  status: 'OK',
  status_code: 200,
  ...more,
});

test.for([
  [{ installation_id: 7 }, 7],
  [{ installation_id: null }, null],
  [{ installation_id: '7' }, null],
  [{}, null],
] as const)('a delivery with %j is for the installation %s', async ([more, installationId]) => {
  const { host, control } = await startWithReceiver();
  control.fault({ kind: 'reply', status: 200, body: [delivery(1, more)] });

  expect(await host.deliveriesSince(NOON)).toMatchObject({ ok: true, value: [{ installationId }] });
});

test('a next page on another host is refused and that host never contacted', async () => {
  const { host, control } = await startWithReceiver();
  const thief = await startLoopback((_request, response) => response.end('[]'));
  const headers = { link: `<${thief.url}/api/app/hook/deliveries?cursor=1>; rel="next"` };
  control.fault({ kind: 'reply', status: 200, headers, body: [delivery(1)] });

  expect(await host.deliveriesSince(NOON)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'next page on another host' },
  });
  expect(thief.hits()).toBe(0);
});

test('of a list without end the newest fifty pages count, and the log says so', async () => {
  const { host, simulator, control, log } = await startWithReceiver();
  const headers = { link: `<${simulator.apiUrl}/app/hook/deliveries?cursor=1>; rel="next"` };
  control.fault({ kind: 'reply', status: 200, headers, body: [delivery(1)] });

  expect(await host.deliveriesSince(NOON)).toMatchObject({ ok: true, value: [{ id: '1' }] });
  expect(control.count(LIST)).toBe(50);
  expect(log.lines).toEqual([expect.objectContaining({ level: 'warn', pages: 50 })]);
});

test.for([
  [{ status: 'OK', status_code: 0 }, true],
  [{ status: null, status_code: 201 }, true],
  [{ status: 'Invalid HTTP Response: 503', status_code: 503 }, false],
  [{ status: 'timed out', status_code: 0 }, false],
  [{ status: 'pending', status_code: null }, false],
] as const)('an attempt with %j has succeeded: %s', async ([more, succeeded]) => {
  const { host, control } = await startWithReceiver();
  control.fault({ kind: 'reply', status: 200, body: [delivery(1, more)] });

  expect(await host.deliveriesSince(NOON)).toMatchObject({ ok: true, value: [{ succeeded }] });
});

test.for([
  { id: 'x' },
  { id: 1.5 },
  { guid: '' },
  { guid: 7 },
  { event: null },
  { delivered_at: 'yesterday' },
  { delivered_at: '2030-99-99T00:00:00Z' },
  { delivered_at: null },
  { status_code: '200' },
])('a delivery with %o makes the list unreachable instead of wrong', async (wrong) => {
  const { host, control } = await startWithReceiver();
  control.fault({ kind: 'reply', status: 200, body: [delivery(1), delivery(2, wrong)] });

  expect(await host.deliveriesSince(NOON)).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'unexpected response format' },
  });
});

test('a delivery whose number is beyond exactness is told, and asked for again, by all its digits', async () => {
  const { host, control } = await startWithReceiver();
  const body = JSON.stringify([delivery(1)]).replace('"id":1', '"id":3841651795600416768');
  control.fault({ kind: 'reply', status: 200, headers: { 'content-type': 'application/json' }, body, match: LIST });

  const result = await host.deliveriesSince(NOON);
  const id = result.ok ? result.value[0]?.id : undefined;
  await host.redeliver(id ?? '');

  expect(id).toBe('3841651795600416768');
  expect(control.requests({ method: 'POST' })).toMatchObject([
    { path: '/app/hook/deliveries/3841651795600416768/attempts' },
  ]);
});
