import { expect, test } from 'vitest';
import { graphql, rest, signIn, simulatorFor } from '../client.ts';
import { document, documents } from './documents.ts';

test('all thirteen documents of the service run without errors for a seeded person', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  expect(documents).toHaveLength(13);
  for (const { file, text } of documents) {
    const login = file.includes('UserByLogin') ? 'grace' : 'acme';
    const after = file.includes('ViewerOrganizations') ? await firstCursor(token) : null;
    const variables = { login, owner: 'acme', name: 'api', teamSlug: 'engineering', after };
    const declared = Object.fromEntries(Object.entries(variables).filter(([name]) => text.includes(`$${name}`)));
    const { status, body } = await graphql(simulator, token, text, declared);
    expect({ file, status, errors: body.errors }).toEqual({ file, status: 200, errors: undefined });
    expect(JSON.stringify(body.data)).not.toBe('{}');
  }

  async function firstCursor(of: string): Promise<string> {
    const { body } = await graphql(simulator, of, '{ viewer { organizations(first: 1) { pageInfo { endCursor } } } }');
    return body.data.viewer.organizations.pageInfo.endCursor;
  }
});

test("the viewer and the viewer's organizations with administration rights", async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'grace');
  const { body } = await graphql(simulator, token, document('ViewerProfile'));
  expect(body.data.viewer).toMatchObject({ databaseId: 1002, login: 'grace', name: 'Grace Hopper' });
  expect(body.data.viewer.organizations).toMatchObject({
    totalCount: 2,
    nodes: [
      { login: 'acme', viewerCanAdminister: false },
      { login: 'northwind', viewerCanAdminister: false },
    ],
    pageInfo: { hasNextPage: false },
  });
});

test('cursors page through 260 members without gap or repetition, also while somebody leaves', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'margaret');
  const logins: string[] = [];
  let after: string | null = null;
  do {
    const { body } = await graphql(simulator, token, document('OrganizationMembers'), { login: 'northwind', after });
    const page = body.data.organization.membersWithRole;
    logins.push(...page.edges.map((edge: { node: { login: string } }) => edge.node.login));
    after = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null;
    if (logins.length === 100) simulator.world.removeMembership('northwind', logins[5] ?? '');
  } while (after !== null);
  expect(logins).toHaveLength(260);
  expect(new Set(logins).size).toBe(260);
});

test('130 organizations need two pages', async () => {
  const simulator = await simulatorFor();
  simulator.world.enlarge('edsger', { organizations: 130 });
  const { access_token: token } = await signIn(simulator, 'edsger');
  const first = await graphql(simulator, token, document('ViewerProfile'));
  const { pageInfo, totalCount, nodes } = first.body.data.viewer.organizations;
  expect([totalCount, nodes.length, pageInfo.hasNextPage]).toEqual([130, 100, true]);
  const second = await graphql(simulator, token, document('ViewerOrganizations'), { after: pageInfo.endCursor });
  expect(second.body.data.viewer.organizations.nodes).toHaveLength(30);
  expect(second.body.data.viewer.organizations.pageInfo.hasNextPage).toBe(false);
});

test('last and before page backwards', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const query = `query Q($before: String) {
    viewer { organizations(last: 2, before: $before) { nodes { login } pageInfo { hasPreviousPage startCursor } } } }`;
  const last = (await graphql(simulator, token, query)).body.data.viewer.organizations;
  expect(last.nodes).toEqual([{ login: 'harbor-tools' }, { login: 'quiet-co' }]);
  const before = last.pageInfo.startCursor;
  const rest = (await graphql(simulator, token, query, { before })).body.data.viewer.organizations;
  expect(rest.nodes).toEqual([{ login: 'acme' }, { login: 'lumen-labs' }]);
});

