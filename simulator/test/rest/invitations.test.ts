import { expect, test } from 'vitest';
import type { InvitationRefusal, Simulator, SimulatorOptions } from '../../src/simulator.ts';
import { INVITATION_REFUSALS } from '../../src/simulator.ts';
import { type ApiReply, appJwt, rest, signIn, simulatorFor } from '../client.ts';

const DAY_MS = 86_400_000;

async function signedIn(login: string, options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  const { access_token: token } = await signIn(simulator, login);
  const invite = (organization: string, body: unknown) => post(simulator, token, organization, body);
  const idOf = (name: string) => simulator.world.user(name)?.id;
  return { simulator, token, invite, idOf, ...simulator };
}

function post(simulator: Simulator, token: string, organization: string, body: unknown): Promise<ApiReply> {
  return rest(simulator, `/orgs/${organization}/invitations`, token, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const refused = (refusal: InvitationRefusal) => ({
  status: 422,
  body: {
    message: 'Validation Failed',
    status: '422',
    errors: [
      {
        resource: 'OrganizationInvitation',
        code: 'unprocessable',
        field: 'data',
        message: INVITATION_REFUSALS[refusal],
      },
    ],
  },
});

test('an invitation by ID is 201, listed, and a pending membership', async () => {
  const { simulator, token, invite, idOf, world, url } = await signedIn('ada');
  const { status, body } = await invite('ACME', { invitee_id: idOf('radia') });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    id: expect.any(Number),
    node_id: expect.stringMatching(/^OI_/),
    login: 'radia',
    email: null,
    role: 'direct_member',
    created_at: expect.stringMatching(/Z$/),
    failed_at: null,
    failed_reason: null,
    inviter: { login: 'ada', id: 1001, type: 'User' },
    team_count: 0,
    invitation_teams_url: `${url}/api/organizations/1011/invitations/${body.id}/teams`,
    invitation_source: 'member',
  });
  expect(
    (await rest(simulator, '/orgs/acme/invitations', token)).body.map((entry: { id: number }) => entry.id),
  ).toContain(body.id);
  expect(world.membership(1011, idOf('radia') ?? 0)).toMatchObject({ state: 'pending', role: 'member' });
  expect(await invite('acme', { invitee_id: idOf('radia') })).toMatchObject(refused('already-invited'));
});

test('roles, teams and e-mail addresses are kept, and the list is filtered by role', async () => {
  const { simulator, token, invite, idOf, world } = await signedIn('ada');
  const [team] = world.teamsOf(1011);
  const byTeam = await invite('acme', { invitee_id: idOf('radia'), role: 'admin', team_ids: [team?.id] });
  expect(byTeam.body).toMatchObject({ role: 'admin', team_count: 1 });
  const teams = await rest(simulator, `/orgs/acme/invitations/${byTeam.body.id}/teams`, token);
  expect(teams.body).toEqual([expect.objectContaining({ slug: 'engineering' })]);
  expect(
    (await fetch(byTeam.body.invitation_teams_url, { headers: { authorization: `Bearer ${token}` } })).status,
  ).toBe(200);
  const byMail = await invite('acme', { email: 'someone@mail.example', role: 'billing_manager' });
  expect(byMail).toMatchObject({ status: 201, body: { login: null, email: 'someone@mail.example' } });
  const count = async (query: string) => (await rest(simulator, `/orgs/acme/invitations${query}`, token)).body.length;
  expect([await count(''), await count('?role=admin'), await count('?role=billing_manager')]).toEqual([3, 2, 1]);
  expect([await count('?per_page=1'), await count('?invitation_source=scim')]).toEqual([1, 0]);
  expect((await rest(simulator, '/orgs/acme/invitations?role=king', token)).status).toBe(422);
});

test.each<[string, string, (ids: (login: string) => number | undefined) => object, InvitationRefusal]>([
  ['a member', 'acme', (id) => ({ invitee_id: id('grace') }), 'already-member'],
  ['the owner', 'acme', (id) => ({ invitee_id: id('ada') }), 'already-member'],
  ["a member's address", 'acme', () => ({ email: 'grace@people.example' }), 'address-already-member'],
  ['somebody invited already', 'lumen-labs', (id) => ({ invitee_id: id('dorothy') }), 'already-invited'],
  ['somebody suspended', 'acme', (id) => ({ invitee_id: id('mallory') }), 'suspended'],
  ['nobody', 'acme', () => ({ invitee_id: 424_242 }), 'unknown-invitee'],
  ['a team of nobody', 'acme', (id) => ({ invitee_id: id('radia'), team_ids: [1] }), 'unknown-team'],
])('%s cannot be invited', async (_name, organization, bodyOf, refusal) => {
  const { invite, idOf, control } = await signedIn('ada');
  expect(await invite(organization, bodyOf(idOf))).toMatchObject(refused(refusal));
  expect(control.invitations(organization)).toEqual([]);
});

