import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator.ts';
import { graphql, rest, signIn, simulatorFor } from '../client.ts';
import { describedCalls, publishedDescription } from './published-descriptions.ts';

const TEAM = '/orgs/acme/teams/engineering/repos';

async function start(options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  const { world } = simulator;
  const { access_token: token } = await signIn(simulator, 'ada');
  const permissions = { members: 'write', administration: 'write', organization_custom_org_roles: 'read' } as const;
  world.setInstallationPermissions(world.installationOf(world.needOrganization('acme').id)?.id ?? 0, permissions);
  const call = describedCalls(simulator, publishedDescription(options.kind ?? 'cloud'), token);
  const send = (method: string, path: string, body?: object) =>
    rest(simulator, path, token, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  const teamAccess = async (team: string, repository: string) => {
    const headers = { accept: 'application/vnd.github.v3.repository+json' };
    return rest(simulator, `/orgs/acme/teams/${team}/repos/acme/${repository}`, token, { headers });
  };
  return { ...simulator, simulator, token, call, send, teamAccess };
}

test('access of a team is described only to those who ask for the media type of repositories', async () => {
  const { call, teamAccess } = await start();
  expect((await call('GET', `${TEAM}/acme/api`)).status).toBe(204);
  expect((await teamAccess('engineering', 'api')).body).toMatchObject({ name: 'api', role_name: 'write' });
  expect((await teamAccess('engineering', 'new-idea')).status).toBe(404);
});

test('a custom role names itself, and has the permissions of its base', async () => {
  const { world, call, simulator, token, teamAccess } = await start();
  world.addRepositoryRole('acme', 'Release Captain', 'WRITE');
  expect((await call('PUT', `${TEAM}/acme/website`, { permission: 'release captain' })).status).toBe(204);
  const base = { pull: true, triage: true, push: true, maintain: false, admin: false };
  const expected = { role_name: 'Release Captain', permissions: base };
  expect((await teamAccess('engineering', 'website')).body).toMatchObject(expected);
  expect((await call('GET', TEAM)).body).toContainEqual(expect.objectContaining({ name: 'website', ...expected }));
  const collaborators = '/repos/acme/website/collaborators';
  expect((await call('PUT', `${collaborators}/grace`, { permission: 'Release Captain' })).status).toBe(204);
  expect((await call('GET', `${collaborators}?affiliation=direct`)).body).toContainEqual(
    expect.objectContaining({ login: 'grace', ...expected }),
  );
  const query = `query { repository(owner: "acme", name: "website") { collaborators(first: 9, affiliation: DIRECT) {
    edges { node { login } permission permissionSources { permission roleName } } } } }`;
  const edges = (await graphql(simulator, token, query)).body.data.repository.collaborators.edges;
  expect(edges.find((edge: { node: { login: string } }) => edge.node.login === 'grace')).toMatchObject({
    permission: 'WRITE',
    permissionSources: expect.arrayContaining([{ permission: 'WRITE', roleName: 'Release Captain' }]),
  });
});

test('a permission that is neither one of the five nor a custom role is refused', async () => {
  const { send } = await start();
  // sigstore/community, issue 147.
  const { status, body } = await send('PUT', `${TEAM}/acme/website`, { permission: 'write' });
  expect([status, body.message]).toEqual([422, 'Validation Failed']);
});

test('a role for all repositories is listed as access of the team, and stays when it is removed from one', async () => {
  const { world, call, send, teamAccess, simulator, token } = await start();
  world.addTeam({ organization: 'acme', name: 'Auditors', repositories: [{ name: 'api', permission: 'ADMIN' }] });
  world.addRole({ organization: 'acme', name: 'all_repo_triage', baseRole: 'triage', teams: ['auditors'] });
  const all = world.repositoriesOf(world.needOrganization('acme').id).map(({ name }) => name);
  const listed = (await call('GET', '/orgs/acme/teams/auditors/repos?per_page=100')).body;
  const names = listed.map(({ name, role_name: role }: { name: string; role_name: string }) => [name, role]);
  expect(names).toEqual(all.map((name) => [name, name === 'api' ? 'admin' : 'triage']));
  const query = `query { organization(login: "acme") { team(slug: "auditors") { repositories(first: 100) { totalCount } } } }`;
  const { team } = (await graphql(simulator, token, query)).body.data.organization;
  expect(team.repositories.totalCount).toBe(all.length);
  const refused = await send('DELETE', '/orgs/acme/teams/auditors/repos/acme/website');
  // integrations/terraform-provider-github, issue 2027.
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'You cannot remove repositories from a security manager team.',
  ]);
  expect((await teamAccess('auditors', 'website')).body.role_name).toBe('triage');
  const role = world.needOrganization('acme').roles?.[0]?.id;
  expect((await call('GET', `/orgs/acme/organization-roles/${role}/teams`)).body).toMatchObject([
    { slug: 'auditors', assignment: 'direct' },
  ]);
});

