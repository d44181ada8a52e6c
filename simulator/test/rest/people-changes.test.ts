import { expect, test } from 'vitest';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';

async function acme() {
  const simulator = await simulatorFor();
  const tokens = new Map<string, string>();
  for (const login of ['ada', 'grace', 'edsger']) tokens.set(login, (await signIn(simulator, login)).access_token);
  const call = (method: string, path: string, body?: object, by = 'ada') =>
    rest(simulator, `/orgs/acme/${path}`, tokens.get(by) ?? by, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const changed = () =>
    simulator.control
      .changes({ organization: 'acme' })
      .map(({ kind, actor, target, within, before, after }) => [kind, actor, target, within, before, after]);
  return { ...simulator, simulator, call, changed };
}

const member = (world: Awaited<ReturnType<typeof acme>>['world'], login: string) =>
  world.membership(1011, world.needUser(login).id);

test('a role is changed at once, and noted only where it was another', async () => {
  const { simulator, world, call, changed } = await acme();
  for (const role of ['admin', 'admin', 'member']) {
    const { status, body } = await call('PUT', 'memberships/grace', { role });
    expect([status, body.state, body.role]).toEqual([200, 'active', role]);
  }
  expect(changed()).toEqual([
    ['role-changed', 'ada', 'grace', null, 'member', 'admin'],
    ['role-changed', 'ada', 'grace', null, 'admin', 'member'],
  ]);

  const jwt = await appJwt(simulator);
  const id = world.installationOf(1011)?.id ?? 0;
  const { body } = await rest(simulator, `/app/installations/${id}/access_tokens`, jwt, { method: 'POST' });
  for (const [method, path, message] of [
    ['PUT', 'memberships/ada', /demote the last admin/],
    ['DELETE', 'memberships/ada', /last owner/],
    ['DELETE', 'members/ada', /last owner/],
    ['PUT', 'outside_collaborators/ada', /Cannot convert the last owner to an outside collaborator/],
  ] as const) {
    const refused = await call(method, path, method === 'PUT' ? {} : undefined, body.token);
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(message)]);
  }
  expect(world.ownersOf(1011)).toHaveLength(1);
});

test('whoever is removed loses teams, access to repositories and the invitations they sent', async () => {
  const { world, control, call, changed } = await acme();
  world.setDirectAccess('acme', 'anvil-firmware', 'grace', 'ADMIN');
  world.setRole('acme', 'grace', 'admin');
  world.invite({ organization: 'acme', login: 'edsger', by: 'grace' });
  expect((await call('DELETE', 'memberships/grace')).status).toBe(204);
  expect(member(world, 'grace')).toBeNull();
  expect(world.outsideCollaboratorsOf(1011).map(({ user }) => user.login)).not.toContain('grace');
  expect(world.teamsOf(1011).flatMap(({ members }) => members.map(({ userId }) => userId))).not.toContain(
    world.needUser('grace').id,
  );
  expect(world.openInvitations('acme').map(({ inviteeId }) => inviteeId)).not.toContain(world.needUser('edsger').id);
  expect((await call('DELETE', 'memberships/grace')).status).toBe(404);
  expect((await call('DELETE', 'members/grace')).status).toBe(404);

  world.invite({ organization: 'acme', login: 'radia' });
  expect((await call('DELETE', 'members/radia')).status).toBe(404);
  expect((await call('DELETE', 'memberships/radia')).status).toBe(204);
  expect((await call('DELETE', 'members/tim')).status).toBe(204);
  expect(changed()).toEqual([
    ['member-removed', 'ada', 'grace', null, 'admin', null],
    ['invitation-cancelled', 'ada', 'radia', null, 'direct_member', null],
    ['member-removed', 'ada', 'tim', null, 'member', null],
  ]);
  expect(control.changeCounts({ organization: 'acme' })).toEqual({ 'member-removed': 2, 'invitation-cancelled': 1 });
});