test.each([
  [[], 400, 'Body should be a JSON object'],
  [{}, 422, 'Invalid request.\n\n"invitee_id" wasn\'t supplied.\n"email" wasn\'t supplied.'],
  [{ invitee_id: '7' }, 422, 'Invalid request.\n\nFor \'properties/invitee_id\', "7" is not an integer.'],
  [{ invitee_id: null }, 422, "Invalid request.\n\nFor 'properties/invitee_id', nil is not an integer."],
  [{ email: 7 }, 422, "Invalid request.\n\nFor 'properties/email', 7 is not a string."],
  [
    { invitee_id: 7, team_ids: ['x'] },
    422,
    'Invalid request.\n\nFor \'properties/team_ids/0\', "x" is not an integer.',
  ],
  [{ invitee_id: 7, role: 'king' }, 422, expect.stringContaining('For \'properties/role\', "king" is not a member of')],
])('the body %j is refused with %i', async (body, status, message) => {
  const { invite } = await signedIn('ada');
  expect(await invite('acme', body)).toMatchObject({ status, body: { message } });
});

test('only owners invite, only where the App may write members, and not where it is not', async () => {
  const { simulator, token, invite, idOf, world } = await signedIn('ada');
  const body = { invitee_id: idOf('radia') };
  const grace = await signIn(simulator, 'grace');
  expect(await post(simulator, grace.access_token, 'acme', body)).toMatchObject({
    status: 403,
    body: { message: 'You must be an admin to create an invitation to an organization.' },
  });
  expect((await rest(simulator, '/orgs/acme/invitations', grace.access_token)).status).toBe(403);
  expect(await invite('nowhere', body)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  expect(await post(simulator, 'ghu_wrong', 'acme', body)).toMatchObject({ status: 401 });
  const notAccessible = { status: 403, body: { message: 'Resource not accessible by integration' } };
  for (const organization of ['quiet-co', 'harbor-tools']) {
    expect(await invite(organization, body)).toMatchObject(notAccessible);
  }
  const id = world.installationOf(1011)?.id ?? 0;
  world.setInstallationPermissions(id, { metadata: 'read', members: 'read' });
  const read = await invite('acme', body);
  expect(read).toMatchObject(notAccessible);
  expect(read.headers.get('x-accepted-github-permissions')).toBe('members=write');
  expect((await rest(simulator, '/orgs/acme/invitations', token)).status).toBe(200);
  world.setHidden('acme', 'ada', true);
  expect((await invite('acme', body)).status).toBe(404);
  const katherine = await signIn(simulator, 'katherine');
  const saml = await post(simulator, katherine.access_token, 'vaultworks', body);
  expect([saml.status, saml.headers.get('x-github-sso')]).toEqual([403, expect.stringMatching(/^required; url=/)]);
});

test('an organization may send none, run out of quota, or out of seats', async () => {
  const { invite, idOf, control, world } = await signedIn('hedy');
  expect(await invite('closed-circle', { invitee_id: idOf('tim') })).toMatchObject(refused('disabled'));
  expect(control.invitationQuota('brimful')).toEqual({ limit: 50, used: 47, remaining: 3 });
  for (const login of ['ada', 'grace', 'tim'])
    expect((await invite('brimful', { invitee_id: idOf(login) })).status).toBe(201);
  expect(await invite('brimful', { invitee_id: idOf('barbara') })).toMatchObject(refused('over-quota'));
  expect(await invite('brimful', { invitee_id: idOf('ada') })).toMatchObject(refused('already-invited'));
  expect(control.invitationQuota('brimful', { limit: 60 }).remaining).toBe(10);
  world.updateOrganization('brimful', { seats: 3 });
  expect(await invite('brimful', { invitee_id: idOf('barbara') })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('one more seat'), errors: [{ code: 'no_seat', field: 'user' }] },
  });
});

test('the quota is 50 in the first month and 500 after it or on a paid plan, and comes back after 24 hours', async () => {
  let clock = Date.now();
  const { control, world, invite, idOf, simulator } = await signedIn('ada', { now: () => clock });
  world.addOrganization({ login: 'fresh', createdAt: new Date(clock - DAY_MS).toISOString() });
  expect(control.invitationQuota('fresh').limit).toBe(50);
  world.updateOrganization('fresh', { plan: 'team' });
  expect([control.invitationQuota('fresh').limit, control.invitationQuota('acme').limit]).toEqual([500, 500]);
  control.invitationQuota('acme', { used: 500 });
  expect(await invite('acme', { invitee_id: idOf('radia') })).toMatchObject(refused('over-quota'));
  clock += DAY_MS + 1;
  const { access_token: later } = await signIn(simulator, 'ada');
  expect((await post(simulator, later, 'acme', { invitee_id: idOf('radia') })).status).toBe(201);
});

