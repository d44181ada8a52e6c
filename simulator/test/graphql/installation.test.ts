import { expect, test } from 'vitest';
import { graphql, installationToken, rest, signIn, simulatorFor } from '../client.ts';

async function acme(permissions?: object) {
  const simulator = await simulatorFor();
  const token = await installationToken(simulator, 'acme', permissions === undefined ? {} : { permissions });
  const ask = async (document: string) => (await graphql(simulator, token, document)).body;
  return { simulator, token, ask, world: simulator.world };
}

test('the viewer of a token of an installation is the bot, which belongs to nothing', async () => {
  const { simulator, token, ask } = await acme();
  const { data, errors } = await ask(`{
    viewer { login databaseId name isViewer organizations(first: 5) { totalCount nodes { login } }
      organization(login: "acme") { login } }
    organization(login: "acme") { viewerIsAMember viewerCanAdminister requiresTwoFactorAuthentication }
  }`);
  expect(errors).toBeUndefined();
  expect(data).toEqual({
    viewer: {
      login: 'orgdesk-dev[bot]',
      databaseId: 900_000_007,
      name: null,
      isViewer: true,
      organizations: { totalCount: 0, nodes: [] },
      organization: null,
    },
    organization: { viewerIsAMember: false, viewerCanAdminister: false, requiresTwoFactorAuthentication: null },
  });
  const account = await rest(simulator, '/users/orgdesk-dev%5Bbot%5D', token);
  expect(account).toMatchObject({ status: 200, body: { id: data.viewer.databaseId, type: 'Bot' } });
});

test('members and teams are read with the permission, without second factors, and refused without it', async () => {
  const document = `{ organization(login: "acme") {
    membersWithRole(first: 9) { totalCount edges { role hasTwoFactorEnabled node { login } } }
    teams(first: 9) { nodes { slug members(first: 9, membership: IMMEDIATE) { edges { role node { login } } } } }
  } }`;
  const { ask, world } = await acme({ members: 'read' });
  const { organization } = (await ask(document)).data;
  expect(organization.membersWithRole.totalCount).toBe(5);
  expect(organization.membersWithRole.edges[0]).toEqual({
    role: 'ADMIN',
    hasTwoFactorEnabled: null,
    node: { login: 'ada' },
  });
  expect(organization.teams.nodes.map(({ slug }: { readonly slug: string }) => slug)).toEqual(
    world.teamsOf(world.needOrganization('acme').id).map(({ slug }) => slug),
  );
  expect(organization.teams.nodes[0].members.edges[0]).toEqual({ role: 'MAINTAINER', node: { login: 'ada' } });

  const without = await acme({ metadata: 'read' });
  const { errors } = await without.ask(document);
  expect(errors).toMatchObject([{ type: 'FORBIDDEN', message: 'Resource not accessible by integration' }]);
});

test('collaborators are forbidden and viewerPermission is null for it, as neither is for an owner', async () => {
  const document = `{ repository(owner: "acme", name: "api") {
    viewerPermission
    collaborators(first: 5) { edges { permission permissionSources { permission } node { login } } }
  } }`;
  const { simulator, ask } = await acme();
  expect(await ask(document)).toMatchObject({
    data: { repository: { viewerPermission: null, collaborators: null } },
    errors: [
      {
        type: 'FORBIDDEN',
        path: ['repository', 'collaborators'],
        message: 'You do not have permission to view repository collaborators.',
      },
    ],
  });
  const { access_token: adas } = await signIn(simulator, 'ada');
  const { data } = (await graphql(simulator, adas, document)).body;
  expect(data.repository).toMatchObject({ viewerPermission: 'ADMIN', collaborators: { edges: expect.anything() } });
});

test('of another organization it reads what is public only', async () => {
  const { ask, world } = await acme();
  world.addRepository({ owner: 'lumen-labs', name: 'brochure', isPrivate: false });
  world.addRepository({ owner: 'lumen-labs', name: 'secrets', isPrivate: true });
  const { organization } = (
    await ask('{ organization(login: "lumen-labs") { login repositories(first: 50) { nodes { name isPrivate } } } }')
  ).data;
  expect(organization.repositories.nodes).toContainEqual({ name: 'brochure', isPrivate: false });
  expect(organization.repositories.nodes).not.toContainEqual(expect.objectContaining({ isPrivate: true }));
});
