import { describe, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { startService } from '../../support/service/start-service.ts';
import { headerLines, sendRequest } from '../requests/raw-http.ts';
import { expectProtected } from './documented-answer.ts';

const AWAY = {
  error: 'The database of this service is not responding. Please try again.',
  code: 'database-away',
};

describe.each(ENGINES.map(({ name }) => name))('without its database, %s,', (engine) => {
  test('the service lets nobody in, shows nothing internal, and keeps answering', async () => {
    const service = await startService({ engine });
    const { id, bearer } = await service.signIn('ada');
    const leaving = Object.entries((await service.signIn('alan')).bearer);
    const browser = createBrowser();
    const callback = await service.authorize(browser, 'grace');
    const csrf = (await browser.cookie(service.url, 'host_auth_csrf')) ?? '';
    await service.storage.close();
    service.simulator.control.clearRequests();

    const presented = Object.entries(bearer);
    const table: readonly (readonly [
      method: string,
      target: string,
      headers: readonly (readonly [string, string])[],
      status: number,
      body: unknown,
    ])[] = [
      ['GET', '/api/auth/session', presented, 503, AWAY],
      ['GET', '/api/auth/session', [['cookie', `host_session=${id}`]], 503, AWAY],
      ['GET', '/api/auth/session', [], 401, { authenticated: false, session: null }],
      ['GET', '/api/auth/session', [['authorization', 'Bearer x']], 401, { authenticated: false, session: null }],
      ['GET', '/api/organizations', presented, 503, AWAY],
      ['GET', '/api/organizations/acme', presented, 503, AWAY],
      ['GET', `/api/auth${callback.search}`, [['cookie', `host_auth_csrf=${csrf}`]], 503, AWAY],
      ['POST', '/api/auth/logout', leaving, 200, { ok: true }],
      ['GET', '/api/auth/session', leaving, 401, { authenticated: false, session: null }],
      ['GET', '/readyz', [], 503, { ...AWAY, error: 'The database is unavailable.' }],
      ['GET', '/healthz', [], 200, { ok: true }],
    ];
    for (const [method, target, headers, status, body] of [...table, ...table]) {
      const answer = await sendRequest(service.url, { method, target, headers });
      expect([answer.status, JSON.parse(answer.body)], target).toEqual([status, body]);
      expectProtected(answer, target);
      expect(
        headerLines(answer, 'set-cookie').filter((line) => /^host_session=/.test(line)),
        target,
      ).toHaveLength(target.endsWith('logout') ? 1 : 0);
    }
    expect(service.simulator.control.requests()).toEqual([]);
    await service.close();
  });
});
