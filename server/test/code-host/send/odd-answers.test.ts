import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readInstallations } from '../../../src/code-host/app/installations.ts';
import { readProfile } from '../../../src/code-host/people/accounts.ts';
import type { HostToken } from '../../../src/lib/secrets.ts';
import { cases } from '../../support/random/properties.ts';
import { hostAnswering, installation, installationsAnswer, json, type Routes, TOKEN } from '../host-answering.ts';
import { startLoopback } from '../loopback.ts';

const USED = 'ghr_used' as HostToken;

test('API calls name themselves, their version and what they accept; the token endpoint is asked for JSON [B-4]', async () => {
  const seen: Record<string, unknown>[] = [];
  const note = (request: IncomingMessage, response: ServerResponse) => {
    const { 'user-agent': agent, accept, 'x-github-api-version': version, authorization } = request.headers;
    seen.push({ method: request.method, url: request.url, agent, accept, version, authorization });
    json(response, 200, { total_count: 0, installations: [] });
  };
  const { host } = await hostAnswering({ '/api/user/installations': note, '/login/oauth/access_token': note });

  await readInstallations(host.as({ token: TOKEN }));
  await host.refresh('ghr_x' as HostToken);

  const both = { agent: 'orgdesk', version: '2022-11-28' };
  expect(seen).toEqual([
    {
      ...both,
      method: 'GET',
      url: '/api/user/installations?per_page=100',
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${TOKEN}`,
    },
    { ...both, method: 'POST', url: '/login/oauth/access_token', accept: 'application/json', authorization: undefined },
  ]);
});

test('a next page on another host is refused and that host never contacted', async () => {
  const thief = await startLoopback((_request, response) => json(response, 200, { installations: [] }));
  const { host, server } = await hostAnswering({
    '/api/user/installations': (_request, response) =>
      json(response, 200, { installations: [] }, { link: `<${thief.url}/api/user/installations?page=2>; rel="next"` }),
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'next page on another host' },
  });
  expect([server.hits(), thief.hits()]).toEqual([1, 0]);
});

test('a list without end stops after a hundred pages and says so in the log', async () => {
  const { host, server, log } = await hostAnswering({
    '/api/user/installations': (request, response) =>
      json(
        response,
        200,
        { installations: [installation(1)] },
        { link: `<http://${request.headers.host}/api/user/installations?page=2>; rel="next"` },
      ),
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toMatchObject({ ok: true, value: [{ id: 1 }] });
  expect(server.hits()).toBe(100);
  expect(log.lines).toEqual([expect.objectContaining({ level: 'warn', pages: 100 })]);
});

test('a list that fails on a later page is refused as a whole', async () => {
  const { host } = await hostAnswering({
    '/api/user/installations': (request, response) => {
      if (request.url?.includes('page=2')) return json(response, 409, { message: 'Conflict' });
      const next = `<http://${request.headers.host}/api/user/installations?page=2>; rel="next"`;
      return json(response, 200, { installations: [installation(1)] }, { link: next });
    },
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({
    ok: false,
    refusal: { kind: 'rejected', status: 409, message: 'Conflict' },
  });
});

test('installations on enterprises and on nothing are left out, those on people kept', async () => {
  const { host } = await hostAnswering(
    installationsAnswer([
      installation(1, { account: null }),
      installation(2, { account: { id: 5, slug: 'big', name: 'Big' }, target_type: 'Enterprise' }),
      installation(3, { account: { id: 6, login: 'big', type: 'Enterprise' } }),
      installation(4, { account: { id: 7, login: 'ada', type: 'User' }, target_type: 'User' }),
      installation(5, { account: { id: 8, login: 'acme' } }),
    ]),
  );

  expect(await readInstallations(host.as({ token: TOKEN }))).toMatchObject({
    ok: true,
    value: [
      { id: 4, accountId: 7, accountLogin: 'ada', accountType: 'user' },
      { id: 5, accountId: 8, accountLogin: 'acme', accountType: 'organization' },
    ],
  });
});

test.for([
  [undefined, null],
  [null, null],
  ['2026-01-02T03:04:05Z', new Date('2026-01-02T03:04:05Z')],
  [1_767_323_045, new Date('2026-01-02T03:04:05Z')],
] as const)('suspension time %s is read as %s', async ([suspended_at, suspendedAt]) => {
  const { host } = await hostAnswering(installationsAnswer([installation(1, { suspended_at })]));

  expect(await readInstallations(host.as({ token: TOKEN }))).toMatchObject({ ok: true, value: [{ suspendedAt }] });
});

test.for([
  { id: '1' },
  { id: 0 },
  { id: -1 },
  { id: 1.5 },
  { id: 2 ** 53 },
  { account: { id: 'x', login: 'acme', type: 'Organization' } },
  { account: { id: 1, login: '', type: 'Organization' } },
  { account: 'acme' },
  { suspended_at: 'yesterday' },
  { suspended_at: '2026-99-99T00:00:00Z' },
  { suspended_at: true },
  { repository_selection: 1 },
])('an installation with %o makes the list unreachable instead of wrong', async (wrong) => {
  const { host } = await hostAnswering(installationsAnswer([installation(1), installation(2, wrong)]));

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({
    ok: false,
    refusal: { kind: 'unreachable', message: 'unexpected response format' },
  });
});

test.for([
  [{ message: 'Validation Failed', errors: [{ code: 'custom', message: 'No seat left' }] }, 'No seat left'],
  [{ message: 'Validation Failed', errors: ['No seat left'] }, 'No seat left'],
  [{ message: 'Validation Failed', errors: [{ code: 'invalid' }] }, 'Validation Failed'],
  [{ message: 'Validation Failed', errors: 'none' }, 'Validation Failed'],
  [{ message: 7 }, ''],
  [['Validation Failed'], ''],
  [{ message: `token ${TOKEN} is strange` }, 'token [secret] is strange'],
  [{ message: 'x'.repeat(10_000) }, 'x'.repeat(500)],
  [{ message: `${'x'.repeat(490)}${TOKEN}` }, `${'x'.repeat(490)}[secret]`],
] as const)('a refusal with the message %j is told as the most specific of them', async ([body, message]) => {
  const { host } = await hostAnswering({
    '/api/user/installations': (_request, response) => json(response, 422, body),
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({
    ok: false,
    refusal: { kind: 'rejected', status: 422, message },
  });
});

test.for([
  [403, {}, 'API rate limit exceeded for user ID 1.', 'rate-limited'],
  [403, {}, 'You have exceeded a secondary rate limit. Please wait.', 'rate-limited'],
  [403, {}, 'You have triggered an abuse detection mechanism.', 'rate-limited'],
  [403, { 'x-ratelimit-remaining': '0' }, 'Forbidden', 'rate-limited'],
  [403, { 'retry-after': '60' }, 'Forbidden', 'rate-limited'],
  [429, {}, 'Too Many Requests', 'rate-limited'],
  [403, { 'x-ratelimit-remaining': '17' }, 'Resource not accessible by integration', 'rejected'],
  [422, { 'x-ratelimit-remaining': '0' }, 'Over invitation rate limit', 'rejected'],
  [404, { 'x-ratelimit-remaining': '0' }, 'Not Found', 'missing'],
  [401, { 'x-ratelimit-remaining': '0' }, 'Bad credentials', 'unauthorized'],
  [500, { 'retry-after': '60' }, 'API rate limit exceeded', 'unreachable'],
  [503, {}, '', 'unreachable'],
] as const)('%i with %j and "%s" is %s', async ([status, headers, message, kind]) => {
  const { host, server } = await hostAnswering({
    '/api/user/installations': (_request, response) => json(response, status, { message }, headers),
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toMatchObject({ ok: false, refusal: { kind } });
  expect(server.hits()).toBe(1);
});

test.for([
  ['members=write', 'members: write'],
  ['members=read; organization_administration=read', 'members: read or organization_administration: read'],
  ['contents=write,workflows=write', 'contents: write and workflows: write'],
  ['members=owner', undefined],
  ['<script>=read', undefined],
  [`members=read${',members=read'.repeat(50)}`, undefined],
  ['', undefined],
] as const)('a refusal that accepts "%s" needs %s', async ([accepted, needs]) => {
  const message = 'Resource not accessible by integration';
  const headers = { 'x-accepted-github-permissions': accepted };
  const { host } = await hostAnswering({
    '/api/user/installations': (_request, response) => json(response, 403, { message }, headers),
  });
  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({
    ok: false,
    refusal: {
      kind: 'rejected',
      status: 403,
      message,
      ...(needs === undefined ? {} : { needs }),
    },
  });
});

test('the REST profile counts accepted memberships only and calls owners administrators', async () => {
  const membership = (id: number, state: string, role: string) => ({
    state,
    role,
    organization: { id, login: `o${id}`, avatar_url: null },
  });
  const urls: unknown[] = [];
  const { host } = await hostAnswering({
    '/api/user': (_request, response) => json(response, 200, { id: 1, login: 'ada', avatar_url: 'a' }),
    '/api/user/memberships/orgs': (request, response) => {
      urls.push(request.url);
      json(response, 200, [
        membership(1, 'active', 'admin'),
        membership(2, 'pending', 'admin'),
        membership(3, 'active', 'billing_manager'),
        membership(1, 'active', 'admin'),
      ]);
    },
  });

  expect(await readProfile(host.as({ token: TOKEN }))).toEqual({
    ok: true,
    value: {
      user: { id: 1, login: 'ada', name: null, avatarUrl: 'a' },
      memberships: [
        { organization: { id: 1, login: 'o1', name: null, avatarUrl: null }, viewerCanAdminister: true },
        { organization: { id: 3, login: 'o3', name: null, avatarUrl: null }, viewerCanAdminister: false },
      ],
    },
  });
  expect(urls).toEqual(['/api/user/memberships/orgs?state=active&per_page=100']);
});

test.for([
  ['no viewer', { data: { viewer: null }, errors: [{ type: 'FORBIDDEN', message: 'no' }] }],
  ['no data', { errors: [{ message: 'Something went wrong' }] }],
  ['nothing', {}],
  ['an endless list', { data: { viewer: viewerWith({ hasNextPage: true, endCursor: null }) } }],
  ['a secondary limit', { message: 'You have exceeded a secondary rate limit. Please wait.' }],
] as const)('GraphQL with %s is made up for by REST', async ([, body]) => {
  const { host, log } = await hostAnswering({
    '/api/graphql': (_request, response) => json(response, 200, body),
    '/api/user': (_request, response) => json(response, 200, { id: 1, login: 'ada', name: 'Ada', avatar_url: 'a' }),
    '/api/user/memberships/orgs': (_request, response) => json(response, 200, []),
  });

  expect(await readProfile(host.as({ token: TOKEN }))).toEqual({
    ok: true,
    value: { user: { id: 1, login: 'ada', name: 'Ada', avatarUrl: 'a' }, memberships: [] },
  });
  expect(log.lines).toEqual([expect.objectContaining({ level: 'warn' })]);
});

const LIMITED = { kind: 'rate-limited', retryAt: null };
const UNEXPECTED = { kind: 'unreachable', message: 'unexpected response format' };

test.for([
  [{ errors: [{ type: 'RATE_LIMITED', message: 'later' }] }, LIMITED],
  [{ errors: [{ type: 'RATE_LIMIT', message: 'later' }] }, LIMITED],
  [{ errors: [{ code: 'graphql_rate_limit' }] }, LIMITED],
  [{ errors: [{ extensions: { code: 'graphql_rate_limit' } }] }, LIMITED],
  [{ errors: [{ message: 'first' }, { message: 'API rate limit already exceeded for user ID 1.' }] }, LIMITED],
  [{ message: 'You have exceeded a secondary rate limit. Please wait.' }, LIMITED],
  [
    { errors: [{ message: 'Something went wrong' }] },
    { kind: 'rejected', status: 200, message: 'Something went wrong' },
  ],
  [
    { data: null, errors: [{}] },
    { kind: 'rejected', status: 200, message: '' },
  ],
  [{ data: null, errors: [] }, UNEXPECTED],
  [{ data: { viewer: null }, errors: [{ type: 'FORBIDDEN', message: 'no' }] }, UNEXPECTED],
  [{ data: {}, errors: 'none' }, UNEXPECTED],
  [{ data: { viewer: 'ada' } }, UNEXPECTED],
] as const)('the GraphQL answer %j is taken for %j', async ([body, refusal]) => {
  const { host, log } = await hostAnswering({
    '/api/graphql': (_request, response) => json(response, 200, body),
  });

  await readProfile(host.as({ token: TOKEN }));

  expect(log.lines).toEqual([expect.objectContaining({ refusal })]);
});

test('a deprecation notice puts no address on the console', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const { host } = await hostAnswering({
    '/api/user/installations': (_request, response) =>
      json(response, 200, { installations: [] }, { deprecation: 'true', sunset: 'soon' }),
  });

  expect(await readInstallations(host.as({ token: TOKEN }))).toEqual({ ok: true, value: [] });
  expect(warn).not.toHaveBeenCalled();
});

test('organizations without a number are left out, repeated ones come once', async () => {
  const node = (databaseId: number | null) => ({
    databaseId,
    login: `o${databaseId}`,
    name: null,
    avatarUrl: 'a',
    viewerCanAdminister: true,
  });
  const viewer = viewerWith({ hasNextPage: false, endCursor: null }, [node(3), null, node(null), node(3), node(2)]);
  const { host } = await hostAnswering({
    '/api/graphql': (_request, response) => json(response, 200, { data: { viewer } }),
  });

  const profile = await readProfile(host.as({ token: TOKEN }));

  expect(profile.ok && profile.value.memberships.map(({ organization }) => organization.id)).toEqual([3, 2]);
});

function viewerWith(pageInfo: object, nodes: readonly unknown[] = []) {
  return { databaseId: 1, login: 'ada', name: null, avatarUrl: 'a', organizations: { nodes, pageInfo } };
}

test('no JSON whatsoever makes a call throw or answer with something of another type', async () => {
  let body: unknown;
  const { host } = await hostAnswering(
    new Proxy<Routes>(
      {},
      { get: () => (_request: IncomingMessage, response: ServerResponse) => json(response, 200, body) },
    ),
  );
  const fields = ['data', 'viewer', 'installations', 'id', 'account', 'access_token', 'token_type', 'error', 'errors'];
  const answer = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()));

  await fc.assert(
    fc.asyncProperty(answer, async (drawn) => {
      body = drawn;
      const outcomes = [
        await host.exchangeCode({ code: 'c', redirectUri: 'http://r.test', codeVerifier: 'v' }),
        await host.refresh(USED),
        await readProfile(host.as({ token: TOKEN })),
        await readInstallations(host.as({ token: TOKEN })),
      ];
      for (const outcome of outcomes) {
        if (outcome.ok) expect(outcome.value).toEqual([]);
        else expect(['unreachable', 'rejected', 'rate-limited', 'spent']).toContain(outcome.refusal.kind);
      }
    }),
    cases({ brief: 25, full: 1_000 }),
  );
});
