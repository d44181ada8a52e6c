import { describe, expect, test } from 'vitest';
import type { HostKind, Simulator } from '../../src/simulator.ts';
import { appJwt, rest, simulatorFor } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';
import { publishedDescription } from './published-descriptions.ts';

/** Requests of a set-up check, answered as documented. */
describe.each(['cloud', 'ghe.com', 'enterprise-server'] as const)('checks of a set-up on %s', (kind: HostKind) => {
  const description = publishedDescription(kind);

  const sendRequest = async (simulator: Simulator, method: string, path: string, credential: string, sent?: object) => {
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    const headers = { authorization: credential, 'content-type': 'application/json' };
    const reply = await rest(simulator, path, null, { method, ...body, headers });
    return { ...reply, misfits: description.misfits(method, path, sent, reply) };
  };
  const asApp = async (simulator: Simulator, path: string) =>
    sendRequest(simulator, 'GET', path, `Bearer ${await appJwt(simulator)}`);

  test('the settings of the webhook are told without its secret', async () => {
    const simulator = await simulatorFor({ kind, app: { webhookUrl: 'https://orgdesk.example/api/install/webhook' } });
    const { misfits, body } = await asApp(simulator, '/app/hook/config');
    expect(misfits).toEqual([]);
    expect(body).toEqual({
      content_type: 'json',
      insecure_ssl: '0',
      secret: '********',
      url: 'https://orgdesk.example/api/install/webhook',
    });
  });

  test('deliveries that failed are listed by themselves', async () => {
    const { simulator, receiver } = await simulatorWithReceiver({ kind });
    receiver.answerWith((_request, response) => response.writeHead(401).end());
    simulator.control.platform.suspend(101);
    await simulator.control.settled();
    receiver.answerWith((_request, response) => response.end());
    simulator.control.platform.unsuspend(101);
    await simulator.control.settled();
    const all = await asApp(simulator, '/app/hook/deliveries?per_page=100');
    expect([all.misfits, all.body]).toMatchObject([[], [{ status_code: 200 }, { status_code: 401 }]]);
    const failed = await asApp(simulator, '/app/hook/deliveries?status=failure&per_page=100');
    expect([failed.misfits, failed.body]).toMatchObject([[], [{ status_code: 401, throttled_at: null }]]);
    const one = await asApp(simulator, `/app/hook/deliveries/${failed.body[0].id}`);
    expect([one.misfits, one.body]).toMatchObject([[], { status_code: 401, response: { payload: '' } }]);
  });

  test('a private App is shown to nobody without a credential', async () => {
    for (const [isPublic, status] of [
      [true, 200],
      [false, 404],
    ] as const) {
      const simulator = await simulatorFor({ kind, app: { isPublic, owner: { login: 'acme', type: 'Organization' } } });
      const path = `/apps/${simulator.app.slug}`;
      const reply = await rest(simulator, path, null, {});
      expect([reply.status, description.misfits('GET', path, undefined, reply)]).toEqual([status, []]);
      expect((await asApp(simulator, path)).status).toBe(200);
    }
  });

  test('requests to install tell who asked for what', async () => {
    const simulator = await simulatorFor({ kind });
    simulator.control.platform.requestInstallation('quiet-co', 'radia');
    const { misfits, body } = await asApp(simulator, '/app/installation-requests?per_page=100');
    expect(misfits).toEqual([]);
    expect(body).toMatchObject([{ account: { login: 'quiet-co' }, requester: { login: 'radia' } }]);
  });

  test('a made-up token is unknown to the right client, and told to no other', async () => {
    const simulator = await simulatorFor({ kind });
    const { clientId, clientSecret } = simulator.app;
    const path = `/applications/${clientId}/token`;
    const basic = (secret: string) => `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
    const right = await sendRequest(simulator, 'POST', path, basic(clientSecret), { access_token: 'made-up' });
    expect([right.status, right.misfits]).toEqual([404, []]);
    expect((await sendRequest(simulator, 'POST', path, basic('wrong'), { access_token: 'made-up' })).status).toBe(401);
    expect((await sendRequest(simulator, 'POST', path, basic(clientSecret), {})).status).toBe(422);
  });

  test('what an installation has left of its limit is told, and costs nothing', async () => {
    const simulator = await simulatorFor({ kind });
    simulator.control.rateLimits({ core: 10 });
    const jwt = `Bearer ${await appJwt(simulator)}`;
    const minted = await sendRequest(simulator, 'POST', '/app/installations/101/access_tokens', jwt);
    const token = `Bearer ${minted.body.token}`;
    await sendRequest(simulator, 'GET', '/installation/repositories', token);
    for (const _ of [1, 2]) {
      const { misfits, body } = await sendRequest(simulator, 'GET', '/rate_limit', token);
      expect(misfits).toEqual([]);
      expect(body.resources.core).toMatchObject({ limit: 10, remaining: 9, resource: 'core' });
    }
  });

  test('an Enterprise Server names its version without a credential', async () => {
    const simulator = await simulatorFor({ kind });
    const reply = await rest(simulator, '/meta', null);
    expect([reply.status, description.misfits('GET', '/meta', undefined, reply)]).toEqual([200, []]);
    expect(reply.body.installed_version).toBe(kind === 'enterprise-server' ? '3.19.0' : undefined);
  });
});

test('the clock of the platform is in its answers, and App JWTs are good by it alone', async () => {
  const aheadMs = 3_600_000;
  const simulator = await simulatorFor({ now: () => Date.now() + aheadMs });
  const sentAt = Date.now();
  const reply = await rest(simulator, '/app', await appJwt(simulator));
  const arrivedAt = Date.now();
  expect(reply).toMatchObject({ status: 401, body: { message: expect.stringContaining('Expiration time') } });
  const dateMs = Date.parse(reply.headers.get('date') ?? '');
  // In whole seconds.
  expect(dateMs).toBeGreaterThan(sentAt + aheadMs - 1_000);
  expect(dateMs).toBeLessThanOrEqual(arrivedAt + aheadMs);
});