test('an invitation is accepted, declined, cancelled or runs out after seven days', async () => {
  let clock = Date.now();
  const { simulator, token, world, control, idOf } = await signedIn('ada', { now: () => clock });
  const { platform } = control;
  const list = async (path: string, by: string) =>
    (await rest(simulator, `/orgs/lumen-labs/${path}`, by)).body.map((entry: { login: string }) => entry.login);
  const state = (login: string) => world.membership(1012, idOf(login) ?? 0)?.state;
  for (const login of ['grace', 'tim', 'radia', 'edsger'])
    platform.invite({ organization: 'lumen-labs', login, teams: ['lab'] });
  platform.acceptInvitation('lumen-labs', 'grace');
  platform.declineInvitation('lumen-labs', 'tim');
  const { id } = world.openInvitations('lumen-labs').find(({ inviteeId }) => inviteeId === idOf('radia')) ?? { id: 0 };
  expect((await rest(simulator, `/orgs/lumen-labs/invitations/${id}`, token, { method: 'DELETE' })).status).toBe(204);
  expect((await rest(simulator, `/orgs/lumen-labs/invitations/${id}`, token, { method: 'DELETE' })).status).toBe(204);
  expect([state('grace'), state('tim'), state('radia'), state('edsger')]).toEqual([
    'active',
    undefined,
    undefined,
    'pending',
  ]);
  expect(world.team(1012, 'lab')?.members.map(({ userId }) => userId)).toContain(idOf('grace'));
  expect(await list('invitations', token)).toEqual(['dorothy', 'edsger']);

  clock += 7 * DAY_MS + 1;
  const { access_token: later } = await signIn(simulator, 'ada');
  expect(await list('invitations', later)).toEqual([]);
  expect(await list('failed_invitations', later)).toEqual(['dorothy', 'edsger']);
  expect(state('edsger')).toBeUndefined();
  const [failure] = (await rest(simulator, '/orgs/lumen-labs/failed_invitations', later)).body;
  expect(failure).toMatchObject({
    failed_at: expect.stringMatching(/Z$/),
    failed_reason: expect.stringContaining('7 days'),
  });
  expect(() => platform.acceptInvitation('lumen-labs', 'edsger')).toThrow('open invitation');
});

test('what arrived is told in order, with who sent it; the log and faults know the body', async () => {
  const { simulator, invite, idOf, control, world } = await signedIn('ada');
  world.setRole('acme', 'grace', 'admin');
  const grace = await signIn(simulator, 'grace');
  control.fault({ kind: 'bad-gateway-html', match: { method: 'POST', body: { invitee_id: idOf('tim') } } });
  control.fault({ kind: 'reply', status: 500, match: { body: { invitee_id: idOf('edsger') } } });
  await invite('acme', { invitee_id: idOf('radia') });
  expect((await invite('lumen-labs', { invitee_id: idOf('tim') })).status).toBe(502);
  expect((await invite('acme', { invitee_id: idOf('edsger') })).status).toBe(500);
  await post(simulator, grace.access_token, 'acme', { invitee_id: idOf('margaret'), role: 'admin' });
  expect(control.invitations('acme')).toMatchObject([
    { sequence: 1, login: 'radia', inviter: 'ada', role: 'direct_member', outcome: 'invited' },
    { sequence: 2, login: 'margaret', inviter: 'grace', role: 'admin' },
  ]);
  expect(control.count({ path: '/orgs/acme/invitations', body: { invitee_id: idOf('edsger') } })).toBe(1);
  expect(control.invitations('lumen-labs')).toEqual([]);
  control.reset();
  expect(control.invitations('acme')).toEqual([]);
});

test('an installation token invites as the App', async () => {
  const { simulator, idOf, world, control } = await signedIn('ada');
  const jwt = await appJwt(simulator);
  const path = `/app/installations/${world.installationOf(1011)?.id}/access_tokens`;
  const { token } = (await rest(simulator, path, jwt, { method: 'POST' })).body;
  const { status, body } = await post(simulator, token, 'acme', { invitee_id: idOf('radia') });
  expect([status, body.inviter.type]).toEqual([201, 'Bot']);
  expect(control.invitations('acme')).toMatchObject([{ login: 'radia', inviter: 'orgdesk-dev[bot]' }]);
  expect((await post(simulator, token, 'lumen-labs', { invitee_id: idOf('radia') })).status).toBe(403);
});

test('inviting an address again answers the open invitation, and a person where the organization is told to', async () => {
  const { simulator, invite, idOf } = await signedIn('ada');
  const { world, control } = simulator;
  const [open] = world.openInvitations('acme');
  const again = await invite('acme', { email: 'newcomer@mail.example' });
  expect(again).toMatchObject({ status: 201, body: { id: open?.id, created_at: open?.createdAt } });
  expect(await invite('lumen-labs', { invitee_id: idOf('dorothy') })).toMatchObject({ status: 422 });
  world.updateOrganization('lumen-labs', { repeatsOpenInvitations: true });
  const [dorothys] = world.openInvitations('lumen-labs');
  expect(await invite('lumen-labs', { invitee_id: idOf('dorothy') })).toMatchObject({
    status: 201,
    body: { id: dorothys?.id, login: 'dorothy', created_at: dorothys?.createdAt },
  });
  expect([control.invitations('acme'), control.invitations('lumen-labs')]).toEqual([[], []]);
});