test('a member becomes an outside collaborator with what teams and own access gave, at once or later', async () => {
  const { world, control, call, changed } = await acme();
  world.setDirectAccess('acme', 'anvil-firmware', 'alan', 'READ');
  expect((await call('PUT', 'outside_collaborators/alan')).status).toBe(204);
  const outside = (login: string) =>
    world
      .outsideCollaboratorsOf(1011)
      .find(({ user }) => user.login === login)
      ?.repositories.map(({ repository, permission }) => `${repository.name} ${permission}`);
  expect(outside('alan')).toEqual(['api ADMIN', 'website READ', 'anvil-firmware READ']);
  expect(member(world, 'alan')).toBeNull();
  const again = await call('PUT', 'outside_collaborators/alan', {});
  expect([again.status, again.body.message]).toEqual([403, 'alan is not a member of the acme organization.']);

  control.holdConversions();
  expect(await call('PUT', 'outside_collaborators/grace', { async: true })).toMatchObject({ status: 202, body: {} });
  expect([control.waitingConversions(), member(world, 'grace')?.state]).toEqual([['grace'], 'active']);
  control.finishConversions();
  expect([control.waitingConversions(), outside('grace')]).toEqual([[], ['api ADMIN', 'website READ']]);
  expect((await call('PUT', 'outside_collaborators/tim', { async: true })).status).toBe(202);
  await expect.poll(() => member(world, 'tim')).toBeNull();
  expect(outside('tim')).toBeUndefined();

  expect((await call('DELETE', 'outside_collaborators/katherine')).body.message).toMatch(
    /cannot specify an organization member/,
  );
  for (const _ of [1, 2]) expect((await call('DELETE', 'outside_collaborators/grace')).status).toBe(204);
  expect(outside('grace')).toBeUndefined();
  expect(changed().map(([kind, , target, within]) => [kind, target, within])).toEqual([
    ['member-converted', 'alan', null],
    ['member-converted', 'grace', null],
    ['member-converted', 'tim', null],
    ['collaborator-removed', 'grace', 'api'],
    ['collaborator-removed', 'grace', 'website'],
  ]);
});

test('people come into teams and out of them; who is new is invited', async () => {
  const { world, control, call, changed } = await acme();
  const put = async (path: string, body?: object, by?: string) => {
    const reply = await call('PUT', `teams/${path}`, body, by);
    return [reply.status, reply.body.role, reply.body.state];
  };
  expect(await put('engineering/memberships/tim')).toEqual([200, 'member', 'active']);
  expect(await put('engineering/memberships/tim', { role: 'maintainer' })).toEqual([200, 'maintainer', 'active']);
  expect(await put('platform/memberships/ada')).toEqual([200, 'maintainer', 'active']);
  // Grace maintains one of the two.
  expect(await put('platform/memberships/katherine', {}, 'grace')).toEqual([200, 'member', 'active']);
  expect((await call('PUT', 'teams/engineering/memberships/katherine', {}, 'grace')).body.message).toMatch(
    /team maintainer/,
  );
  expect((await call('PUT', 'teams/platform/memberships/radia', {}, 'grace')).status).toBe(403);
  expect((await call('GET', 'teams/platform/memberships/katherine')).body.state).toBe('active');
  expect((await call('GET', 'teams/platform/memberships/tim')).status).toBe(404);

  expect(await put('platform/memberships/radia')).toEqual([200, 'member', 'pending']);
  expect(await put('engineering/memberships/radia')).toEqual([200, 'member', 'pending']);
  expect((await call('GET', 'teams/engineering/memberships/radia')).body.state).toBe('pending');
  expect((await call('DELETE', 'teams/engineering/memberships/radia')).status).toBe(204);
  control.platform.acceptInvitation('acme', 'radia');
  const slugsOf = (login: string) =>
    world
      .teamsOf(1011)
      .flatMap((team) => (team.members.some(({ userId }) => userId === world.needUser(login).id) ? [team.slug] : []));
  expect(slugsOf('radia')).toEqual(['platform']);

  expect((await call('DELETE', 'teams/engineering/memberships/tim')).status).toBe(204);
  expect((await call('DELETE', 'teams/engineering/memberships/tim')).status).toBe(404);
  world.addTeam({ organization: 'acme', name: 'Synced', synchronized: true, members: [{ login: 'tim' }] });
  for (const method of ['PUT', 'DELETE']) expect((await call(method, 'teams/synced/memberships/tim')).status).toBe(403);
  expect((await call('PUT', 'teams/engineering/memberships/lumen-labs')).status).toBe(422);
  for (const path of ['engineering/memberships/nobody', 'none/memberships/tim'])
    expect((await call('PUT', `teams/${path}`)).status).toBe(404);
  expect((await call('PUT', 'teams/incident-response/memberships/tim', {}, 'grace')).status).toBe(404);
  expect((await call('PUT', 'teams/engineering/memberships/tim', { role: 'king' })).status).toBe(422);
  expect(changed()).toEqual([
    ['team-member-added', 'ada', 'tim', 'engineering', null, 'MEMBER'],
    ['team-member-changed', 'ada', 'tim', 'engineering', 'MEMBER', 'MAINTAINER'],
    ['team-member-added', 'ada', 'ada', 'platform', null, 'MAINTAINER'],
    ['team-member-added', 'grace', 'katherine', 'platform', null, 'MEMBER'],
    ['member-invited', 'ada', 'radia', null, null, 'direct_member'],
    ['member-added', 'radia', 'radia', null, null, 'member'],
    ['team-member-removed', 'ada', 'tim', 'engineering', 'MAINTAINER', null],
  ]);
});

