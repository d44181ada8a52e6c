import { expect, test } from 'vitest';
import { createWorld } from '../../src/simulator.ts';
import { type ApiReply, graphql, rest, signIn, simulatorFor } from '../client.ts';

const MEMBERS = `query ($after: String) { organization(login: "titan") { membersWithRole(first: 100, after: $after) {
  totalCount pageInfo { hasNextPage endCursor } edges { role node { databaseId } } } } }`;

test('an organization of 10,000 people is made the same each time, with everything that is to be looked at', () => {
  const made = () => {
    const world = createWorld();
    world.addUser({ login: 'ada' });
    const { organization } = world.addLargeOrganization();
    return { world, id: organization.id };
  };
  const { world, id } = made();
  const members = world.membersOf(id);
  expect(members).toEqual(made().world.membersOf(id));
  const teams = world.teamsOf(id);
  expect([members.length, teams.length, world.repositoriesOf(id).length]).toEqual([10_000, 60, 300]);
  expect(world.ownersOf(id)).toHaveLength(6);
  const withFactor = (factor: string) => members.filter(({ user }) => user.secondFactor === factor).length;
  expect([withFactor('none'), withFactor('insecure')]).toEqual([100, 100]);
  const inTeams = new Set(teams.flatMap((team) => team.members.map(({ userId }) => userId)));
  expect(members.filter(({ user }) => !inTeams.has(user.id)).length).toBeGreaterThan(400);
  expect(teams.filter((team) => team.members.length === 0)).toHaveLength(1);
  expect(teams.filter((team) => team.repositories.length === 0)).toHaveLength(1);
  expect(world.outsideCollaboratorsOf(id)).toHaveLength(40);
});

test('its people are paged whole, and a change shows on the next page asked for', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  world.addLargeOrganization({ members: 2_500, teams: 4, repositories: 3 });
  const { access_token: token } = await signIn(simulator, 'ada');
  const ids = new Set<number>();
  let pages = 0;
  for (let after: string | null = null; pages === 0 || after !== null; pages += 1) {
    const { body }: ApiReply = await graphql(simulator, token, MEMBERS, { after });
    const { edges, pageInfo } = body.data.organization.membersWithRole;
    for (const { node } of edges) ids.add(node.databaseId);
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  }
  expect([pages, ids.size]).toEqual([25, 2_500]);

  const total = async () =>
    (await graphql(simulator, token, MEMBERS)).body.data.organization.membersWithRole.totalCount;
  const [, second] = world.membersOf(world.needOrganization('titan').id);
  world.removeMembership('titan', second?.user.login ?? '');
  expect(await total()).toBe(2_499);
  world.addMembership({ organization: 'titan', login: 'edsger', role: 'admin' });
  expect(await total()).toBe(2_500);
  world.updateUser('edsger', { secondFactor: 'none' });
  const { body } = await rest(simulator, '/orgs/titan/members?role=admin&filter=2fa_disabled', token);
  expect(body.map(({ login }: { readonly login: string }) => login)).toEqual(['edsger']);
});

test('the seed has people to look at', async () => {
  const simulator = await simulatorFor();
  const list = async (login: string, path: string) => {
    const { access_token: token } = await signIn(simulator, login);
    const { body } = await rest(simulator, `/orgs/${path}`, token);
    return body.map((person: { readonly login: string }) => person.login);
  };
  expect(await list('ada', 'acme/members?filter=2fa_disabled')).toEqual(['tim']);
  expect(await list('ada', 'acme/members?filter=2fa_insecure')).toEqual(['alan']);
  expect(await list('ada', 'acme/outside_collaborators')).toEqual(['ida-rhodes', 'klara-dan']);
  expect(await list('ada', 'acme/outside_collaborators?filter=2fa_disabled')).toEqual(['klara-dan']);
  expect(await list('margaret', 'northwind/members?filter=2fa_disabled')).toHaveLength(8);
  expect(await list('margaret', 'northwind/members?filter=2fa_insecure')).toHaveLength(6);
  const teams = simulator.world.teamsOf(simulator.world.needOrganization('northwind').id);
  expect(teams.filter(({ members }) => members.length === 0)).toHaveLength(1);
  expect(teams.filter(({ repositories }) => repositories.length === 0)).toHaveLength(1);
});
