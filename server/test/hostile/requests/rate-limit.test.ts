import { END_OTHER_SESSIONS, END_OWN_SESSION, SIGN_OUT } from '@orgdesk/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { SESSION_ENDS_PER_MINUTE } from '../../../src/lib/limits/http.ts';
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

  test('counts all addresses of one IPv6 network as one client, and an IPv4 address written as IPv6 as itself', async () => {
    const { url } = await started({ rateLimit: 2, trustedProxies: ['127.0.0.1', '::1'] });
    const from = async (address: string) =>
      (await sendRequest(url, { target: '/api/about', headers: [['x-forwarded-for', address]] })).status;
    const statuses = async (addresses: readonly string[]) => {
      const all: number[] = [];
      for (const address of addresses) all.push(await from(address));
      return all;
    };
    expect(await statuses(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::'])).toEqual([200, 200, 429]);
    expect(await statuses(['2001:db8:1:3::1', '::ffff:203.0.113.7', '203.0.113.7', '203.0.113.7'])).toEqual([
      200, 200, 200, 429,
    ]);
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

  test('of an address is used up by nobody but who has no session, and made-up session IDs are none', async () => {
    const { url, signIn, addInstance } = await started({ rateLimit: 20 });
    const other = await addInstance();
    const [ada, grace] = [(await signIn('ada')).bearer, (await signIn('grace')).bearer];
    const statusOf = async (headers: Readonly<Record<string, string>>, at = url) =>
      (await fetchOnce(`${at}/api/auth/session`, { headers })).status;
    /** More than the address may, from somebody who changes what they say; how many were refused. */
    const flood = async (at: string) => {
      const statuses = await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          statusOf(
            index % 2 === 0 ? {} : { authorization: `Bearer ${crypto.randomUUID().replaceAll('-', '').repeat(2)}` },
            at,
          ),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([401, 429]));
      return statuses.filter((status) => status === 429).length;
    };
    // The other instance has never seen these sessions; the sign-ins used some of what this one allows.
    expect(await flood(other.url)).toBe(40);
    expect(await flood(url)).toBeGreaterThanOrEqual(40);
    for (const at of [url, other.url]) {
      expect(await Promise.all([ada, grace].map((headers) => statusOf(headers, at)))).toEqual([200, 200]);
      expect(await statusOf({}, at)).toBe(429);
    }
    await fetchOnce(`${url}/api/auth/logout`, { method: 'POST', headers: grace });
    expect(await statusOf(grace)).toBe(401);
    expect(await statusOf(grace)).toBe(429);
    expect(await statusOf(ada)).toBe(200);
  });

  test('of a person holds for all their sessions together, and for nobody else', async () => {
    const { url, signIn } = await started({ rateLimit: 10 });
    const sessions = [(await signIn('ada')).bearer, (await signIn('ada')).bearer] as const;
    const grace = (await signIn('grace')).bearer;
    const about = async (headers: Readonly<Record<string, string>>) =>
      (await fetchOnce(`${url}/api/about`, { headers })).status;
    const statuses: number[] = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await about(sessions[count % 2 === 0 ? 0 : 1]));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    const refused = await fetchOnce(`${url}/api/organizations`, { headers: sessions[0] });
    expect([refused.status, refused.json]).toEqual([429, { error: expect.stringMatching(/^Too many requests\. /) }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect([await about(grace), await about({})]).toEqual([200, 200]);
  });

  test('used up by a stolen session lets its owner sign out and end other sessions, a few times a minute', async () => {
    const { url, clock, signIn, addInstance } = await started({ rateLimit: 10 });
    const other = await addInstance();
    const [stolen, own] = [(await signIn('ada')).bearer, (await signIn('ada')).bearer];
    const end = async (path: string, headers: Readonly<Record<string, string>>, at = url) =>
      (await fetchOnce(`${at}${path}`, { method: 'POST', headers })).status;
    const session = async (headers: Readonly<Record<string, string>>, at = url) =>
      (await fetchOnce(`${at}/api/auth/session`, { headers })).status;
    const useUp = async (headers: Readonly<Record<string, string>>, at: string) => {
      // The first one may count for the address.
      for (let count = 0; count < 11; count += 1) await session(headers, at);
      expect(await session(own, at)).toBe(429);
    };

    await useUp(stolen, url);
    const statuses: number[] = [];
    const unknown = END_OWN_SESSION.path.replace('{id}', '0'.repeat(32));
    for (let count = 0; count <= SESSION_ENDS_PER_MINUTE; count += 1) statuses.push(await end(unknown, stolen));
    expect(statuses).toEqual([...Array(SESSION_ENDS_PER_MINUTE).fill(200), 429]);
    expect(await end(END_OTHER_SESSIONS.path, own)).toBe(200);
    await useUp(own, other.url);
    expect(await end(SIGN_OUT.path, own, other.url)).toBe(200);
    clock.advance(60_000);
    expect([await session(stolen), await session(own)]).toEqual([401, 401]);
  });
});
