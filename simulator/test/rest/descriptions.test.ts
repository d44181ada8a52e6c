import { beforeAll, expect, test } from 'vitest';
import type { HostKind, SimulatorOptions } from '../../src/simulator.ts';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';
import { describedCalls, type PublishedDescription, publishedDescription } from './published-descriptions.ts';

const KINDS = ['cloud', 'ghe.com', 'enterprise-server'] as const;
const descriptions = new Map<HostKind, PublishedDescription>();
beforeAll(() => {
  for (const kind of KINDS) descriptions.set(kind, publishedDescription(kind));
});

async function signedIn(kind: HostKind, options: SimulatorOptions = {}) {
  const simulator = await simulatorFor({ kind, ...options });
  const { access_token: token } = await signIn(simulator, 'ada');
  const description = descriptions.get(kind);
  if (!description) throw new Error(`no description of ${kind}`);
  const idOf = (login: string) => simulator.world.needUser(login).id;
  return { simulator, token, description, idOf, ...simulator, call: describedCalls(simulator, description, token) };
}

test('every invitation call of the cloud, with its body and its answers, is as described', async () => {
  const { world, control, call, idOf } = await signedIn('cloud');
  const [team] = world.teamsOf(1011);
  const body = { invitee_id: idOf('radia'), role: 'admin', team_ids: [team?.id] };
  const invited = await call('POST', '/orgs/acme/invitations', body);
  expect(invited.status).toBe(201);
  const address = { email: 'else@mail.example', role: 'billing_manager' };
  const first = await call('POST', '/orgs/acme/invitations', address);
  expect((await call('POST', '/orgs/acme/invitations', address)).body.id).toBe(first.body.id);
  expect((await call('POST', '/orgs/acme/invitations', body)).status).toBe(422);
  world.updateOrganization('acme', { seats: 1 });
  expect((await call('POST', '/orgs/acme/invitations', { invitee_id: idOf('edsger') })).status).toBe(422);
  expect((await call('POST', '/orgs/nowhere/invitations', body)).status).toBe(404);

  for (const query of ['', '?per_page=1&page=2', '?role=admin', '?role=hiring_manager&invitation_source=scim'])
    expect((await call('GET', `/orgs/acme/invitations${query}`)).status).toBe(200);
  expect((await call('GET', '/orgs/nowhere/invitations')).status).toBe(404);
  const teams = await call('GET', `/orgs/acme/invitations/${invited.body.id}/teams?per_page=5`);
  expect(teams.body).toMatchObject([{ slug: 'engineering' }]);
  control.platform.failInvitation('acme', 'radia', 'trade_controls');
  expect((await call('GET', `/orgs/acme/invitations/${invited.body.id}/teams`)).status).toBe(404);
  expect((await call('GET', '/orgs/acme/failed_invitations?per_page=100&page=1')).body).toHaveLength(1);
  for (const { id } of [invited.body, first.body, first.body])
    expect((await call('DELETE', `/orgs/acme/invitations/${id}`)).status).toBe(204);
  expect((await call('DELETE', '/orgs/acme/invitations/1')).status).toBe(404);
});

test.each(KINDS)('memberships and organizations on %s are as described', async (kind) => {
  const { simulator, world, call, description } = await signedIn(kind);
  expect((await call('PUT', '/orgs/acme/memberships/radia', { role: 'admin' })).status).toBe(200);
  expect((await call('GET', '/orgs/acme/memberships/radia')).status).toBe(200);
  expect((await call('GET', '/orgs/acme/memberships/nobody')).status).toBe(404);
  expect((await call('PUT', '/orgs/acme/memberships/mallory')).status).toBe(422);
  expect((await call('DELETE', '/orgs/acme/memberships/radia')).status).toBe(204);
  expect((await call('DELETE', '/orgs/acme/memberships/radia')).status).toBe(404);
  const grace = describedCalls(simulator, description, (await signIn(simulator, 'grace')).access_token);
  expect((await grace('PUT', '/orgs/acme/memberships/radia')).status).toBe(403);
  expect((await call('GET', '/user/memberships/orgs?state=active')).body.length).toBeGreaterThan(2);
  expect((await call('GET', '/user/memberships/orgs/acme')).body.direct_membership).toBe(true);
  const id = world.installationOf(1011)?.id ?? 0;
  world.setInstallationPermissions(id, { members: 'write', organization_plan: 'read' });
  expect((await call('GET', '/orgs/acme')).body.plan).toBeDefined();
  expect((await call('GET', '/orgs/nowhere')).status).toBe(404);
});

