import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator.ts';
import { rest, signIn, simulatorFor } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';

async function signedIn(login: string, options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  const { access_token: token } = await signIn(simulator, login);
  const call = (method: string, path: string, body?: object, by = token) =>
    rest(simulator, `/orgs/${path}`, by, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { simulator, call, ...simulator };
}

test('setting a membership invites on the cloud and adds on an Enterprise Server', async () => {
  const cloud = await signedIn('ada');
  const invited = await cloud.call('PUT', 'acme/memberships/radia', { role: 'admin' });
  expect(invited).toMatchObject({ status: 200, body: { state: 'pending', role: 'admin', user: { login: 'radia' } } });
  expect(invited.body.organization.login).toBe('acme');
  expect(cloud.control.invitations('acme')).toMatchObject([{ login: 'radia', role: 'admin', outcome: 'invited' }]);
  expect(cloud.control.invitationQuota('acme').used).toBe(1);

  const server = await signedIn('ada', { kind: 'enterprise-server' });
  const added = await server.call('PUT', 'acme/memberships/radia');
  expect(added).toMatchObject({ status: 200, body: { state: 'active', role: 'member' } });
  expect(server.control.invitations('acme')).toMatchObject([{ login: 'radia', inviter: 'ada', outcome: 'added' }]);
  server.world.updateOrganization('acme', { addsMembersDirectly: false });
  expect((await server.call('PUT', 'acme/memberships/tim')).body.state).toBe('active');
  expect((await server.call('PUT', 'acme/memberships/edsger')).body.state).toBe('pending');
});

test('an Enterprise Server has no invitation calls', async () => {
  const { call, control } = await signedIn('ada', { kind: 'enterprise-server' });
  for (const [method, path] of [
    ['POST', 'acme/invitations'],
    ['GET', 'acme/invitations'],
    ['GET', 'acme/failed_invitations'],
    ['DELETE', 'acme/invitations/3002'],
    ['GET', 'acme/invitations/3002/teams'],
  ] as const) {
    expect(await call(method, path)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  }
  expect(control.invitations('acme')).toEqual([]);
});

test.each(['cloud', 'enterprise-server'] as const)('the refusals on %s', async (kind) => {
  const { simulator, call, world } = await signedIn('ada', { kind });
  const grace = await signIn(simulator, 'grace');
  expect(await call('PUT', 'acme/memberships/radia', {}, grace.access_token)).toMatchObject({
    status: 403,
    body: { message: 'You must be an admin to add or update an organization membership.' },
  });
  expect((await call('DELETE', 'acme/memberships/tim', undefined, grace.access_token)).status).toBe(403);
  for (const path of [
    'acme/memberships/nobody',
    'acme/memberships/trudy',
    'acme/memberships/lumen-labs',
    'no/memberships/ada',
  ]) {
    expect((await call('PUT', path)).status).toBe(404);
  }
  expect((await call('PUT', 'quiet-co/memberships/tim')).body.message).toBe('Resource not accessible by integration');
  expect(await call('PUT', 'acme/memberships/mallory')).toMatchObject({
    status: 422,
    body: { errors: [{ resource: 'OrganizationInvitation', message: 'Invitee is suspended' }] },
  });
  expect((await call('PUT', 'acme/memberships/radia', { role: 'king' })).status).toBe(422);
  expect((await call('PUT', 'acme/memberships/ada', { role: 'member' })).body.message).toMatch(
    /cannot demote yourself/,
  );
  expect((await call('DELETE', 'acme/memberships/ada')).status).toBe(403);
  world.updateOrganization('acme', { seats: 6 });
  expect((await call('PUT', 'acme/memberships/radia')).body.errors).toEqual([{ code: 'no_seat', field: 'user' }]);
});

test('memberships are read, changed and removed; pending ones are for owners and the invited', async () => {
  const { simulator, call, world } = await signedIn('ada');
  const alan = (await signIn(simulator, 'alan')).access_token;
  const edsger = (await signIn(simulator, 'edsger')).access_token;
  const dorothy = 'lumen-labs/memberships/dorothy';
  expect((await call('GET', 'acme/memberships/GRACE', undefined, alan)).body).toMatchObject({
    role: 'member',
    state: 'active',
  });
  expect((await call('GET', 'acme/memberships/grace', undefined, edsger)).body.message).toBe(
    'You must be a member of acme to see membership information for grace.',
  );
  expect((await call('GET', 'acme/memberships/edsger')).status).toBe(404);
  expect([(await call('GET', dorothy)).body.state, (await call('GET', dorothy, undefined, alan)).status]).toEqual([
    'pending',
    404,
  ]);
  expect((await call('PUT', dorothy, { role: 'admin' })).body).toMatchObject({ role: 'admin', state: 'pending' });
  expect(world.openInvitations('lumen-labs')[0]?.role).toBe('admin');
  expect((await call('PUT', 'acme/memberships/grace', { role: 'admin' })).body).toMatchObject({
    role: 'admin',
    state: 'active',
  });
  for (const path of [dorothy, 'acme/memberships/tim']) expect((await call('DELETE', path)).status).toBe(204);
  expect(world.openInvitations('lumen-labs')).toEqual([]);
  expect((await call('DELETE', 'acme/memberships/tim')).status).toBe(404);
});

test('the App is told who was invited, added and removed, and by whom', async () => {
  const { simulator, receiver, control } = await simulatorWithReceiver();
  const { access_token: token } = await signIn(simulator, 'ada');
  const put = (path: string) => rest(simulator, path, token, { method: 'PUT' });
  await put('/orgs/acme/memberships/radia');
  await control.settled();
  control.platform.acceptInvitation('acme', 'radia');
  await control.settled();
  await rest(simulator, '/orgs/acme/memberships/radia', token, { method: 'DELETE' });
  await control.settled();
  control.platform.invite({ organization: 'acme', email: 'else@mail.example' });
  await control.settled();
  const events = receiver.received.map(({ name, payload }) => `${name} by ${payload.sender.login}`);
  expect(events).toEqual([
    'organization member_invited by ada',
    'organization member_added by radia',
    'organization member_removed by ada',
    'organization member_invited by ada',
  ]);
  const [first, , , last] = receiver.received.map(({ payload }) => payload);
  expect(first).toMatchObject({ invitation: { login: 'radia', inviter: { login: 'ada' } }, user: { login: 'radia' } });
  expect(last).toMatchObject({ invitation: { login: null, email: 'else@mail.example' } });
  expect(last).not.toHaveProperty('user');
});

test('a suspended person can neither sign in nor use a token, and a flagged one is shown to nobody', async () => {
  const { simulator, world, call } = await signedIn('ada');
  const grace = (await signIn(simulator, 'grace')).access_token;
  world.updateUser('grace', { suspension: 'shown' });
  expect(await rest(simulator, '/user', grace)).toMatchObject({
    status: 403,
    body: { message: 'Sorry. Your account was suspended.' },
  });
  await expect(signIn(simulator, 'mallory')).rejects.toThrow('422');
  expect((await rest(simulator, '/users/mallory', null)).status).toBe(200);
  expect((await rest(simulator, '/users/trudy', null)).status).toBe(404);
  expect((await call('GET', 'acme/memberships/trudy')).status).toBe(404);
});