test('teams, their members and repositories; child teams only when not IMMEDIATE', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const query = `{ organization(login: "acme") {
    team(slug: "engineering") { immediate: members(first: 9, membership: IMMEDIATE) { edges { role node { login } } }
      all: members { totalCount } repositories(first: 9) { edges { permission node { nameWithOwner } } } }
    none: team(slug: "nothing") { name }
    teams(first: 10, orderBy: { field: NAME, direction: ASC }) { nodes { name parentTeam { slug } privacy } } } }`;
  const { organization } = (await graphql(simulator, token, query)).body.data;
  expect(organization.team.immediate.edges).toEqual([
    { role: 'MAINTAINER', node: { login: 'ada' } },
    { role: 'MEMBER', node: { login: 'grace' } },
  ]);
  expect(organization.team.all.totalCount).toBe(3);
  expect(organization.team.repositories.edges[0]).toEqual({ permission: 'WRITE', node: { nameWithOwner: 'acme/api' } });
  expect(organization.none).toBeNull();
  expect(organization.teams.nodes.map(({ name }: { name: string }) => name)).toEqual([
    'Engineering',
    'Incident Response',
    'Platform',
  ]);
  const grace = await signIn(simulator, 'grace');
  const seen = await graphql(simulator, grace.access_token, '{ organization(login: "acme") { teams { totalCount } } }');
  expect(seen.body.data.organization.teams.totalCount).toBe(2);
});

test('an empty repository has no default branch', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const variables = { owner: 'acme', name: 'new-idea' };
  const { repository } = (await graphql(simulator, token, document('RepoScoringData'), variables)).body.data;
  expect(repository).toMatchObject({ defaultBranchRef: null, primaryLanguage: null, pushedAt: null });
});

test.each([
  ['{ user(login: "nobody") { login } }', 'user', "Could not resolve to a User with the login of 'nobody'."],
  [
    '{ organization(login: "nowhere") { login } }',
    'organization',
    "Could not resolve to an Organization with the login of 'nowhere'.",
  ],
  [
    '{ repository(owner: "acme", name: "x") { name } }',
    'repository',
    "Could not resolve to a Repository with the name 'acme/x'.",
  ],
])('%s is null with NOT_FOUND, and the rest of the data is there', async (query, field, message) => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { status, body } = await graphql(simulator, token, query.replace(/}$/, ' viewer { login } }'));
  expect(status).toBe(200);
  expect(body.data).toEqual({ [field]: null, viewer: { login: 'ada' } });
  expect(body.errors).toEqual([{ type: 'NOT_FOUND', path: [field], locations: [{ line: 1, column: 3 }], message }]);
});

test('single sign-on leaves null in the list, an error with its path, and a header', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'katherine');
  const { headers, body } = await graphql(simulator, token, document('ViewerProfile'));
  expect(body.data.viewer.organizations.nodes).toEqual([expect.objectContaining({ login: 'acme' }), null]);
  expect(body.errors).toEqual([
    expect.objectContaining({
      type: 'FORBIDDEN',
      path: ['viewer', 'organizations', 'nodes', 1],
      extensions: { saml_failure: true },
      message: expect.stringContaining('SAML enforcement'),
    }),
  ]);
  expect(headers.get('x-github-sso')).toMatch(/^required; url=http/);
});

test.each(['harbor-tools', 'quiet-co'])(
  'people of %s are FORBIDDEN while the App does not work there',
  async (login) => {
    const simulator = await simulatorFor();
    const { access_token: token } = await signIn(simulator, 'ada');
    const { body } = await graphql(simulator, token, document('OrganizationMembers'), { login });
    expect(body.data).toEqual({ organization: null });
    expect(body.errors).toMatchObject([
      {
        type: 'FORBIDDEN',
        path: ['organization', 'membersWithRole'],
        message: 'Resource not accessible by integration',
      },
    ]);
  },
);

test('owner-only facts are null for a plain member, private repositories hidden from outsiders', async () => {
  const simulator = await simulatorFor();
  const twoFactor = '{ organization(login: "acme") { requiresTwoFactorAuthentication repositories { totalCount } } }';
  const seenBy = async (login: string) => {
    const { access_token: token } = await signIn(simulator, login);
    const { organization } = (await graphql(simulator, token, twoFactor)).body.data;
    return [organization.requiresTwoFactorAuthentication, organization.repositories.totalCount];
  };
  expect(await seenBy('ada')).toEqual([true, 5]);
  expect(await seenBy('grace')).toEqual([null, 5]);
  expect(await seenBy('edsger')).toEqual([null, 2]);
});