test('only owners change people, and only where the App may write members', async () => {
  const { world, control, call } = await acme();
  const calls = [
    ['PUT', 'memberships/tim'],
    ['DELETE', 'memberships/tim'],
    ['DELETE', 'members/tim'],
    ['PUT', 'outside_collaborators/tim'],
    ['DELETE', 'outside_collaborators/edsger'],
    ['PUT', 'teams/engineering/memberships/tim'],
    ['DELETE', 'teams/engineering/memberships/ada'],
  ] as const;
  for (const [method, path] of calls)
    expect([path, (await call(method, path, undefined, 'grace')).status]).toEqual([path, 403]);
  for (const [method, path] of calls)
    expect([path, [403, 404]]).toEqual([
      path,
      expect.arrayContaining([(await call(method, path, undefined, 'edsger')).status]),
    ]);
  world.setInstallationPermissions(world.installationOf(1011)?.id ?? 0, { members: 'read', metadata: 'read' });
  for (const [method, path] of calls)
    expect((await call(method, path)).body.message).toBe('Resource not accessible by integration');
  expect(control.changes()).toEqual([]);
});

test('an answer may be lost after the change was made', async () => {
  const { world, control, call, changed } = await acme();
  control.fault({
    match: { method: 'DELETE', path: '/orgs/acme/memberships' },
    kind: 'bad-gateway-html',
    after: true,
    times: 1,
  });
  expect((await call('DELETE', 'memberships/tim')).status).toBe(502);
  control.fault({ match: { path: '/orgs/acme/teams' }, kind: 'reset', after: true, times: 1 });
  await expect(call('PUT', 'teams/platform/memberships/katherine')).rejects.toThrow();
  const held = control.hold({ method: 'PUT', path: '/orgs/acme/memberships' }, 'after');
  const pendingChange = call('PUT', 'memberships/grace', { role: 'admin' });
  await held.arrived(1);
  expect(member(world, 'grace')?.role).toBe('admin');
  held.release();
  expect((await pendingChange).status).toBe(200);
  expect(changed().map(([kind, , target]) => [kind, target])).toEqual([
    ['member-removed', 'tim'],
    ['team-member-added', 'katherine'],
    ['role-changed', 'grace'],
  ]);
});

test('changes tell by which way they came, and are forgotten with the world', async () => {
  const { control, call } = await acme();
  control.platform.setRole('acme', 'tim', 'admin', 'ada');
  await call('PUT', 'memberships/alan', { role: 'admin' });
  control.platform.removeMember('acme', 'alan', 'tim');
  expect(control.changes().map(({ sequence, via, actor }) => [sequence, via, actor])).toEqual([
    [1, 'elsewhere', 'ada'],
    [2, 'api', 'ada'],
    [3, 'elsewhere', 'tim'],
  ]);
  expect(control.changes({ via: 'api' })).toMatchObject([{ target: 'alan', at: expect.stringMatching(/Z$/) }]);
  control.resetWorld();
  expect(control.changes()).toEqual([]);
});
