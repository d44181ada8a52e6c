import { expect, test } from 'vitest';
import { installationToken, rest, signIn, simulatorFor } from '../client.ts';

const MINUTE_MS = 60_000;

async function started(organization: string, now: () => number = Date.now) {
  const simulator = await simulatorFor({ now });
  const { world } = simulator;
  const token = await installationToken(simulator, organization);
  const change = (method: string, path: string, body: object, by = token) =>
    rest(simulator, `/orgs/${organization}/${path}`, by, { method, body: JSON.stringify(body) });
  const invite = (login: string, by?: string) =>
    change('POST', 'invitations', { invitee_id: world.needUser(login).id }, by);
  return { ...simulator, simulator, token, change, invite };
}

test('invitations of the App outlive the removal of whoever asked for them, those of a person do not', async () => {
  const { simulator, world, control, invite } = await started('acme');
  world.setRole('acme', 'grace', 'admin');
  const { access_token: graces } = await signIn(simulator, 'grace');
  expect([(await invite('radia', graces)).status, (await invite('edsger')).status]).toEqual([201, 201]);
  control.platform.removeMember('acme', 'grace');
  const open = world.openInvitations('acme').map(({ inviteeId }) => inviteeId);
  expect(open).toContain(world.needUser('edsger').id);
  expect(open).not.toContain(world.needUser('radia').id);
  expect(world.membership(world.needOrganization('acme').id, world.needUser('radia').id)).toBeNull();
});

test('an organization may refuse invitations of an App to an address or as an owner, and no others', async () => {
  const { simulator, world, control, change, invite } = await started('acme');
  const byAddress = { email: 'new@mail.example' };
  control.limitAppInvitations('acme');
  const refused = {
    status: 422,
    body: {
      message: 'Validation Failed',
      errors: [
        {
          resource: 'OrganizationInvitation',
          code: 'unprocessable',
          field: 'data',
          message: 'Inviter must be an organization admin',
        },
      ],
    },
  };
  const edsger = world.needUser('edsger').id;
  expect(await change('POST', 'invitations', byAddress)).toMatchObject(refused);
  expect(await change('POST', 'invitations', { invitee_id: edsger, role: 'admin' })).toMatchObject(refused);
  expect(await change('PUT', 'memberships/edsger', { role: 'admin' })).toMatchObject(refused);
  expect(await change('POST', 'invitations', { email: 'newcomer@mail.example' })).toMatchObject(refused);
  expect(control.invitations('acme')).toEqual([]);
  expect((await invite('edsger')).status).toBe(201);
  expect((await change('PUT', 'memberships/grace', { role: 'admin' })).body.role).toBe('admin');
  const { access_token: adas } = await signIn(simulator, 'ada');
  expect((await change('POST', 'invitations', byAddress, adas)).status).toBe(201);

  const elsewhere = await installationToken(simulator, 'lumen-labs');
  const other = { method: 'POST', body: JSON.stringify({ email: 'new@mail.example', role: 'admin' }) };
  expect((await rest(simulator, '/orgs/lumen-labs/invitations', elsewhere, other)).status).toBe(201);
  control.limitAppInvitations('acme', false);
  expect((await change('POST', 'invitations', { email: 'third@mail.example' })).status).toBe(201);
});

test('the limit is set over HTTP, too', async () => {
  const { url, change } = await started('acme');
  const headers = { 'content-type': 'application/json' };
  const limit = (args: readonly unknown[]) =>
    fetch(`${url}/_control/call/limitAppInvitations`, { method: 'POST', headers, body: JSON.stringify(args) });
  expect((await limit(['acme'])).status).toBe(200);
  expect((await change('POST', 'invitations', { email: 'new@mail.example' })).status).toBe(422);
  await limit(['acme', false]);
  expect((await change('POST', 'invitations', { email: 'new@mail.example' })).status).toBe(201);
  expect((await limit(['nowhere'])).status).toBe(400);
});

test('the quota of the organization counts invitations of the App and of people together', async () => {
  const { simulator, control, world, change, invite } = await started('brimful');
  const { access_token: hedys } = await signIn(simulator, 'hedy');
  expect((await invite('margaret')).status).toBe(201);
  expect((await change('PUT', 'memberships/grace', {})).status).toBe(200);
  expect(control.invitationQuota('brimful')).toMatchObject({ used: 49, remaining: 1 });
  expect((await invite('tim', hedys)).status).toBe(201);
  expect(await invite('alan')).toMatchObject({
    status: 422,
    body: { errors: [{ message: 'Over invitation rate limit' }] },
  });
  expect(world.invitationQuota('brimful').used).toBe(50);
});

test('the secondary limit counts what the App creates with all its tokens of an installation', async () => {
  let clock = Date.now();
  const { simulator, world, control, token, invite } = await started('acme', () => clock);
  const second = await installationToken(simulator, 'acme', { permissions: { members: 'write' } });
  const { access_token: adas } = await signIn(simulator, 'ada');
  const id = world.installationOf(world.needOrganization('acme').id)?.id ?? 0;
  control.secondaryLimit({ perMinute: 2 });
  expect([(await invite('radia', token)).status, (await invite('edsger', second)).status]).toEqual([201, 201]);
  const refused = await invite('margaret', token);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([403, '60']);
  expect((await invite('margaret', adas)).status).toBe(201);
  expect(control.creationCalls(id)).toMatchObject({ count: 2, mostInAMinute: 2 });
  expect([control.creationTimes(id).length, control.creationCalls('ada').count]).toEqual([2, 1]);
  clock += MINUTE_MS;
  expect((await invite('barbara', second)).status).toBe(201);
});
