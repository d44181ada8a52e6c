import { expect, test } from 'vitest';
import { graphql, signIn, simulatorFor } from '../client.ts';

async function setUp() {
  const simulator = await simulatorFor();
  const ask = async (login: string, query: string, variables: Record<string, unknown> = {}) =>
    (await graphql(simulator, (await signIn(simulator, login)).access_token, query, variables)).body;
  return { ...simulator, ask };
}

const PEOPLE = `query ($name: String!, $affiliation: CollaboratorAffiliation, $query: String, $login: String, $after: String) {
  repository(owner: "acme", name: $name) {
    name
    collaborators(first: 3, after: $after, affiliation: $affiliation, query: $query, login: $login) {
      totalCount pageInfo { hasNextPage endCursor }
      edges {
        permission node { login }
        permissionSources { permission roleName source { __typename ... on Team { slug } ... on Repository { name } ... on Organization { login } } }
      }
    }
  }
}`;

test('the people of a repository come with what they may do, and by which ways', async () => {
  const { world, ask } = await setUp();
  world.setDirectAccess('acme', 'api', 'edsger', 'TRIAGE');
  world.setDirectAccess('acme', 'api', 'grace', 'MAINTAIN');
  const of = async (variables: object) => {
    const { data } = await ask('ada', PEOPLE, { name: 'api', ...variables });
    return data.repository.collaborators;
  };
  const organization = { __typename: 'Organization', login: 'acme' };
  expect((await of({ login: 'GRACE' })).edges).toEqual([
    {
      permission: 'ADMIN',
      node: { login: 'grace' },
      permissionSources: [
        { permission: 'READ', roleName: 'read', source: organization },
        { permission: 'WRITE', roleName: 'write', source: { __typename: 'Team', slug: 'engineering' } },
        { permission: 'ADMIN', roleName: 'admin', source: { __typename: 'Team', slug: 'platform' } },
        { permission: 'WRITE', roleName: 'maintain', source: { __typename: 'Repository', name: 'api' } },
      ],
    },
  ]);
  expect((await of({ query: 'edsger' })).edges).toMatchObject([
    { permission: 'TRIAGE', permissionSources: [{ permission: 'READ', roleName: 'triage' }] },
  ]);
  expect((await of({ login: 'ada' })).edges[0]).toMatchObject({
    permission: 'ADMIN',
    permissionSources: [{ roleName: 'admin', source: organization }, { roleName: 'write' }],
  });
  expect((await of({ affiliation: 'OUTSIDE' })).edges).toMatchObject([
    { node: { login: 'edsger' } },
    { node: { login: 'ida-rhodes' } },
  ]);
  expect((await of({ affiliation: 'DIRECT' })).totalCount).toBe(3);
  expect((await of({ affiliation: 'DIRECT', query: 'Hopper' })).edges).toMatchObject([{ node: { login: 'grace' } }]);
  expect((await of({ query: 'dorothy' })).totalCount).toBe(0);

  const first = await of({});
  const second = await of({ after: first.pageInfo.endCursor });
  const logins = [...first.edges, ...second.edges].map(({ node }: { node: { login: string } }) => node.login);
  expect([first.totalCount, first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([7, true, true]);
  expect(logins).toEqual(['ada', 'grace', 'edsger', 'katherine', 'alan', 'tim']);
  world.updateOrganization('acme', { basePermission: 'NONE' });
  expect((await of({})).totalCount).toBe(5);
});

test('whoever may not push is refused the people beside the rest, and what the App does not reach is absent', async () => {
  const { world, ask } = await setUp();
  const refused = await ask('tim', PEOPLE, { name: 'api' });
  expect(refused).toMatchObject({
    data: { repository: { name: 'api', collaborators: null } },
    errors: [
      {
        type: 'FORBIDDEN',
        path: ['repository', 'collaborators'],
        message: 'You do not have permission to view repository collaborators.',
      },
    ],
  });
  expect((await ask('alan', PEOPLE, { name: 'api' })).errors).toBeUndefined();
  world.updateOrganization('acme', { basePermission: 'WRITE' });
  expect((await ask('tim', PEOPLE, { name: 'api' })).errors).toBeUndefined();

  const id = world.installationOf(1011)?.id ?? 0;
  world.setInstallationRepositories(id, ['api']);
  expect((await ask('ada', PEOPLE, { name: 'anvil-firmware' })).errors).toMatchObject([{ type: 'NOT_FOUND' }]);
  expect((await ask('ada', PEOPLE, { name: 'website' })).errors).toMatchObject([
    { type: 'FORBIDDEN', message: 'Resource not accessible by integration' },
  ]);
  const listed =
    '{ organization(login: "acme") { repositories(first: 9) { totalCount nodes { name collaborators(first: 1, query: "ada") { totalCount } } } } }';
  const { data, errors } = await ask('ada', listed);
  const names = data.organization.repositories.nodes.map(({ name }: { readonly name: string }) => name);
  expect([names, data.organization.repositories.totalCount]).toEqual([['api', 'website', 'rocket-skates'], 3]);
  expect(errors).toHaveLength(2);
});

test('the second factor of a member is told to owners alone', async () => {
  const { world, ask } = await setUp();
  world.updateUser('tim', { secondFactor: 'none' });
  world.updateUser('alan', { secondFactor: 'insecure' });
  const query =
    '{ organization(login: "acme") { membersWithRole(first: 9) { totalCount edges { role hasTwoFactorEnabled node { login } } } } }';
  const factors = async (login: string) =>
    (await ask(login, query)).data.organization.membersWithRole.edges.map(
      (edge: { hasTwoFactorEnabled: boolean | null }) => edge.hasTwoFactorEnabled,
    );
  expect(await factors('ada')).toEqual([true, true, true, true, false]);
  expect(await factors('grace')).toEqual([null, null, null, null, null]);
});

test('teams are found by the people in them, and their people by kind of membership and by name', async () => {
  const { ask } = await setUp();
  const teams = async (logins: readonly string[]) => {
    const query =
      'query ($logins: [String!]) { organization(login: "acme") { teams(first: 9, userLogins: $logins) { nodes { slug } } } }';
    const { data } = await ask('ada', query, { logins });
    return data.organization.teams.nodes.map(({ slug }: { readonly slug: string }) => slug);
  };
  expect(await teams(['grace'])).toEqual(['engineering', 'platform']);
  expect(await teams(['Alan', 'ada'])).toEqual(['engineering', 'platform', 'incident-response']);
  expect(await teams(['nobody'])).toEqual([]);

  const members = async (argument: string) => {
    const query = `{ organization(login: "acme") { team(slug: "engineering") { members(first: 9, ${argument}) { nodes { login } } } } }`;
    const { data } = await ask('ada', query);
    return data.organization.team.members.nodes.map(({ login }: { readonly login: string }) => login).toSorted();
  };
  expect(await members('membership: IMMEDIATE')).toEqual(['ada', 'grace']);
  expect(await members('membership: CHILD_TEAM')).toEqual(['alan', 'grace']);
  expect(await members('membership: ALL')).toEqual(['ada', 'alan', 'grace']);
  expect(await members('query: "lovelace"')).toEqual(['ada']);
});

test('a repository is found by a former name, also at another owner, unless renames are not followed', async () => {
  const { world, ask } = await setUp();
  const named = async (name: string, followRenames?: boolean) => {
    const query = `query ($name: String!, $followRenames: Boolean = true) {
      repository(owner: "acme", name: $name, followRenames: $followRenames) { nameWithOwner }
    }`;
    const { data, errors } = await ask('ada', query, { name, ...(followRenames !== undefined && { followRenames }) });
    return data.repository?.nameWithOwner ?? errors[0].type;
  };
  world.addRepository({ owner: 'acme', name: 'moving', isPrivate: false });
  world.updateRepository('acme', 'website', { name: 'site' });
  world.transferRepository('acme', 'moving', 'lumen-labs');
  expect([await named('website'), await named('moving')]).toEqual(['acme/site', 'lumen-labs/moving']);
  expect([await named('website', false), await named('nothing')]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
});
