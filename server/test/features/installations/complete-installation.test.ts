import { describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { setCookieNamed } from '../../support/cookies.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { installationIdOf, linkedInstallations } from '../../support/service/installation-ids.ts';
import { sharedService } from '../../support/service/shared-service.ts';

const FAILED = 'Installation failed. Please try again.';

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('POST /api/install/complete on %s', (engine) => {
  const service = sharedService({ engine });
  const world = () => service().simulator.world;
  const host = () => service().simulator.control;
  const idOf = (login: string) => installationIdOf(service().simulator, login);
  const linkedIds = (headers: Record<string, string>) => linkedInstallations(service().url, headers);
  const complete = (body: string, headers: Record<string, string>, url = service().url) =>
    fetchOnce(`${url}/api/install/complete`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });

  test('links an installation of the user [S-8 IP-2 IP-5]', async () => {
    const { bearer } = await service().signIn('grace');
    const id = idOf('acme');
    const answer = await complete(JSON.stringify({ installationId: id }), bearer);
    expect([answer.status, answer.json]).toEqual([200, { ok: true, installationId: id }]);
    expect(await linkedIds(bearer)).toContain(id);
  });

  test('links the installation on the user\u2019s own account [IP-2]', async () => {
    const { bearer } = await service().signIn('ada');
    const id = idOf('ada');
    expect((await complete(JSON.stringify({ installationId: id }), bearer)).status).toBe(200);
    expect(await linkedIds(bearer)).toContain(id);
  });

  test.each([
    '{}',
    '{"installationId":null}',
    '{"installationId":"12"}',
    '{"installationId":1.5}',
    '{"installationId":-1}',
    '{"installationId":0}',
    '{"installationId":1e400}',
    '{"installationId":9007199254740993}',
    '{"installationId":[1]}',
    '{"installationId":true}',
    '[]',
    '"x"',
    '12',
    'null',
  ])('answers 400 to %s [IS-4 IP-3]', async (body) => {
    const { bearer } = await service().signIn('grace');
    const answer = await complete(body, bearer);
    expect([answer.status, answer.json]).toEqual([400, { error: 'Invalid or missing installation ID.' }]);
  });

  test('answers 400 to a body that is not JSON and 415 to one that does not say it is [IP-3]', async () => {
    const { bearer } = await service().signIn('grace');
    expect((await complete('{', bearer)).status).toBe(400);
    expect((await complete('installationId=1', { ...bearer, 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('answers 404 to a foreign and to a missing installation alike [IP-4]', async () => {
    const { bearer } = await service().signIn('grace');
    for (const installationId of [idOf('lumen-labs'), 999_999_999]) {
      const answer = await complete(JSON.stringify({ installationId }), bearer);
      expect([answer.status, answer.json]).toEqual([404, { error: 'Installation not found or not accessible.' }]);
    }
  });

  test('answers 401 without a session, and when the code host no longer takes its token [IP-1 U-3]', async () => {
    expect((await complete('{"installationId":1}', {})).status).toBe(401);
    world().addUser({ login: `revoked-${engine.toLowerCase()}` });
    const { bearer } = await service().signIn(`revoked-${engine.toLowerCase()}`);
    host().revokeTokens(`revoked-${engine.toLowerCase()}`);
    expect((await complete('{"installationId":1}', bearer)).status).toBe(401);
  });

  test('answers 500 when the code host fails [IP-6]', async () => {
    const { bearer } = await service().signIn('grace');
    host().fault({ match: { path: '/user/installations' }, kind: 'bad-gateway-html' });
    const answer = await complete(JSON.stringify({ installationId: idOf('acme') }), bearer);
    host().clearFaults();
    expect([answer.status, answer.json]).toEqual([500, { error: FAILED }]);
  });

  test('sets the cookie of the session again when it refreshed the token on the way', async () => {
    const { browser } = await service().signIn('grace');
    service().clock.advance(28_800_000 - 200_000);
    const answer = await browser.request(`${service().url}/api/install/complete`, {
      method: 'POST',
      body: JSON.stringify({ installationId: idOf('acme') }),
      headers: { 'content-type': 'application/json' },
    });
    service().clock.reset();
    expect(answer.status).toBe(200);
    const maxAge = Number(setCookieNamed(answer.setCookies, 'host_session')?.attributes['max-age']);
    expect(maxAge).toBeGreaterThan(28_700);
  });

  test('refuses with 403 what another site sends with the cookie, and asks nobody', async () => {
    const { browser } = await service().signIn('grace');
    host().clearRequests();
    const answer = await browser.request(`${service().url}/api/install/complete`, {
      method: 'POST',
      body: JSON.stringify({ installationId: idOf('acme') }),
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    });
    expect([answer.status, host().requests()]).toEqual([403, []]);
  });
});