test.each(KINDS)('teams on %s are as described', async (kind) => {
  const { world, call } = await signedIn(kind);
  world.addTeam({ organization: 'acme', name: 'Out of sight', privacy: 'SECRET', parent: 'engineering' });
  const slugs = world.teamsOf(1011).map(({ slug }) => slug);
  const pages = [1, 2].map(async (page) => (await call('GET', `/orgs/acme/teams?per_page=2&page=${page}`)).body);
  expect((await Promise.all(pages)).flat().map(({ slug }: { readonly slug: string }) => slug)).toEqual(
    slugs.slice(0, 4),
  );
});

test.each(KINDS)('changes of teams on %s, with their bodies and answers, are as described', async (kind) => {
  const { world, call } = await signedIn(kind);
  const created = await call('POST', '/orgs/acme/teams', { name: 'New One', privacy: 'closed', description: 'x' });
  expect(created.status).toBe(201);
  expect(world.needTeam('acme', 'new-one').members).toHaveLength(1);
  expect((await call('POST', '/orgs/acme/teams', { name: 'New One' })).status).toBe(422);
  const child = { name: 'Child', privacy: 'closed', parent_team_id: created.body.id };
  expect((await call('POST', '/orgs/acme/teams', child)).body.parent.slug).toBe('new-one');
  expect((await call('GET', '/orgs/acme/teams/new-one')).status).toBe(200);
  expect((await call('GET', '/orgs/acme/teams/none')).status).toBe(404);
  expect((await call('GET', '/orgs/acme/teams/new-one/teams?per_page=1')).body).toHaveLength(1);
  expect((await call('PATCH', '/orgs/acme/teams/new-one', { privacy: 'secret' })).status).toBe(422);
  expect((await call('PATCH', '/orgs/acme/teams/child', { name: 'Renamed', parent_team_id: null })).status).toBe(201);
  expect((await call('PATCH', '/orgs/acme/teams/renamed', {})).status).toBe(200);
  expect((await call('DELETE', '/orgs/acme/teams/new-one')).status).toBe(204);
});

test.each(KINDS)('access of teams and collaborators on %s is as described', async (kind) => {
  const { simulator, token, world, control, call } = await signedIn(kind);
  const team = '/orgs/acme/teams/engineering/repos/acme/website';
  const collaborators = '/repos/acme/website/collaborators';
  expect((await rest(simulator, team, token, { method: 'PUT' })).status).toBe(403);
  world.setInstallationPermissions(world.installationOf(1011)?.id ?? 0, { members: 'write', administration: 'write' });
  expect((await call('PUT', team, { permission: 'triage' })).status).toBe(204);
  expect(world.needTeam('acme', 'engineering').repositories).toContainEqual(
    expect.objectContaining({ permission: 'TRIAGE' }),
  );
  expect((await call('DELETE', team)).status).toBe(204);
  expect((await call('PUT', `${collaborators}/edsger`, { permission: 'pull' })).status).toBe(
    kind === 'cloud' ? 201 : 204,
  );
  if (kind === 'cloud') {
    expect((await call('GET', '/repos/acme/website/invitations?per_page=100')).body).toMatchObject([
      { invitee: { login: 'edsger' }, inviter: { login: 'ada' }, permissions: 'read', expired: false },
    ]);
    control.platform.acceptRepositoryInvitation('acme', 'website', 'edsger');
    expect((await call('GET', '/repos/acme/website/invitations')).body).toEqual([]);
  }
  const listed = await call('GET', `${collaborators}?affiliation=direct&per_page=100`);
  expect(listed.body).toContainEqual(expect.objectContaining({ login: 'edsger', role_name: 'read' }));
  expect((await call('DELETE', `${collaborators}/edsger`)).status).toBe(204);
});