test('a child team has at least the access of its parent, and a lower grant changes nothing', async () => {
  const { call, world, teamAccess } = await start();
  // cli/cli, issue 12676: the parent has admin, the child triage.
  world.addTeam({ organization: 'acme', name: 'PA', repositories: [{ name: 'website', permission: 'ADMIN' }] });
  world.addTeam({ organization: 'acme', name: 'CT', parent: 'pa' });
  expect((await call('PUT', '/orgs/acme/teams/ct/repos/acme/website', { permission: 'triage' })).status).toBe(204);
  expect((await teamAccess('ct', 'website')).body).toMatchObject({ role_name: 'admin', permissions: { admin: true } });
  expect((await call('DELETE', '/orgs/acme/teams/ct/repos/acme/website')).status).toBe(204);
  expect((await call('GET', '/orgs/acme/teams/ct/repos')).body).toMatchObject([{ name: 'website' }]);
  world.updateTeam('acme', 'ct', { parentId: null });
  expect((await teamAccess('ct', 'website')).status).toBe(404);
});

test('an archived repository refuses every change of access, and is still read', async () => {
  const { call, send } = await start();
  for (const [method, path] of [
    ['PUT', `${TEAM}/acme/rocket-skates`],
    ['DELETE', `${TEAM}/acme/rocket-skates`],
    ['PUT', '/repos/acme/rocket-skates/collaborators/grace'],
    ['DELETE', '/repos/acme/rocket-skates/collaborators/grace'],
    ['DELETE', '/repos/acme/rocket-skates/invitations/1'],
  ] as const) {
    const { status, body } = await send(method, path);
    expect([path, status, body.message]).toEqual([path, 403, 'Repository was archived so is read-only.']);
  }
  expect((await call('GET', '/repos/acme/rocket-skates')).body.archived).toBe(true);
});

test('somebody new is invited to a repository, members and collaborators get access at once', async () => {
  const { call, send, world, control } = await start();
  const { id } = world.needRepository('acme', 'website');
  const collaborators = '/repos/acme/website/collaborators';
  const invited = await call('PUT', `${collaborators}/edsger`, { permission: 'maintain' });
  expect([invited.status, invited.body.permissions]).toEqual([201, 'maintain']);
  const hasAccess = () => world.directAccessOf(id).some(({ userId }) => userId === world.needUser('edsger').id);
  expect(hasAccess()).toBe(false);
  const again = await call('PUT', `${collaborators}/edsger`, { permission: 'admin' });
  expect([again.status, again.body.id, again.body.permissions]).toEqual([201, invited.body.id, 'admin']);
  expect((await call('PUT', `${collaborators}/grace`, { permission: 'admin' })).status).toBe(204);
  control.platform.acceptRepositoryInvitation('acme', 'website', 'edsger');
  expect(hasAccess()).toBe(true);
  expect((await call('PUT', `${collaborators}/edsger`, { permission: 'pull' })).status).toBe(204);
  expect((await call('GET', '/repos/acme/website/invitations')).body).toEqual([]);
  await call('PUT', `${collaborators}/radia`, {});
  const [{ id: open }] = (await call('GET', '/repos/acme/website/invitations')).body;
  expect((await call('DELETE', `/repos/acme/website/invitations/${open}`)).status).toBe(204);
  expect((await send('DELETE', `/repos/acme/website/invitations/${open}`)).status).toBe(404);
});

