import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { fetchOnce } from '../../server/test/support/browser.ts';
import { type Service, startService } from '../../server/test/support/service/start-service.ts';
import { createClient, type OrganizationMembersQuery } from '../src/index.ts';

const SIGN_IN_FIRST = { error: 'Please sign in to continue.', status: 401, retryAfterSeconds: null };

describe('the client, against the running service', () => {
  let service: Service;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    token = (await service.signIn('ada')).id;
  });
  afterAll(() => service.close());

  const signedIn = () => createClient({ baseUrl: service.url, sessionToken: token });

  test('answers data with its status', async () => {
    const { data, error, status } = await signedIn().listOrganizations();
    expect([error, status]).toEqual([undefined, 200]);
    expect(data?.organizations.map(({ login }) => login)).toContain('acme');
  });

  test('puts what is sent into path and body', async () => {
    const client = signedIn();
    const { data } = await client.getOrganization({ path: { login: ' ACME ' } });
    expect(data?.organization.login).toBe('acme');
    const invited = await client.inviteMembers({ path: { login: 'acme' }, body: { userLogins: ['no-such-person'] } });
    expect(invited.data).toEqual({
      success: [],
      failed: [{ login: 'no-such-person', error: 'User @no-such-person not found on the code host' }],
    });
  });

  test("answers a refusal with the service's own sentence", async () => {
    const client = signedIn();
    for (const login of ['../about', '.', '..', '%2e%2e'])
      expect(await client.getOrganization({ path: { login } })).toEqual({
        error: 'This organization was not found, or you are not a member of it.',
        status: 404,
        retryAfterSeconds: null,
      });
    const signedOut = createClient({ baseUrl: service.url });
    expect(await signedOut.listOrganizations()).toEqual(SIGN_IN_FIRST);
    expect(await signedOut.getSession()).toEqual(SIGN_IN_FIRST);
    const nobody = { authenticated: false, session: null };
    expect(await signedOut.getSession({ query: { optional: 'true' } })).toEqual({ data: nobody, status: 200 });
  });

  test('runs proxied queries and follows their pages', async () => {
    const client = signedIn();
    const page = async (after: string | null) => {
      const { data, withheld } = await client.query('OrganizationMembers', { login: 'acme', after });
      expect(withheld).toEqual([]);
      return data?.organization?.membersWithRole;
    };
    const first = await page(null);
    expect(first?.totalCount).toBeGreaterThan(0);
    const next = await page(first?.pageInfo.endCursor ?? null);
    expect(next?.edges).toEqual([]);
  });

  test('tells what the code host withheld of a query', async () => {
    const outcome = await signedIn().query('OrganizationSummary', { login: 'no-such-organization' });
    expect(outcome.status).toBe(200);
    if (outcome.error !== undefined) throw new Error(outcome.error);
    expect(outcome.data.organization).toBeNull();
    expect(outcome.withheld).toMatchObject([{ type: 'NOT_FOUND' }]);
  });

  test('knows the addresses that browsers are sent to', async () => {
    const address = signedIn().addressOf('startSignIn', { query: { returnTo: '/a?b=c&d', mode: 'web' } });
    expect(address).toBe(`${service.url}/api/auth/start?returnTo=%2Fa%3Fb%3Dc%26d&mode=web`);
    expect((await fetchOnce(address)).status).toBe(302);
    expect(createClient({ baseUrl: '' }).addressOf('startInstallation')).toBe('/api/install/start');
  });

  test('tells how long to wait, when the code host or the service has had enough', async () => {
    service.simulator.control.fault({
      match: { path: '/graphql' },
      times: 1,
      kind: 'secondary-rate-limit',
      retryAfter: 90,
    });
    const limited = await signedIn().query('ViewerProfile', {});
    expect(limited).toMatchObject({ error: 'API rate limit exceeded', status: 500 });
    const seconds = limited.error === undefined ? null : limited.retryAfterSeconds;
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(90);

    const strict = await startService({ rateLimit: 1 });
    const client = createClient({ baseUrl: strict.url, retries: 0 });
    await client.getAbout();
    const refused = await client.getAbout();
    await strict.close();
    expect(refused.status).toBe(429);
    expect(refused.error === undefined ? null : refused.retryAfterSeconds).toBeGreaterThanOrEqual(1);
  });

  test('signs out', async () => {
    const { id } = await service.signIn('grace');
    const client = createClient({ baseUrl: `${service.url}/`, sessionToken: id });
    expect((await client.getSession()).status).toBe(200);
    expect(await client.signOut()).toEqual({ data: { ok: true }, status: 200 });
    expect((await client.getSession()).status).toBe(401);
  });

  test('has the types of the contract', () => {
    const client = signedIn();
    expectTypeOf(client.query<'OrganizationMembers'>)
      .returns.resolves.toHaveProperty('data')
      .toEqualTypeOf<OrganizationMembersQuery | undefined>();
    expectTypeOf(client).not.toHaveProperty('startSignIn');
    expectTypeOf(client).not.toHaveProperty('receiveWebhook');
  });
});