test.each(KINDS)('lists of members, outside collaborators and team members on %s are as described', async (kind) => {
  const { simulator, world, call, description } = await signedIn(kind);
  world.setDirectAccess('acme', 'api', 'edsger', 'WRITE');
  for (const list of ['members', 'outside_collaborators']) {
    for (const query of ['', '?per_page=1&page=2', '?filter=2fa_disabled', '?filter=2fa_insecure', '?filter=all'])
      expect((await call('GET', `/orgs/acme/${list}${query}`)).status).toBe(200);
  }
  expect((await call('GET', '/orgs/acme/members?role=admin')).body).toHaveLength(1);
  expect((await call('GET', '/orgs/acme/teams/engineering/members?role=member')).status).toBe(200);
  const grace = describedCalls(simulator, description, (await signIn(simulator, 'grace')).access_token);
  expect((await grace('GET', '/orgs/acme/members?filter=2fa_disabled')).status).toBe(422);
  expect((await grace('GET', '/orgs/acme/members')).status).toBe(200);
});

test.each(KINDS)('organization roles on %s are as described', async (kind) => {
  const { world, call } = await signedIn(kind);
  const roles = '/orgs/acme/organization-roles';
  expect((await call('GET', roles)).status).toBe(422);
  const { id } = world.addRole({ organization: 'acme', name: 'all_repo_read', baseRole: 'read', people: ['grace'] });
  world.setInstallationPermissions(world.installationOf(1011)?.id ?? 0, {
    members: 'read',
    organization_custom_org_roles: 'read',
  });
  expect((await call('GET', roles)).body).toMatchObject({ total_count: 1, roles: [{ id, base_role: 'read' }] });
  expect((await call('GET', `${roles}/${id}/users?per_page=100`)).body).toMatchObject([
    { login: 'grace', assignment: 'direct', inherited_from: [] },
  ]);
});

test.each(KINDS)('changes of people on %s are as described', async (kind) => {
  const { world, control, call } = await signedIn(kind);
  control.holdConversions();
  for (const [method, path, status, body] of [
    ['PUT', 'teams/engineering/memberships/tim', 200, { role: 'maintainer' }],
    ['GET', 'teams/engineering/memberships/tim', 200],
    ['DELETE', 'teams/engineering/memberships/tim', 204],
    ['PUT', 'outside_collaborators/alan', 202, { async: true }],
    ['PUT', 'outside_collaborators/alan', 204, { async: false }],
    ['PUT', 'outside_collaborators/nobody', 404, {}],
    ['DELETE', 'outside_collaborators/alan', 204],
    ['DELETE', 'outside_collaborators/grace', 422],
    ['DELETE', 'members/grace', 204],
    ['DELETE', 'members/ada', 403],
  ] as const) {
    expect([path, (await call(method, `/orgs/acme/${path}`, body)).status]).toEqual([path, status]);
  }
  world.setRole('acme', 'tim', 'admin');
  expect((await call('PUT', '/orgs/acme/memberships/tim', { role: 'member' })).body.state).toBe('active');
});

test('calls an Enterprise Server lacks are described nowhere, and answered with 404', async () => {
  const { simulator, token, description } = await signedIn('enterprise-server');
  for (const [method, path] of [
    ['POST', '/orgs/acme/invitations'],
    ['GET', '/orgs/acme/invitations'],
    ['GET', '/orgs/acme/failed_invitations'],
    ['DELETE', '/orgs/acme/invitations/3002'],
    ['GET', '/orgs/acme/invitations/3002/teams'],
  ] as const) {
    expect([path, description.has(method, path)]).toEqual([path, false]);
    expect((await rest(simulator, path, token, { method })).status).toBe(404);
  }
});

test.each(KINDS)('requests to install the App on %s are as described', async (kind) => {
  const { simulator, world, description } = await signedIn(kind);
  world.addMembership({ organization: 'quiet-co', login: 'grace' });
  world.addInstallationRequest({ account: 'quiet-co', requester: 'grace' });
  const asApp = describedCalls(simulator, description, await appJwt(simulator));
  expect((await asApp('GET', '/app/installation-requests?per_page=100')).body).toHaveLength(1);
  expect((await asApp('GET', '/app/installation-requests?per_page=1&page=2')).body).toEqual([]);
});