test('an invitation to a repository cannot be accepted after seven days, and a new one replaces it', async () => {
  let nowMs = Date.parse('2026-11-01T00:00:00Z');
  const { call, world, control, simulator } = await start({ now: () => nowMs });
  await call('PUT', '/repos/acme/website/collaborators/edsger', {});
  nowMs += 7 * 86_400_000;
  const { access_token: later } = await signIn(simulator, 'ada');
  const list = await rest(simulator, '/repos/acme/website/invitations', later);
  expect(list.body).toMatchObject([{ expired: true }]);
  expect(() => world.acceptRepositoryInvitation('acme', 'website', 'edsger')).toThrow(/no invitation/);
  expect(() => control.platform.acceptRepositoryInvitation('acme', 'website', 'edsger')).toThrow(/no invitation/);
  await rest(simulator, '/repos/acme/website/collaborators/edsger', later, { method: 'PUT' });
  control.platform.acceptRepositoryInvitation('acme', 'website', 'edsger');
  expect(world.repositoryInvitationsOf(world.needRepository('acme', 'website').id)).toEqual([]);
});

test('managed people and those of an Enterprise Server get access without an invitation', async () => {
  const server = await start({ kind: 'enterprise-server' });
  expect((await server.call('PUT', '/repos/acme/website/collaborators/edsger', {})).status).toBe(204);
  const managed = await start();
  managed.world.updateOrganization('acme', { managedUsers: true });
  expect((await managed.call('PUT', '/repos/acme/website/collaborators/edsger', {})).status).toBe(204);
});

test('lists of more than a hundred come in pages, each entry once', async () => {
  const { world, simulator, token } = await start();
  const count = 230;
  const names = Array.from({ length: count }, (_, index) => `item-${String(index).padStart(3, '0')}`);
  world.addTeam({ organization: 'acme', name: 'Crowd' });
  const { id: parentId } = world.needTeam('acme', 'crowd');
  for (const name of names) {
    world.addUser({ login: name });
    world.addMembership({ organization: 'acme', login: name });
    world.setTeamMember('acme', 'crowd', name, 'MEMBER');
    world.addRepository({ owner: 'acme', name });
    world.setTeamRepository('acme', 'crowd', name, 'READ');
    world.setDirectAccess('acme', 'new-idea', name, 'READ');
    world.inviteToRepository({
      owner: 'acme',
      repository: 'new-idea',
      login: world.addUser({ login: `guest-${name}` }).login,
      by: 'ada',
    });
  }
  for (const name of names) {
    world.addTeam({ organization: 'acme', name, parent: parentId });
    world.invite({ organization: 'acme', login: `guest-${name}`, teams: ['crowd'] });
  }
  const team = `/organizations/${world.needOrganization('acme').id}/team/${parentId}`;
  for (const path of [
    `${team}/members?`,
    `${team}/repos?`,
    `${team}/teams?`,
    `${team}/invitations?`,
    '/repos/acme/new-idea/collaborators?affiliation=direct&',
    '/repos/acme/new-idea/invitations?',
  ]) {
    const ids: number[] = [];
    let next: string | null = `${path}per_page=100`;
    let pages = 0;
    while (next !== null) {
      const { body, headers } = await rest(simulator, next, token);
      ids.push(...body.map(({ id }: { readonly id: number }) => id));
      pages += 1;
      const [, following] = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
      next = following?.slice(simulator.apiUrl.length) ?? null;
    }
    expect([path, pages, ids.length, new Set(ids).size]).toEqual([path, 3, count, count]);
  }
});