describe('the client, without a service', () => {
  const answering = (body: string, status = 200) =>
    createClient({ baseUrl: 'http://service.test', retries: 0, fetch: async () => new Response(body, { status }) });

  test('answers a sentence when nothing answers', async () => {
    const refused = createClient({
      baseUrl: 'http://service.test',
      retries: 0,
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    expect(await refused.getAbout()).toEqual({
      error: 'The service could not be reached. Please check your connection and try again.',
      status: null,
      retryAfterSeconds: null,
    });
  });

  test.each([
    ['<html>', 502, 'The service has a problem at the moment (status 502). Please try again.'],
    ['<html>', 404, 'The service refused the request (status 404).'],
    ['{"error":""}', 400, 'The service refused the request (status 400).'],
    ['{"error":{}}', 400, 'The service refused the request (status 400).'],
    ['<html>', 200, 'The service sent an answer that cannot be read.'],
    ['', 200, 'The service sent an answer that cannot be read.'],
  ])('answers a sentence for %j with %i', async (body, status, error) => {
    expect(await answering(body, status).listOrganizations()).toEqual({ error, status, retryAfterSeconds: null });
  });

  test.each([
    ['60', 60],
    ['0', 0],
    ['', null],
    ['-1', null],
    ['1.5', null],
    ['soon', null],
    ['9'.repeat(30), null],
    ['Tue, 01 Jan 2030 12:30:00 GMT', null],
  ])('takes a Retry-After of "%s" for %j seconds', async (text, seconds) => {
    const client = createClient({
      baseUrl: 'http://service.test',
      retries: 0,
      fetch: async () => new Response('{"error":"No."}', { status: 503, headers: { 'Retry-After': text } }),
    });
    expect(await client.getAbout()).toEqual({ error: 'No.', status: 503, retryAfterSeconds: seconds });
  });

  test.each([
    [500, { requestId: 'abc-1' }],
    [503, { requestId: 'abc-1' }],
    [403, {}],
  ])('names the request of an answer with %i only when the service failed', async (status, named) => {
    const client = createClient({
      baseUrl: 'http://service.test',
      retries: 0,
      fetch: async () => new Response('{"error":"No."}', { status, headers: { 'X-Request-Id': 'abc-1' } }),
    });
    expect(await client.getAbout()).toEqual({ error: 'No.', status, retryAfterSeconds: null, ...named });
  });

  test('throws the reason of an abort, and nothing else', async () => {
    const stopped = AbortSignal.abort(new Error('stopped'));
    const client = createClient({ baseUrl: 'http://localhost:9' });
    await expect(client.getAbout({ signal: stopped })).rejects.toThrow('stopped');
    await expect(client.query('ViewerProfile', {}, { signal: stopped })).rejects.toThrow('stopped');
  });

  test('sends the token as bearer, and no credential without one', async () => {
    const sent: Headers[] = [];
    const recording = async (_address: unknown, init?: RequestInit) => {
      sent.push(new Headers(init?.headers));
      return new Response('{}');
    };
    await createClient({ baseUrl: 'http://service.test', fetch: recording, sessionToken: 'abc' }).getAbout();
    await createClient({ baseUrl: 'http://service.test', fetch: recording }).getAbout();
    expect(sent.map((headers) => headers.get('authorization'))).toEqual(['Bearer abc', null]);
  });
});