test.each([
  [
    'a connection without a page size',
    '{ viewer { organizations { nodes { login } } } }',
    'MISSING_PAGINATION_BOUNDARIES',
  ],
  [
    'the same through a fragment',
    '{ viewer { organizations { ...F } } } fragment F on OrganizationConnection { edges { cursor } }',
    'MISSING_PAGINATION_BOUNDARIES',
  ],
  ['more than a hundred', '{ viewer { organizations(first: 101) { nodes { login } } } }', 'EXCESSIVE_PAGINATION'],
  ['none', '{ viewer { organizations(first: 0) { nodes { login } } } }', 'INVALID_PAGINATION_BOUNDARIES'],
  [
    'over 500,000 nodes',
    `{ viewer { organizations(first: 100) { nodes { repositories(first: 100) { nodes { issues(first: 100) { totalCount } } } } } } }`,
    'MAX_NODE_LIMIT_EXCEEDED',
  ],
])('%s is refused before anything runs', async (_name, query, type) => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { status, body } = await graphql(simulator, token, query);
  expect(status).toBe(200);
  expect(body).not.toHaveProperty('data');
  expect(body.errors[0].type).toBe(type);
});

test('a made-up cursor is refused', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const query = '{ viewer { organizations(first: 1, after: "x") { totalCount } } }';
  const { body } = await graphql(simulator, token, query);
  expect(body.errors[0]).toMatchObject({ type: 'INVALID_CURSOR_ARGUMENTS' });
});

test('documents that do not fit the schema are refused with HTTP 200 and no type', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const unknown = await graphql(simulator, token, '{ viewer { shoeSize } }');
  expect(unknown).toMatchObject({
    status: 200,
    body: {
      errors: [
        {
          message: "Field 'shoeSize' doesn't exist on type 'User'",
          extensions: { code: 'undefinedField', typeName: 'User', fieldName: 'shoeSize' },
        },
      ],
    },
  });
  for (const query of [
    '{ viewer {',
    `${'{a'.repeat(6_000)}`,
    'query A { viewer { login } } query A { viewer { login } }',
  ]) {
    const { status, body } = await graphql(simulator, token, query);
    expect([status, body.data, body.errors.length > 0]).toEqual([200, undefined, true]);
  }
});

test('the named operation of several is run; an unknown or missing name is an error', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const query = 'query A { viewer { login } } query B { viewer { name } }';
  expect((await graphql(simulator, token, query, {}, 'B')).body.data.viewer).toEqual({ name: 'Ada Lovelace' });
  expect((await graphql(simulator, token, query, {}, 'C')).body.errors[0].message).toBe('No operation named "C"');
  expect((await graphql(simulator, token, query)).body.errors).toHaveLength(1);
});

test('mutations are not open to the App, and unknown fields answer with nothing', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const mutation = 'mutation { addStar(input: { starrableId: "x" }) { clientMutationId } }';
  expect((await graphql(simulator, token, mutation)).body.errors[0].type).toBe('FORBIDDEN');
  const query =
    '{ viewer { bio isHireable followers { totalCount } status { message } } rateLimit { cost remaining } }';
  const { data } = (await graphql(simulator, token, query)).body;
  expect(data.viewer).toEqual({ bio: null, isHireable: false, followers: { totalCount: 0 }, status: null });
  expect(data.rateLimit).toMatchObject({ cost: 1, remaining: 4_998 });
});

test('a bad token and a malformed body are refused as in REST', async () => {
  const simulator = await simulatorFor();
  const bad = await graphql(simulator, 'ghu_wrong', '{ viewer { login } }');
  expect(bad).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
  expect((await graphql(simulator, null, '{ viewer { login } }')).status).toBe(401);
  const { access_token: token } = await signIn(simulator, 'ada');
  const broken = await rest({ ...simulator, apiUrl: simulator.graphqlUrl }, '', token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":',
  });
  expect(broken).toMatchObject({ status: 400, body: { message: 'Problems parsing JSON' } });
  const limited = await graphql(simulator, token, '{ viewer { login } }');
  expect(limited.headers.get('x-ratelimit-resource')).toBe('graphql');
});
