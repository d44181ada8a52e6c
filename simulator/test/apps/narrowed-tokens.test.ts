import { expect, test } from 'vitest';
import type { Simulator } from '../../src/simulator.ts';
import { graphql, installationToken, requestInstallationToken, rest, simulatorFor } from '../client.ts';

const PERMISSIONS = { metadata: 'read', members: 'write', administration: 'write' } as const;

type Named = { readonly name: string };

async function acme() {
  const simulator = await simulatorFor({ app: { permissions: PERMISSIONS } });
  const { world } = simulator;
  for (const name of ['api', 'website', 'anvil-firmware'])
    world.setTeamRepository('acme', 'engineering', name, 'WRITE');
  return { simulator, world, idOf: (name: string) => world.needRepository('acme', name).id };
}

const namesIn = (list: readonly Named[]) => list.map(({ name }) => name).sort();

/** What each way of listing shows. */
async function listed(simulator: Simulator, token: string) {
  const ofTeam = '/orgs/acme/teams/engineering/repos?per_page=100';
  const document = `{ organization(login: "acme") {
    repositories(first: 50) { nodes { name } }
    team(slug: "engineering") { repositories(first: 50) { nodes { name } } }
  } }`;
  const { organization } = (await graphql(simulator, token, document)).body.data;
  return {
    installation: namesIn((await rest(simulator, '/installation/repositories', token)).body.repositories),
    team: namesIn((await rest(simulator, ofTeam, token)).body),
    graphql: namesIn(organization.repositories.nodes),
    graphqlTeam: namesIn(organization.team.repositories.nodes),
  };
}

test.each(['repositories', 'repository_ids'])('%s narrow a token, and all else is hidden from it', async (field) => {
  const { simulator, idOf } = await acme();
  const entries = field === 'repositories' ? ['api'] : [idOf('api')];
  const answer = await requestInstallationToken(simulator, 'acme', { [field]: entries });
  expect(answer.body).toMatchObject({ repository_selection: 'selected', repositories: [{ full_name: 'acme/api' }] });
  const { token } = answer.body;
  expect(await listed(simulator, token)).toEqual({
    installation: ['api'],
    team: ['api'],
    // Everybody sees public repositories.
    graphql: ['api', 'rocket-skates', 'website'],
    graphqlTeam: ['api', 'website'],
  });
  expect(simulator.control.issuedScopes()).toMatchObject([{ repositoryIds: [idOf('api')] }]);
  const statuses = async (name: string) => {
    const paths = [
      `GET /repos/acme/${name}`,
      `GET /repos/acme/${name}/collaborators?affiliation=direct`,
      `GET /repos/acme/${name}/invitations`,
      `GET /orgs/acme/teams/engineering/repos/acme/${name}`,
      `PUT /orgs/acme/teams/engineering/repos/acme/${name}`,
      `PUT /repos/acme/${name}/collaborators/edsger`,
    ];
    const calls = paths.map((path) => path.split(' '));
    return Promise.all(
      calls.map(async ([method = '', path = '']) => (await rest(simulator, path, token, { method })).status),
    );
  };
  expect(await statuses('api')).toEqual([200, 200, 200, 204, 204, 201]);
  expect(await statuses('anvil-firmware')).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await statuses('website')).toEqual([200, 404, 404, 404, 404, 404]);
  const single = '{ repository(owner: "acme", name: "anvil-firmware") { name } }';
  expect((await graphql(simulator, token, single)).body.errors).toMatchObject([{ type: 'NOT_FOUND' }]);
});

test('what the installation does not cover is refused in a request, and hidden', async () => {
  const { simulator, world, idOf } = await acme();
  const installation = world.installationOf(world.needOrganization('acme').id)?.id ?? 0;
  world.setInstallationRepositories(installation, ['api', 'website']);
  for (const body of [
    { repositories: ['anvil-firmware'] },
    { repositories: ['api', 'nowhere'] },
    { repository_ids: [idOf('api'), idOf('anvil-firmware')] },
    { repository_ids: [world.repositoriesOf(world.needOrganization('northwind').id)[0]?.id] },
  ]) {
    expect(await requestInstallationToken(simulator, 'acme', body)).toMatchObject({ status: 422 });
  }
  const token = await installationToken(simulator, 'acme');
  expect(await listed(simulator, token)).toEqual({
    installation: ['api', 'website'],
    team: ['api', 'website'],
    graphql: ['api', 'rocket-skates', 'website'],
    graphqlTeam: ['api', 'website'],
  });
  expect((await rest(simulator, '/repos/acme/anvil-firmware', token)).status).toBe(404);
  world.setInstallationRepositories(installation, ['website']);
  expect((await rest(simulator, '/repos/acme/api', token)).status).toBe(404);
  expect((await rest(simulator, '/orgs/acme/teams/engineering/repos/acme/api', token)).status).toBe(404);
});

test('a token for named repositories still has its permissions of the organization', async () => {
  const { simulator } = await acme();
  const token = await installationToken(simulator, 'acme', { repositories: ['api'], permissions: { members: 'read' } });
  expect((await rest(simulator, '/orgs/acme/members', token)).body).toHaveLength(5);
  expect((await rest(simulator, '/orgs/acme/teams/engineering/repos', token)).body).toMatchObject([{ name: 'api' }]);
});
