import type { FaultRule } from '@orgdesk/simulator';
import { beforeEach, describe, expect, test } from 'vitest';
import { NAUGHTY_STRINGS } from '../../hostile/requests/naughty-strings.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { DOCUMENTS, documentOf, PAGED, proxy, requestOf, rootOf, VARIABLES } from './operations.ts';

const BAD_VARIABLES = { error: 'The variables do not match the operation.' };
const SIGN_IN = { error: 'Please sign in to continue.' };
const DEAD_TOKEN = { error: 'The code host no longer accepts your sign in. Please sign in again.' };
const FAILED = { error: 'The code host could not run the query. Please try again.' };
const LIMITED = { error: 'API rate limit exceeded' };
const TOKEN_LIFETIME_MS = 28_800_000;

interface Page {
  readonly totalCount: number;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

describe('a proxied operation', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  beforeEach(() => {
    control().clearFaults();
    control().clearRequests();
  });
  const asUser = async (login = 'ada') => {
    const { bearer } = await service().signIn(login);
    control().clearRequests();
    return bearer;
  };
  const send = async (body: unknown, login = 'ada') => proxy(service().url, await asUser(login), body);

  test('is one of the eleven of the specification [GP-7]', () => {
    expect(new Set(DOCUMENTS.keys())).toEqual(new Set(Object.keys(VARIABLES)));
    expect(DOCUMENTS.size).toBe(11);
  });

  test.each(Object.keys(VARIABLES))(
    '%s runs for a person of the world, in one call with its variables [W-10 GP-2 GP-6 GP-7 GP-8]',
    async (name) => {
      const answer = await send(requestOf(name));
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ data: { [rootOf(name)]: expect.any(Object) } });
      expect(control().count()).toBe(1);
      const [call] = control().requests();
      const after = (PAGED as readonly string[]).includes(name) ? { after: null } : {};
      expect(call).toMatchObject({ operationName: name, login: 'ada', credential: 'user' });
      expect(call?.variables).toEqual({ ...VARIABLES[name], ...after });
    },
  );

  test('answers of a person what the code host says of them [GP-2]', async () => {
    const { json } = await send(requestOf('ViewerProfile'), 'grace');
    expect(json).toMatchObject({ data: { viewer: { login: 'grace', name: 'Grace Hopper' } } });
  });

  test.each([
    ['OrganizationMembers', { login: 'northwind' }, 'organization', 'membersWithRole', 3],
    ['OrganizationTeams', { login: 'northwind' }, 'organization', 'teams', 1],
    ['RepositoryContributors', { owner: 'northwind', name: 'billing-api' }, 'repository', 'mentionableUsers', 3],
  ] as const)(
    '%s is paged by `after` until everything has been seen once [GP-10]',
    async (name, variables, root, list, pages) => {
      const bearer = await asUser('margaret');
      const seen = new Set<string>();
      let [after, total, calls]: [string | null, number, number] = [null, 0, 0];
      do {
        const { status, json } = await proxy(service().url, bearer, requestOf(name, { ...variables, after }));
        expect(status).toBe(200);
        const { data } = json as { data: Record<string, Record<string, Page>> };
        const page = data[root]?.[list];
        for (const [, login] of JSON.stringify(page).matchAll(/"(?:login|slug)":"([^"]+)"/g)) seen.add(login ?? '');
        total = page?.totalCount ?? 0;
        after = page?.pageInfo.hasNextPage === true ? page.pageInfo.endCursor : null;
        calls += 1;
      } while (after !== null && calls < 10);
      expect(seen.size).toBe(total);
      expect(calls).toBe(pages);
    },
  );

  test.each([
    ['OrganizationSummary', undefined],
    ['OrganizationSummary', null],
    ['OrganizationSummary', {}],
    ['OrganizationSummary', 'acme'],
    ['OrganizationSummary', 7],
    ['OrganizationSummary', ['acme']],
    ['OrganizationSummary', { login: null }],
    ['OrganizationSummary', { login: 7 }],
    ['OrganizationSummary', { login: true }],
    ['OrganizationSummary', { login: ['acme'] }],
    ['OrganizationSummary', { login: { toString: 'acme' } }],
    ['OrganizationSummary', { login: '' }],
    ['OrganizationSummary', { login: 'a'.repeat(1_001) }],
    ['OrganizationSummary', { Login: 'acme' }],
    ['OrganizationSummary', { login: 'acme', after: null }],
    ['OrganizationSummary', { login: 'acme', constructor: 'x' }],
    ['OrganizationSummary', { login: 'acme', toString: null }],
    ['OrganizationMembers', { login: 'acme', after: 7 }],
    ['OrganizationMembers', { login: 'acme', after: ['x'] }],
    ['OrganizationMembers', { login: 'acme', after: false }],
    ['OrganizationMembers', { login: 'acme', after: 'x'.repeat(1_001) }],
    ['OrganizationMembers', { after: 'x' }],
    ['OrganizationMembers', { login: 'acme', first: 100 }],
    ['TeamMembers', { login: 'acme' }],
    ['TeamMembers', { login: 'acme', teamslug: 'engineering' }],
    ['RepositoryContributors', { owner: 'acme' }],
    ['RepoScoringData', { owner: 'acme', name: 'api', after: null }],
    ['OrgRepositories', { login: 'acme', after: 'x' }],
    ['ViewerProfile', { login: 'ada' }],
    ['ViewerProfile', []],
    ['ViewerProfile', ''],
  ])(
    '%s with the variables %j is refused with 400, and asks the code host nothing [GP-5 GP-8 GP-12]',
    async (operationName, variables) => {
      const answer = await send({ query: documentOf(operationName), operationName, variables });
      expect([answer.status, answer.json]).toEqual([400, BAD_VARIABLES]);
      expect(control().count()).toBe(0);
    },
  );

  test.each([
    '{"login":"acme","__proto__":{"after":"x"}}',
    '{"__proto__":{"login":"acme"}}',
    '{"constructor":{"prototype":{"login":"acme"}}}',
  ])('with poisoned variables (%s) is refused with 400 [GP-12]', async (variables) => {
    const request = requestOf('OrganizationSummary');
    const body = JSON.stringify({ ...request, variables: 0 }).replace(/0}$/, `${variables}}`);
    expect((await send(body)).status).toBe(400);
    expect(control().count()).toBe(0);
  });

  test.each([undefined, null, {}])('without variables where none are wanted (%j) runs [GP-5]', async (variables) => {
    const answer = await send({ query: documentOf('ViewerProfile'), operationName: 'ViewerProfile', variables });
    expect(answer.status).toBe(200);
  });

  test('takes the longest allowed text as it is', async () => {
    const answer = await send(requestOf('OrganizationSummary', { login: 'a'.repeat(1_000) }));
    expect(answer.status).toBe(200);
    expect(control().requests()[0]?.variables).toEqual({ login: 'a'.repeat(1_000) });
  });

  test('that names nothing there is answered with what was found and what the code host says [GP-13]', async () => {
    const answer = await send(requestOf('OrganizationSummary', { login: 'no-such-thing' }));
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        data: { organization: null },
        errors: [
          {
            message: "Could not resolve to an Organization with the login of 'no-such-thing'.",
            type: 'NOT_FOUND',
            path: ['organization'],
          },
        ],
      },
    ]);
  });

  test('that single sign-on withholds in part is answered with the rest and the errors [GP-13]', async () => {
    const answer = await send(requestOf('ViewerProfile'), 'katherine');
    expect(answer.status).toBe(200);
    const { data, errors } = answer.json as {
      data: { viewer: { login: string; organizations: { nodes: readonly unknown[] } } };
      errors: readonly { type: string; path: readonly unknown[] }[];
    };
    expect(data.viewer.login).toBe('katherine');
    expect(data.viewer.organizations.nodes).toContain(null);
    expect(errors.map(({ type }) => type)).toContain('FORBIDDEN');
    expect(new Set(Object.keys(errors[0] ?? {}))).toEqual(new Set(['message', 'path', 'type']));
  });

  const reply = (status: number, body: unknown): FaultRule => ({ kind: 'reply', status, body });
  const FAULTS: readonly (readonly [what: string, rule: FaultRule, status: number, body: object])[] = [
    ['data null with errors', reply(200, { data: null, errors: [{ message: 'Something went wrong' }] }), 500, FAILED],
    ['data null without errors', reply(200, { data: null }), 500, FAILED],
    ['errors alone', reply(200, { errors: [{ type: 'FORBIDDEN', message: 'No.' }] }), 500, FAILED],
    ['data as a list', reply(200, { data: [] }), 500, FAILED],
    ['data as a text', reply(200, { data: 'x' }), 500, FAILED],
    ['an empty object', reply(200, {}), 500, FAILED],
    ['a list', reply(200, []), 500, FAILED],
    ['a dead token', reply(401, { message: 'Bad credentials' }), 401, DEAD_TOKEN],
    ['a dead token as a page', reply(401, '<h1>401</h1>'), 401, DEAD_TOKEN],
    ['a primary limit', { kind: 'primary-rate-limit', spelling: 'RATE_LIMITED' }, 500, LIMITED],
    ["a primary limit in today's spelling", { kind: 'primary-rate-limit', spelling: 'RATE_LIMIT' }, 500, LIMITED],
    ['a secondary limit, 200', { kind: 'secondary-rate-limit', status: 200 }, 500, LIMITED],
    ['a secondary limit, 403', { kind: 'secondary-rate-limit', status: 403 }, 500, LIMITED],
    ['a secondary limit, 429', { kind: 'secondary-rate-limit', status: 429 }, 500, LIMITED],
    ['no such address', reply(404, { message: 'Not Found' }), 500, FAILED],
    ['a refusal', reply(403, { message: 'Forbidden' }), 500, FAILED],
    ['a failure', reply(500, { message: 'Server Error' }), 500, FAILED],
    ['a page of a gateway', { kind: 'bad-gateway-html' }, 500, FAILED],
    ['a page with status 200', { kind: 'html-200' }, 500, FAILED],
    ['nothing', { kind: 'empty' }, 500, FAILED],
    ['a reset', { kind: 'reset' }, 500, FAILED],
    ['silence', { kind: 'hang' }, 500, FAILED],
    ['drops', { kind: 'slow-drip' }, 500, FAILED],
    ['half an answer', { kind: 'truncate' }, 500, FAILED],
    ['eleven megabytes', { kind: 'huge' }, 500, FAILED],
    ['a redirect', { kind: 'redirect', location: 'http://127.0.0.1:9/' }, 500, FAILED],
  ];
  test.each(FAULTS)(
    'that the code host answers with %s is answered as decided, after one attempt [GE-4 GE-5 GE-6]',
    async (_what, rule, status, body) => {
      control().fault({ ...rule, match: { path: '/graphql', operation: 'OrganizationSummary' } });
      const answer = await send(requestOf('OrganizationSummary'));
      expect([answer.status, answer.json]).toEqual([status, body]);
      expect(control().count()).toBe(1);
    },
  );

  test('passes on no header, secret or oversized text of the code host [GE-6]', async () => {
    const bearer = await asUser();
    const secrets = control()
      .issuedSecrets()
      .filter((secret) => secret.startsWith('ghu_'));
    control().fault({
      kind: 'reply',
      status: 200,
      headers: { 'set-cookie': 'evil=1', 'x-evil': '1', 'access-control-allow-origin': '*' },
      body: {
        data: { viewer: null },
        errors: [{ message: `${secrets.join(' ')} ${'x'.repeat(5_000)}` }, { message: 7 }, 'no'],
      },
      match: { path: '/graphql' },
    });
    const answer = await proxy(service().url, bearer, requestOf('ViewerProfile'));
    expect(answer.status).toBe(200);
    for (const secret of secrets.slice(-1)) expect(answer.text).not.toContain(secret);
    expect(answer.text.length).toBeLessThan(1_500);
    for (const name of ['x-evil', 'access-control-allow-origin']) expect(answer.headers.get(name)).toBeNull();
    expect(answer.setCookies).toEqual([]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('with naughty texts in every variable goes out as they are, or is refused, and is never a failure', async () => {
    const bearer = await asUser();
    control().rateLimits({ core: 1_000_000, graphql: 1_000_000 });
    for (const text of NAUGHTY_STRINGS) {
      control().clearRequests();
      const variables = { login: text, teamSlug: text };
      const answer = await proxy(service().url, bearer, requestOf('TeamMembers', variables));
      const isTaken = text !== '' && text.length <= 1_000;
      expect(answer.status, JSON.stringify(text)).toBe(isTaken ? 200 : 400);
      expect(
        control()
          .requests()
          .map((call) => call.variables),
      ).toEqual(isTaken ? [{ ...variables, after: null }] : []);
    }
  });

  test('with naughty texts as query, name or key is refused, and asks the code host nothing', async () => {
    const bearer = await asUser();
    const request = requestOf('OrganizationSummary');
    for (const text of NAUGHTY_STRINGS) {
      const attacks: readonly (readonly [body: object, statuses: readonly number[]])[] = [
        [{ ...request, query: text }, [400, 403]],
        [{ ...request, operationName: text }, [403]],
        [
          {
            ...request,
            query: request.query.replace('OrganizationSummary', `OrganizationSummary ${text}`),
            variables: { login: 7 },
          },
          [400, 403],
        ],
        [{ ...request, variables: { ...request.variables, [`${text}x`]: text } }, [400]],
      ];
      for (const [body, statuses] of attacks) {
        expect(statuses, JSON.stringify(body)).toContain((await proxy(service().url, bearer, body)).status);
      }
    }
    expect(control().count()).toBe(0);
  });
});

describe.each(ENGINES_OF_RULES.map(({ name }) => name))('a proxied operation on %s', (engine) => {
  const service = sharedService({ engine });
  const control = () => service().simulator.control;
  beforeEach(() => {
    service().clock.reset();
    control().clearRequests();
  });

  test('without a session is 401 before anything else [GP-1 GE-2 U-14]', async () => {
    for (const body of [requestOf('ViewerProfile'), { query: 7 }, '{"', '']) {
      const answer = await proxy(service().url, {}, body);
      expect([answer.status, answer.json]).toEqual([401, SIGN_IN]);
    }
    expect(control().count()).toBe(0);
  });

  test('refreshes a token that is due once for many at a time, and runs with the new one [GP-14]', async () => {
    const { bearer } = await service().signIn('ada');
    service().clock.advance(TOKEN_LIFETIME_MS - 180_000);
    control().clearRequests();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => proxy(service().url, bearer, requestOf('ViewerProfile'))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(control().count({ path: '/login/oauth/access_token' })).toBe(1);
    expect(control().count()).toBe(21);
  });

  test('that is refused refreshes nothing [GP-14]', async () => {
    const { bearer } = await service().signIn('ada');
    service().clock.advance(TOKEN_LIFETIME_MS - 180_000);
    control().clearRequests();
    await proxy(service().url, bearer, { query: 'mutation ViewerProfile { x }', operationName: 'ViewerProfile' });
    expect(control().count()).toBe(0);
  });

  test('with a token that has expired and cannot be renewed is 401, as is one that the code host has withdrawn [GE-2 GE-5]', async () => {
    const expired = await service().signIn('ada');
    control().expireRefreshTokens('ada');
    service().clock.advance(TOKEN_LIFETIME_MS - 1_000);
    await proxy(service().url, expired.bearer, requestOf('ViewerProfile'));
    service().clock.advance(2_000);
    control().clearRequests();
    const answer = await proxy(service().url, expired.bearer, requestOf('ViewerProfile'));
    expect([answer.status, answer.json]).toEqual([401, SIGN_IN]);
    expect(control().count()).toBe(0);

    service().clock.reset();
    const withdrawn = await service().signIn('ada');
    control().revokeTokens('ada');
    const late = await proxy(service().url, withdrawn.bearer, requestOf('ViewerProfile'));
    expect([late.status, late.json]).toEqual([401, DEAD_TOKEN]);
  });

  test.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
  ] as const)(
    'that another site posts with the cookie (%j) is refused without an outgoing call [GP-15]',
    async (headers) => {
      const { id } = await service().signIn('ada');
      control().clearRequests();
      const answer = await proxy(
        service().url,
        { ...headers, cookie: `host_session=${id}` },
        requestOf('ViewerProfile'),
      );
      expect(answer.status).toBe('content-type' in headers ? 415 : 403);
      expect(control().count()).toBe(0);
    },
  );

  test('that the own page posts with the cookie runs [GP-15]', async () => {
    const { id } = await service().signIn('ada');
    const headers = { cookie: `host_session=${id}`, origin: service().url, 'sec-fetch-site': 'same-origin' };
    expect((await proxy(service().url, headers, requestOf('ViewerProfile'))).status).toBe(200);
  });
});
