import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator.ts';
import { appJwt, rest, signIn, simulatorFor } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

async function signedIn(login: string, options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  let { access_token: token } = await signIn(simulator, login);
  const call = (method: string, path: string, body?: object, by = token) =>
    rest(simulator, `/orgs/${path}`, by, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const list = async (path: string) =>
    (await call('GET', path)).body.map(({ login, email }: Record<string, string | null>) => login ?? email);
  const idOf = (name: string) => simulator.world.needUser(name).id;
  /** Tokens last eight hours. */
  const again = async () => {
    token = (await signIn(simulator, login)).access_token;
  };
  return { simulator, call, list, idOf, again, ...simulator };
}

test("an invitation by somebody's address names nobody, is a pending membership, and leaves room for one by ID", async () => {
  const { call, list, idOf, world } = await signedIn('ada');
  const address = { email: 'Radia@people.example' };
  const byAddress = await call('POST', 'acme/invitations', address);
  expect(byAddress).toMatchObject({ status: 201, body: { login: null, email: address.email } });
  expect(await call('GET', 'acme/memberships/radia')).toMatchObject({
    status: 200,
    body: { state: 'pending', direct_membership: false, enterprise_teams_providing_indirect_membership: [] },
  });
  const again = await call('POST', 'acme/invitations', { email: 'radia@people.example', role: 'admin' });
  expect([again.status, again.body]).toEqual([201, byAddress.body]);

  const byId = await call('POST', 'acme/invitations', { invitee_id: idOf('radia') });
  expect([byId.status, byId.body.login]).toEqual([201, 'radia']);
  expect(byId.body.id).not.toBe(byAddress.body.id);
  expect((await call('POST', 'acme/invitations', { invitee_id: idOf('radia') })).status).toBe(422);
  expect(await list('acme/invitations')).toEqual(['newcomer@mail.example', address.email, 'radia']);

  expect((await call('DELETE', `acme/invitations/${byId.body.id}`)).status).toBe(204);
  expect((await call('GET', 'acme/memberships/radia')).body.state).toBe('pending');
  expect((await call('DELETE', 'acme/memberships/radia')).status).toBe(204);
  expect(await list('acme/invitations')).toEqual(['newcomer@mail.example']);
  expect([(await call('DELETE', 'acme/memberships/radia')).status, world.membership(1011, idOf('radia'))]).toEqual([
    404,
    null,
  ]);
});

test('accepting one of two invitations lets the other fail; an address is answered by its person or another', async () => {
  const { call, idOf, control, world } = await signedIn('ada');
  const { platform } = control;
  platform.invite({ organization: 'acme', email: 'radia@people.example' });
  platform.invite({ organization: 'acme', login: 'radia' });
  expect(platform.acceptInvitation('acme', 'radia@people.example')).toMatchObject({ userId: idOf('radia') });
  expect((await call('GET', 'acme/failed_invitations')).body).toMatchObject([
    { login: 'radia', failed_reason: expect.stringMatching(/accepted/) },
  ]);
  expect((await call('GET', 'acme/memberships/radia')).body).toMatchObject({
    state: 'active',
    direct_membership: true,
  });

  platform.invite({ organization: 'acme', email: 'margaret@people.example' });
  platform.acceptInvitation('acme', 'margaret@people.example', 'edsger');
  expect([world.membership(1011, idOf('margaret')), world.membership(1011, idOf('edsger'))?.state]).toEqual([
    null,
    'active',
  ]);
});

test('deleting an open invitation cancels, a failed one is dismissed, and both may be deleted again', async () => {
  const { simulator, call, list, control } = await signedIn('ada');
  const { platform } = control;
  const open = platform.invite({ organization: 'acme', login: 'radia', teams: ['engineering'] });
  const failed = platform.invite({ organization: 'acme', login: 'edsger', teams: ['engineering'] });
  const accepted = platform.invite({ organization: 'acme', login: 'hedy' });
  platform.acceptInvitation('acme', 'hedy');
  platform.failInvitation('acme', 'edsger', 'no_more_seats');
  expect((await call('GET', `acme/invitations/${open.id}/teams`)).body).toHaveLength(1);
  expect((await call('GET', `acme/invitations/${failed.id}/teams`)).status).toBe(404);
  expect(await list('acme/failed_invitations')).toEqual(['edsger']);
  expect((await call('DELETE', 'acme/memberships/edsger')).status).toBe(404);
  for (const { id } of [open, failed, open, failed])
    expect((await call('DELETE', `acme/invitations/${id}`)).status).toBe(204);
  expect([await list('acme/invitations'), await list('acme/failed_invitations')]).toEqual([
    ['newcomer@mail.example'],
    [],
  ]);
  for (const path of [`acme/invitations/${accepted.id}`, `lumen-labs/invitations/${open.id}`, 'acme/invitations/x'])
    expect((await call('DELETE', path)).status).toBe(404);
  const { access_token: grace } = await signIn(simulator, 'grace');
  expect((await call('DELETE', `acme/invitations/${open.id}`, undefined, grace)).body.message).toMatch(
    /must be an admin/,
  );
});

test('an invitation expires after seven days, one of an identity provider never; a declined one is gone', async () => {
  let clock = Date.UTC(2030, 0, 1);
  const { call, list, again, control, world } = await signedIn('ada', { now: () => clock });
  const { platform } = control;
  platform.invite({ organization: 'acme', login: 'radia' });
  platform.invite({ organization: 'acme', login: 'edsger', source: 'scim' });
  platform.invite({ organization: 'acme', login: 'hedy' });
  platform.declineInvitation('acme', 'hedy');
  expect(control.invitationQuota('acme').used).toBe(2);
  expect(await list('acme/invitations?invitation_source=scim')).toEqual(['edsger']);
  expect(await list('acme/invitations?invitation_source=member')).toEqual(['newcomer@mail.example', 'radia']);

  clock += 7 * DAY_MS - 1_000;
  await again();
  expect(await list('acme/invitations')).toEqual(['radia', 'edsger']);
  clock += 60 * DAY_MS;
  expect(world.failedInvitations('acme')).toHaveLength(2);
  await again();
  expect(await list('acme/invitations')).toEqual(['edsger']);
  expect((await call('GET', 'acme/failed_invitations')).body).toMatchObject([
    { email: 'newcomer@mail.example' },
    {
      login: 'radia',
      created_at: '2030-01-01T00:00:00Z',
      failed_at: '2030-01-08T00:00:00Z',
      failed_reason: 'Invitation expired. User did not accept this invite for 7 days.',
    },
  ]);
});

test('reasons of failures are told as texts, or as codes', async () => {
  const { call, control, world } = await signedIn('ada');
  const reasons = ['expired', 'no_more_seats', 'trade_controls', 'invalid_generic'] as const;
  for (const reason of reasons) {
    control.platform.invite({ organization: 'acme', email: `${reason}@mail.example` });
    control.platform.failInvitation('acme', `${reason}@mail.example`, reason);
  }
  const failures = async () =>
    (await call('GET', 'acme/failed_invitations')).body.map(
      (failed: { failed_reason: string }) => failed.failed_reason,
    );
  expect(await failures()).toEqual([
    expect.stringMatching(/7 days/),
    'No seats available.',
    expect.any(String),
    expect.any(String),
  ]);
  world.updateOrganization('acme', { failuresAsCodes: true });
  expect(await failures()).toEqual(reasons);
  expect(() =>
    Reflect.apply(control.platform.failInvitation, null, ['acme', 'newcomer@mail.example', 'tired']),
  ).toThrow('no reason');
});

test('a failed invitation may be in the way of a new one until it is dismissed', async () => {
  const { call, idOf, control, world } = await signedIn('ada');
  const invited = { invitee_id: idOf('radia') };
  const { id } = control.platform.invite({ organization: 'acme', login: 'radia' });
  control.platform.failInvitation('acme', id);
  world.updateOrganization('acme', { failuresBlockInviting: true });
  expect((await call('POST', 'acme/invitations', invited)).status).toBe(422);
  expect((await call('DELETE', `acme/invitations/${id}`)).status).toBe(204);
  expect((await call('POST', 'acme/invitations', invited)).status).toBe(201);
});

test('the invitations of somebody who is removed are cancelled, and no event tells', async () => {
  const { simulator, receiver, control, world } = await simulatorWithReceiver();
  world.setRole('acme', 'grace', 'admin');
  control.platform.invite({ organization: 'acme', login: 'radia', by: 'grace' });
  control.platform.invite({ organization: 'acme', email: 'else@mail.example', by: 'grace' });
  control.platform.invite({ organization: 'lumen-labs', login: 'radia' });
  await control.settled();
  control.platform.removeMember('acme', 'grace');
  await control.settled();
  expect(world.openInvitations('acme').map(({ email }) => email)).toEqual(['newcomer@mail.example']);
  expect(world.membership(1011, world.needUser('radia').id)).toBeNull();
  expect(world.openInvitationsOf('lumen-labs', world.needUser('radia').id)).toHaveLength(1);
  expect(receiver.received.map(({ name }) => name).slice(3)).toEqual(['organization member_removed']);
  expect(simulator.control.invitations('acme')).toEqual([]);
});

test('a cancelled invitation stays drawn from the quota, and an answered repetition draws nothing', async () => {
  const { call, idOf, control } = await signedIn('ada');
  const { body } = await call('POST', 'acme/invitations', { invitee_id: idOf('radia') });
  await call('DELETE', `acme/invitations/${body.id}`);
  await call('POST', 'acme/invitations', { email: 'newcomer@mail.example' });
  expect(control.invitationQuota('acme')).toMatchObject({ limit: 500, used: 1 });
});

test('plan and seats are told to owners where the App may read the plan; members and open invitations fill seats', async () => {
  const { simulator, call, idOf, control, world, url } = await signedIn('ada');
  const id = world.installationOf(1011)?.id ?? 0;
  expect((await call('GET', 'acme')).body).not.toHaveProperty('plan');
  world.setInstallationPermissions(id, { metadata: 'read', members: 'write', organization_plan: 'read' });
  const planOf = async (by?: string) => (await call('GET', 'acme', undefined, by)).body.plan;
  expect(await planOf()).toMatchObject({ name: 'free', filled_seats: 7, seats: 0 });
  expect(control.organizationPlan('acme', { name: 'team', seats: 8 })).toMatchObject({ seats: 8, filled: 7, left: 1 });
  expect((await call('POST', 'acme/invitations', { invitee_id: idOf('radia') })).status).toBe(201);
  expect(await planOf()).toMatchObject({ name: 'team', filled_seats: 8, seats: 8 });
  expect(await call('POST', 'acme/invitations', { email: 'more@mail.example' })).toMatchObject({
    status: 422,
    body: {
      message: 'You must purchase at least one more seat to add this user as a member.',
      errors: [{ code: 'no_seat', field: 'user' }],
      documentation_url: `${url}/organizations/acme/settings/billing/seats`,
    },
  });
  control.platform.failInvitation('acme', 'radia');
  expect(control.organizationPlan('acme').left).toBe(1);

  expect(await planOf((await signIn(simulator, 'grace')).access_token)).toBeUndefined();
  const path = `/app/installations/${id}/access_tokens`;
  const { token } = (await rest(simulator, path, await appJwt(simulator), { method: 'POST' })).body;
  expect(await planOf(token)).toMatchObject({ name: 'team' });
});

test('creations are limited by minute and hour, and counted by person, minute and hour', async () => {
  let clock = Date.UTC(2030, 0, 1, 12, 0, 30);
  const { call, idOf, control } = await signedIn('ada', { now: () => clock });
  control.secondaryLimit({ perMinute: 2, perHour: 3 });
  const invite = async (body: object) => {
    const { status, headers } = await call('POST', 'acme/invitations', body);
    return [status, headers.get('retry-after')];
  };
  expect(await invite({ invitee_id: idOf('radia') })).toEqual([201, null]);
  clock += 20_000;
  expect(await invite({ invitee_id: idOf('grace') })).toEqual([422, null]);
  expect(await invite({ email: 'else@mail.example' })).toEqual([403, '40']);
  clock += 40_000;
  expect(await invite({ email: 'else@mail.example' })).toEqual([201, null]);
  clock += 2 * MINUTE_MS;
  expect(await invite({ email: 'third@mail.example' })).toEqual([403, String(57 * 60)]);

  expect(control.creationCalls('ada')).toEqual({
    count: 3,
    byMinute: { '2030-01-01T12:00': 2, '2030-01-01T12:01': 1 },
    byHour: { '2030-01-01T12': 3 },
    mostInAMinute: 2,
    mostInAnHour: 3,
  });
  expect(control.creations('acme')).toEqual({
    byInvitee: { radia: 1, 'else@mail.example': 1 },
    count: 2,
    byMinute: { '2030-01-01T12:00': 1, '2030-01-01T12:01': 1 },
    byHour: { '2030-01-01T12': 2 },
    mostInAMinute: 1,
    mostInAnHour: 2,
  });
  control.secondaryLimit({});
  expect(await invite({ email: 'third@mail.example' })).toEqual([201, null]);
  control.reset();
  expect([control.creationCalls('ada').count, control.creations('acme').count]).toEqual([0, 0]);
});
