import { beforeEach, describe, expect, test } from 'vitest';
import { inSeries } from '../../support/series.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import { signInQuietly } from '../../support/service/sign-in-quietly.ts';
import { type HostileRequest, hostileRequests, oneOfEachKind } from './hostile-documents.ts';
import { DOCUMENTS, documentOf, proxy, requestOf } from './operations.ts';

describe('a document that is not what the allowlist means', () => {
  const service = sharedService();
  const control = () => service().simulator.control;
  beforeEach(() => control().clearRequests());
  const signIn = signInQuietly(service);

  test('is refused without an outgoing call, whatever is wrong with it [GP-9 GP-11]', async () => {
    const bearer = await signIn('ada');
    const requests = hostileRequests();
    expect(requests.length).toBeGreaterThan(2_000);
    const passed: string[] = [];
    for (const { kind, ...request } of inSeries(requests, oneOfEachKind(requests))) {
      const body = JSON.stringify(request);
      const { status } = await proxy(service().url, bearer, body);
      // 413: longer than a body of this endpoint may be.
      if (![400, 403, 413].includes(status)) passed.push(`${status} ${request.operationName}: ${kind}`);
    }
    expect(passed).toEqual([]);
    expect(control().count()).toBe(0);
  });

  test('is tried in each of its kinds in every run, and under every operation', () => {
    const requests = hostileRequests();
    const brief = oneOfEachKind(requests);
    expect(brief.length).toBeGreaterThan(300);
    expect(brief.length).toBeLessThan(requests.length / 8);
    const kindsOf = (list: readonly HostileRequest[]) => new Set(list.map(({ kind }) => kind));
    expect(kindsOf(brief)).toEqual(kindsOf(requests));
    expect(new Set(brief.map(({ operationName }) => operationName))).toEqual(new Set(DOCUMENTS.keys()));
  });

  test.each([
    undefined,
    null,
    '',
    ' ',
    7,
    true,
    ['ViewerProfile'],
    { toString: 'ViewerProfile' },
    'viewerProfile',
    'VIEWERPROFILE',
    ' ViewerProfile',
    'ViewerProfile ',
    'ViewerProfile\0',
    'ViewerProfile\n',
    'Viewer\u200bProfile',
    'IntrospectionQuery',
    'UserByLogin',
    'ViewerOrganizations',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
  ])('under the operation name %j is refused with 403 [GP-4 GP-7 GP-9 GE-3]', async (operationName) => {
    const bearer = await signIn('ada');
    const answer = await proxy(service().url, bearer, { query: documentOf('ViewerProfile'), operationName });
    expect([answer.status, answer.json]).toEqual([403, { error: 'This operation is not allowed.' }]);
    expect(control().count()).toBe(0);
  });

  test.each([undefined, null, '', '  \n', 7, true, ['query ViewerProfile { viewer { login } }'], { kind: 'Document' }])(
    'that is no text (%j) is refused with 400, under any name [GP-3 GE-1]',
    async (query) => {
      const bearer = await signIn('ada');
      for (const operationName of ['ViewerProfile', 'Evil', undefined]) {
        const answer = await proxy(service().url, bearer, { query, operationName });
        expect([answer.status, answer.json]).toEqual([400, { error: 'The query is missing or not a string.' }]);
      }
      expect(control().count()).toBe(0);
    },
  );

  test.each([
    ['nothing', '', 400],
    ['no JSON', '{"query":', 400],
    ['null', 'null', 400],
    ['a text', '"query ViewerProfile { viewer { login } }"', 400],
    ['a list of requests', JSON.stringify([requestOf('ViewerProfile'), requestOf('ViewerProfile')]), 400],
    ['a poisoned prototype', '{"__proto__":{"query":"x","operationName":"ViewerProfile"}}', 400],
    ['a body of two megabytes', JSON.stringify({ ...requestOf('ViewerProfile'), more: 'x'.repeat(2_000_000) }), 413],
  ] as const)('in a body that is %s is refused [GE-1]', async (_what, body, status) => {
    const bearer = await signIn('ada');
    const answer = await proxy(service().url, bearer, body);
    expect([answer.status, answer.json]).toEqual([status, { error: expect.any(String) }]);
    expect(control().count()).toBe(0);
  });

  test('is refused under another allowed name, although it was accepted under its own [GP-9]', async () => {
    const bearer = await signIn('ada');
    const { query, variables } = requestOf('OrganizationSummary');
    const send = (operationName: string) => proxy(service().url, bearer, { query, operationName, variables });
    expect((await send('OrganizationSummary')).status).toBe(200);
    control().clearRequests();
    for (const name of ['ViewerProfile', 'OrganizationMembers', 'OrganizationTeams', 'OrgRepositories']) {
      expect((await send(name)).status, name).toBe(403);
    }
    expect(control().count()).toBe(0);
  });

  test('is told as malformed with 400, as not allowed with 403 [GP-11 GE-1]', async () => {
    const bearer = await signIn('ada');
    const refusalOf = async (query: string) => {
      const { status, json } = await proxy(service().url, bearer, { query, operationName: 'ViewerProfile' });
      return [status, json];
    };
    const malformed = [400, { error: 'The query is not a valid GraphQL document, or is too large.' }];
    const notAllowed = [403, { error: 'The query requests fields that its operation does not allow.' }];
    expect(await refusalOf('query ViewerProfile { viewer {')).toEqual(malformed);
    expect(await refusalOf('fragment A on User { id }')).toEqual(malformed);
    expect(await refusalOf(`query ViewerProfile ${'{a'.repeat(5_000)}`)).toEqual(malformed);
    expect(await refusalOf('query ViewerProfile { viewer { } }')).toEqual(malformed);
    expect(await refusalOf('query ViewerProfile { viewer { login ... { } } }')).toEqual(malformed);
    expect(await refusalOf('query ViewerProfile { viewer }')).toEqual(notAllowed);
    expect(await refusalOf(`query ViewerProfile { viewer(x: ${'['.repeat(12)}${']'.repeat(12)}) { id } }`)).toEqual(
      notAllowed,
    );
    expect(await refusalOf('mutation ViewerProfile { viewer { login } }')).toEqual(notAllowed);
    expect(await refusalOf('query ViewerProfile { rateLimit { used } }')).toEqual(notAllowed);
  });

  test.each([
    ['fields of its own root field', 'query ViewerProfile { viewer { login email } }'],
    ['an alias', 'query ViewerProfile { me: viewer { name: login } }'],
    ['a fragment that is used', 'query ViewerProfile { viewer { ...P } } fragment P on User { login }'],
    ['the root field in a fragment', 'query ViewerProfile { ...R } fragment R on Query { viewer { login } }'],
    ['values in arguments', 'query ViewerProfile { viewer { login organizations(first: 1) { totalCount } } }'],
    [
      'fragments in fragments',
      'query ViewerProfile { viewer { ... { ... on User { ...P } } } } fragment P on User { login }',
    ],
    ['include and skip', 'query ViewerProfile { viewer { login @include(if: true) name @skip(if: true) } }'],
    ['its type name', 'query ViewerProfile { __typename viewer { __typename login } }'],
    ['comments and strange blanks', '\ufeff# mutation Evil\n,,query,ViewerProfile\t{viewer{login}}#'],
  ])('does not count as one for %s [GP-11]', async (_what, query) => {
    const bearer = await signIn('ada');
    const answer = await proxy(service().url, bearer, { query, operationName: 'ViewerProfile' });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.json)).toContain('"ada"');
    expect(control().count()).toBe(1);
  });
});
