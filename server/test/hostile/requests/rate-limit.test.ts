import { afterEach, describe, expect, test } from 'vitest';
import { fetchOnce } from '../../support/browser.ts';
import { type Service, type ServiceOptions, startService } from '../../support/service/start-service.ts';
import { expectDocumented } from '../leaks/documented-answer.ts';
import { headerLines, sendRequest } from './raw-http.ts';

describe('the rate limit', () => {
  let service: Service | null = null;
  const started = async (options: ServiceOptions): Promise<Service> => {
    service = await startService(options);
    return service;
  };
  afterEach(() => service?.close());

  test('lets as many requests pass as it says, then answers 429 with Retry-After and the usual headers', async () => {
    const { url } = await started({ rateLimit: 5 });
    for (let count = 0; count < 5; count += 1) expect((await fetchOnce(`${url}/api/about`)).status).toBe(200);
    for (let count = 0; count < 3; count += 1) {
      const answer = await sendRequest(url, { target: '/api/about' });
      expectDocumented(answer, 'one too many');
      expect(answer.status).toBe(429);
      expect(Number(headerLines(answer, 'retry-after')[0])).toBeGreaterThan(0);
      expect(Number(headerLines(answer, 'retry-after')[0])).toBeLessThanOrEqual(60);
      expect(JSON.parse(answer.body)).toEqual({ error: expect.stringMatching(/^Too many requests\. /) });
      expect(answer.bytes.toLowerCase()).not.toContain('x-ratelimit');
    }
  });

  test.each<readonly [string, string, string, number]>([
    ['without a session', 'GET', '/api/auth/session', 401],
    ['for organizations without a session', 'GET', '/api/organizations/acme', 401],
    ['from another site', 'POST', '/api/auth/logout', 403],
    ['without a state', 'GET', '/api/auth', 302],
    ['with an unknown mode', 'GET', '/api/auth/start?mode=x', 400],
  ])('counts requests that are refused too: %s', async (_what, method, target, status) => {
    const { url } = await started({ rateLimit: 3 });
    const headers = [['sec-fetch-site', 'cross-site'] as const];
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1)
      statuses.push((await sendRequest(url, { method, target, headers })).status);
    expect(statuses).toEqual([status, status, status, 429, 429]);
  });

  test('counts one client as one, whatever it says about itself', async () => {
    const { url } = await started({ rateLimit: 3 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const address = `203.0.113.${count}`;
      const { status } = await sendRequest(url, {
        target: '/%61pi/about',
        headers: [
          ['x-forwarded-for', address],
          ['x-real-ip', address],
          ['forwarded', `for=${address}`],
          ['authorization', `Bearer ${String(count).repeat(64)}`],
        ],
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  test('never counts health, readiness or the page', async () => {
    const { url } = await started({ rateLimit: 2 });
    for (const path of ['/healthz', '/readyz', '/', '/organizations', '/assets/index.js']) {
      for (let count = 0; count < 6; count += 1) expect((await fetchOnce(`${url}${path}`)).status).not.toBe(429);
    }
    expect((await fetchOnce(`${url}/api/about`)).status).toBe(200);
    expect((await fetchOnce(`${url}/api/about`)).status).toBe(200);
    expect((await fetchOnce(`${url}/api/about`)).status).toBe(429);
    expect((await fetchOnce(`${url}/readyz`)).status).toBe(200);
  });

  test('is none when it is off', async () => {
    const { url } = await started({ rateLimit: null });
    for (let count = 0; count < 300; count += 1) expect((await fetchOnce(`${url}/api/auth/session`)).status).toBe(401);
  });
});
