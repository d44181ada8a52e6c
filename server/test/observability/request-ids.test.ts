import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../support/browser.ts';
import { sharedService } from '../support/service/shared-service.ts';
import { installationPayload, postWebhook } from '../support/webhooks.ts';

type Line = Readonly<Record<string, unknown>>;

describe('request IDs', () => {
  const service = sharedService({ trustedProxies: ['127.0.0.1', '::1'] });
  const lines = (): readonly Line[] => service().logLines.map((line) => JSON.parse(line) as Line);
  const idOf = async (headers: Readonly<Record<string, string>>, url = service().url) =>
    (await fetchOnce(`${url}/api/about`, { headers })).headers.get('x-request-id');

  test('that of a trusted proxy is taken over, when it is short and plain', async () => {
    expect(await idOf({ 'x-request-id': 'proxy-4711.a/b=' })).toBe('proxy-4711.a/b=');
    for (const hostile of ['a b', 'x'.repeat(65), '"><script>', 'a,b', 'ä', '']) {
      const headers = { 'x-request-id': Buffer.from(hostile).toString('latin1') };
      expect(await idOf(headers)).toMatch(/^[0-9a-f]{24}$/);
    }
  });

  test('names every line that is written because of a request, and stands beside that of the code host', async () => {
    const { signIn, simulator, url } = service();
    const { bearer } = await signIn('ada');
    simulator.control.fault({ match: { path: '/orgs/acme/' }, times: 1, kind: 'primary-rate-limit' });
    simulator.world.addUser({ login: 'invited-by-id' });
    const requestId = `ids-${randomUUID()}`;
    await fetchOnce(`${url}/api/organizations/acme/mass-invite`, {
      method: 'POST',
      headers: { ...bearer, 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify({ userLogins: ['invited-by-id'] }),
    });
    const own = lines().filter(({ reqId }) => reqId === requestId);
    expect(own.map(({ msg }) => msg)).toContain('request answered');
    expect(own).toContainEqual(
      expect.objectContaining({
        msg: 'a call to the code host failed',
        call: expect.any(String),
        hostRequestId: expect.stringMatching(/^[\w:.-]+$/),
      }),
    );
  });

  test('what follows from a delivery is logged with its GUID and the ID of its request', async () => {
    const { simulator, url } = service();
    simulator.world.addOrganization({ login: 'followed' });
    const { id } = simulator.control.platform.install({ account: 'followed' });
    await simulator.control.settled();
    simulator.control.fault({ match: { path: `^/app/installations/${id}$` }, kind: 'primary-rate-limit' });
    const delivery = randomUUID();
    const answer = await postWebhook(url, {
      body: installationPayload('created', id, { app_id: simulator.app.id }),
      headers: { 'x-github-delivery': delivery },
    });
    const own = lines().filter((line) => line.delivery === delivery);
    expect(own.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining(['[webhook] event received', 'could not read an installation']),
    );
    const failedRead = own.find(({ msg }) => msg === 'could not read an installation');
    expect(failedRead?.reqId).toBe(answer.headers.get('x-request-id'));
  });
});

describe('from others', () => {
  const service = sharedService({});
  test('no ID is taken over without a trusted proxy', async () => {
    const { headers } = await fetchOnce(`${service().url}/api/about`, { headers: { 'x-request-id': 'mine' } });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
  });
});
