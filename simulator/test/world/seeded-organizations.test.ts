import { expect, test } from 'vitest';
import { type ApiReply, graphql, signIn, simulatorFor } from '../client.ts';
import { document, documents } from '../graphql/documents.ts';

const ALL = documents.filter(({ name }) => name !== 'ViewerOrganizations');

const OWNERS = [
  ['acme', 'ada', 'api', 'engineering', true],
  ['lumen-labs', 'ada', 'optics', 'lab', true],
  ['harbor-tools', 'ada', 'crane', 'none', false],
  ['quiet-co', 'ada', 'whisper', 'none', false],
  ['vaultworks', 'barbara', 'safe', 'locksmiths', true],
  ['northwind', 'margaret', 'billing-api', 'billing', true],
  ['closed-circle', 'hedy', 'minutes', 'none', true],
  ['brimful', 'hedy', 'welcome', 'greeters', true],
] as const;

test.each(OWNERS)('every document answers for %s, whose owner is %s', async (login, owner, name, teamSlug, hasApp) => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, owner);
  const variables = { login, owner: login, name, teamSlug, after: null };
  for (const { name: operation, text } of ALL) {
    const allVariables = { ...variables, ...(operation === 'UserByLogin' ? { login: owner } : {}) };
    const declared = Object.fromEntries(Object.entries(allVariables).filter(([key]) => text.includes(`$${key}`)));
    const { status, body } = await graphql(simulator, token, text, declared, operation);
    expect([operation, status, Object.keys(body.data)]).toEqual([operation, 200, [expect.any(String)]]);
    const types = new Set(body.errors?.map(({ type }: { type: string }) => type));
    if (hasApp) expect([operation, [...types]]).toEqual([operation, []]);
    else for (const type of types) expect(['FORBIDDEN', 'NOT_FOUND']).toContain(type);
  }
});

test('northwind is paged whole: 260 members, 25 teams, 120 of one team, 260 contributors, 1,200 repositories', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'margaret');
  const members = await everyPage(
    'OrganizationMembers',
    { login: 'northwind' },
    (data) => data.organization.membersWithRole,
  );
  const teams = await everyPage('OrganizationTeams', { login: 'northwind' }, (data) => data.organization.teams);
  const team = { login: 'northwind', teamSlug: 'billing' };
  const inTeam = await everyPage('TeamMembers', team, (data) => data.organization.team.members);
  const repository = { owner: 'northwind', name: 'billing-api' };
  const contributors = await everyPage(
    'RepositoryContributors',
    repository,
    (data) => data.repository.mentionableUsers,
  );
  const text = `query All($login: String!, $after: String) { organization(login: $login) {
    repositories(first: 100, after: $after, orderBy: { field: NAME, direction: ASC }) {
      nodes { databaseId name } pageInfo { hasNextPage endCursor } } } }`;
  const repositories = await everyPage(text, { login: 'northwind' }, (data) => data.organization.repositories);
  expect([members, teams, inTeam, contributors, repositories]).toEqual([
    { pages: 3, entries: 260, different: 260 },
    { pages: 1, entries: 25, different: 25 },
    { pages: 2, entries: expect.any(Number), different: inTeam.entries },
    { pages: 3, entries: 260, different: 260 },
    { pages: 12, entries: 1_200, different: 1_200 },
  ]);
  expect(inTeam.entries).toBeGreaterThan(100);

  async function everyPage(operation: string, variables: object, listOf: (data: ApiReply['body']) => ApiReply['body']) {
    const ids: number[] = [];
    let pages = 0;
    for (let after: string | null = null; pages < 20; pages += 1) {
      const query = document(operation) || operation;
      const list = listOf((await graphql(simulator, token, query, { ...variables, after })).body.data);
      const entries: readonly ApiReply['body'][] = list.nodes ?? list.edges.map((edge: { node: object }) => edge.node);
      ids.push(...entries.map(({ databaseId }) => databaseId));
      after = list.pageInfo.endCursor;
      if (!list.pageInfo.hasNextPage) break;
    }
    return { pages: pages + 1, entries: ids.length, different: new Set(ids).size };
  }
});

test.each([
  ['nobody', null],
  ['acme', null],
  ['trudy', null],
  ['mallory', 90_002],
  ['GRACE', 1002],
])('UserByLogin of %s finds %s', async (login, databaseId) => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  const { status, body } = await graphql(simulator, token, document('UserByLogin'), { login });
  expect([status, body.data.user?.databaseId ?? null]).toEqual([200, databaseId]);
  if (databaseId !== null) return;
  const message = `Could not resolve to a User with the login of '${login}'.`;
  expect(body.errors).toMatchObject([{ type: 'NOT_FOUND', path: ['user'], message }]);
});

test('a renamed person is found under the new login only, with the same ID; faults are aimed by login', async () => {
  const simulator = await simulatorFor();
  const { access_token: token } = await signIn(simulator, 'ada');
  simulator.world.renameUser('grace', 'amazing-grace');
  const find = async (login: string) => graphql(simulator, token, document('UserByLogin'), { login });
  expect((await find('grace')).body).toMatchObject({ data: { user: null }, errors: [{ type: 'NOT_FOUND' }] });
  expect((await find('amazing-grace')).body.data.user).toEqual({ databaseId: 1002, login: 'amazing-grace' });
  simulator.control.fault({ kind: 'empty', match: { operation: 'UserByLogin', variables: { login: 'tim' } } });
  expect([(await find('tim')).body, (await find('alan')).body.data.user.login]).toEqual(['', 'alan']);
});
