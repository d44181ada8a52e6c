import { expect, test } from 'vitest';
import { createBrowser, fetchOnce } from '../../support/browser.ts';
import { startService } from '../../support/service/start-service.ts';

const TOKEN_ENDPOINT = { path: '/login/oauth/access_token' };

test('the log holds no token, code, state, CSRF value, client secret or session ID, at debug level and when things fail [E-8]', async () => {
  const service = await startService();
  const { control, app } = service.simulator;
  const secrets: string[] = [app.clientSecret];
  const read = (headers: Record<string, string>) => fetchOnce(`${service.url}/api/auth/session`, { headers });

  for (const mode of ['web', 'mobile'] as const) {
    const browser = createBrowser();
    const callback = await service.authorize(browser, 'ada', { mode });
    secrets.push(callback.searchParams.get('state') ?? '', callback.searchParams.get('code') ?? '');
    secrets.push((await browser.cookie(service.url, 'host_auth_csrf')) ?? '');
    await browser.request(callback.href);
    await browser.request(callback.href);
  }
  control.fault({ match: { path: '/graphql' }, times: 1, kind: 'bad-gateway-html' });
  await service.signIn('ada');
  for (const kind of ['reset', 'html-200'] as const) {
    control.fault({ match: TOKEN_ENDPOINT, times: 1, kind });
    await service.signIn('ada');
  }
  for (const spoil of [() => control.fault({ match: TOKEN_ENDPOINT, times: 1, kind: 'bad-gateway-html' }), () => {}]) {
    const { id, bearer } = await service.signIn('grace');
    secrets.push(id);
    service.clock.advance(28_800_000 - 60_000);
    spoil();
    await read(bearer);
    service.clock.reset();
  }
  // The log repeats answers of the code host, which may echo secrets.
  const { bearer: owner } = await service.signIn('ada');
  const echo = `You sent ${control
    .issuedSecrets()
    .filter((secret) => /^gh[a-z]_/.test(secret))
    .join(' and ')}`;
  for (const path of ['/graphql', '/user']) {
    control.fault({ match: { path }, times: 2, kind: 'reply', status: 422, body: { message: echo } });
    await fetchOnce(`${service.url}/api/organizations/acme/people`, { headers: owner });
    await service.signIn('ada');
  }
  control.clearFaults();
  const { id, bearer } = await service.signIn('alan');
  secrets.push(id);
  await service.storage.close();
  await read(bearer);
  await fetchOnce(`${service.url}/api/auth/logout`, { method: 'POST', headers: bearer });
  secrets.push(...control.issuedSecrets());
  await service.close();

  expect(service.logLines.length).toBeGreaterThan(20);
  expect(secrets.filter((secret) => secret === '')).toEqual([]);
  const log = service.logLines.join('');
  expect(log).toContain('"reason":"You sent [secret]');
  expect(secrets.filter((secret) => log.includes(secret))).toEqual([]);
  for (const line of service.logLines) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
});
