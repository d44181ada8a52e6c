import { afterAll, expect, test } from 'vitest';
import { startSimulator } from '../../src/simulator.ts';
import { type ApiReply, installationToken, rest, signIn, simulatorFor } from '../client.ts';

type Permissions = Readonly<Record<string, string>>;

const ALL = {
  metadata: 'read',
  members: 'write',
  administration: 'write',
  organization_plan: 'read',
  organization_custom_org_roles: 'read',
  organization_personal_access_tokens: 'write',
} as const;

const NOT_ACCESSIBLE = 'Resource not accessible by integration';

/** In the order of the platform's table; the last entry is the body. */
const CALLS: readonly (readonly [string, string, number, object?])[] = [
  ['GET /orgs/acme/memberships/grace', 'members=read', 200],
  ['PUT /orgs/acme/memberships/edsger', 'members=write', 200],
  ['PUT /orgs/acme/memberships/grace', 'members=write', 200, { role: 'admin' }],
  ['DELETE /orgs/acme/memberships/grace', 'members=write', 204],
  ['DELETE /orgs/acme/members/grace', 'members=write', 204],
  ['GET /orgs/acme/outside_collaborators', 'members=read', 200],
  ['PUT /orgs/acme/outside_collaborators/grace', 'members=write', 204],
  ['DELETE /orgs/acme/outside_collaborators/ida-rhodes', 'members=write', 204],
  ['GET /orgs/acme/invitations', 'members=read', 200],
  ['GET /orgs/acme/failed_invitations', 'members=read', 200],
  ['GET /orgs/acme/invitations/:invitation/teams', 'members=read', 200],
  ['POST /orgs/acme/invitations', 'members=write', 201, { email: 'new@mail.example', role: 'admin' }],
  ['DELETE /orgs/acme/invitations/:invitation', 'members=write', 204],
  ['GET /orgs/acme/teams', 'members=read', 200],
  ['GET /orgs/acme/teams/engineering', 'members=read', 200],
  ['GET /orgs/acme/teams/engineering/teams', 'members=read', 200],
  ['GET /orgs/acme/teams/engineering/members', 'members=read', 200],
  ['GET /orgs/acme/teams/engineering/invitations', 'members=read', 200],
  ['POST /orgs/acme/teams', 'members=write', 201, { name: 'Made by the App' }],
  ['PATCH /orgs/acme/teams/engineering', 'members=write', 201, { description: 'changed' }],
  ['DELETE /orgs/acme/teams/engineering', 'members=write', 204],
  ['GET /orgs/acme/teams/engineering/memberships/grace', 'members=read', 200],
  ['PUT /orgs/acme/teams/engineering/memberships/tim', 'members=write', 200],
  ['DELETE /orgs/acme/teams/engineering/memberships/grace', 'members=write', 204],
  ['GET /orgs/acme/teams/engineering/repos', 'members=read', 200],
  ['GET /orgs/acme/teams/engineering/repos/acme/api', 'members=read', 204],
  ['PUT /orgs/acme/teams/engineering/repos/acme/api', 'members=read,administration=write', 204],
  ['DELETE /orgs/acme/teams/engineering/repos/acme/api', 'members=read,administration=write', 204],
  ['GET /repos/acme/api/collaborators?affiliation=direct', 'members=read,metadata=read', 200],
  ['PUT /repos/acme/api/collaborators/edsger', 'administration=write', 201],
  ['DELETE /repos/acme/api/collaborators/edsger', 'administration=write', 204],
  ['GET /repos/acme/api/invitations', 'administration=read', 200],
  ['GET /orgs/acme/organization-roles', 'organization_custom_org_roles=read', 200],
  ['GET /orgs/acme/organization-roles/:role/users', 'members=read', 200],
  ['GET /orgs/acme/organization-roles/:role/teams', 'members=read', 200],
  ['GET /orgs/acme/personal-access-tokens', 'organization_personal_access_tokens=read', 200],
  [
    'POST /orgs/acme/personal-access-tokens/:token',
    'organization_personal_access_tokens=write',
    204,
    { action: 'revoke' },
  ],
  ['GET /installation/repositories', 'metadata=read', 200],
];

const shared = await startSimulator({ app: { permissions: ALL } });
afterAll(() => shared.close());
const { access_token: strangers } = await signIn(shared, 'edsger');

let ids: Readonly<Record<string, number | undefined>> | null = null;

/** The world as it was before the first change, with what the calls name. */
function acme() {
  const { world, control } = shared;
  if (ids === null) control.reset();
  ids ??= {
    invitation: world.openInvitations('acme')[0]?.id,
    role: world.addRole({ organization: 'acme', name: 'readers', people: ['grace'] }).id,
    token: world.addPersonalToken('acme', 'grace', 'laptop').id,
  };
  const named = ids;
  const call = (token: string, text: string, body?: object): Promise<ApiReply> => {
    const [method = '', path = ''] = text.replace(/:(\w+)/g, (_, name: string) => String(named[name])).split(' ');
    if (method !== 'GET') ids = null;
    return rest(shared, path, token, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  };
  return { simulator: shared, call };
}

const readNeeds = (text: string): Permissions =>
  Object.fromEntries(text.split(',').map((each) => each.split('=') as [string, string]));

/** What a token may have and still lacks one of the needs. */
const insufficient = (needs: Permissions): readonly Permissions[] =>
  Object.entries(needs).flatMap(([name, level]) => {
    const { [name]: _, ...others } = needs;
    const without = { ...others, organization_plan: 'read' };
    return level === 'write' && ALL[name as keyof typeof ALL] === 'write'
      ? [without, { ...without, [name]: 'read' }]
      : [without];
  });

const ROWS = CALLS.map(([named, needs, status, body]) => ({ named, needs, status, body }));

test.each(ROWS)('$named needs $needs of the App, and names it to everybody', async ({ named, needs, status, body }) => {
  const { simulator, call } = acme();
  for (const permissions of insufficient(readNeeds(needs))) {
    const refused = await call(await installationToken(simulator, 'acme', { permissions }), named, body);
    expect(refused).toMatchObject({ status: 403, body: { message: NOT_ACCESSIBLE } });
    expect(refused.headers.get('x-accepted-github-permissions')).toBe(needs);
  }
  expect(simulator.control.changes()).toEqual([]);
  const token = await installationToken(simulator, 'acme', { permissions: readNeeds(needs) });
  const answer = await call(token, named, body);
  expect([answer.status, answer.headers.get('x-accepted-github-permissions')]).toEqual([status, needs]);
  if (named === 'GET /installation/repositories') return;
  expect((await call(strangers, named, body)).headers.get('x-accepted-github-permissions')).toBe(needs);
});

test('nothing is named where no permission is needed, nor to callers without an App', async () => {
  const simulator = await simulatorFor();
  const token = await installationToken(simulator, 'acme', { permissions: { metadata: 'read' } });
  for (const path of ['/orgs/acme', '/users/grace', '/rate_limit']) {
    const answer = await rest(simulator, path, token);
    expect([answer.status, answer.headers.get('x-accepted-github-permissions')]).toEqual([200, null]);
  }
  const anonymous = await rest(simulator, '/orgs/acme/teams', null);
  expect([anonymous.status, anonymous.headers.get('x-accepted-github-permissions')]).toEqual([401, null]);
  const { access_token: adas } = await signIn(simulator, 'ada');
  const own = await rest(simulator, '/user/memberships/orgs/acme', adas);
  expect([own.status, own.headers.get('x-accepted-github-permissions')]).toEqual([200, 'members=read']);
});

test('without the permission, the list of members is empty and not refused', async () => {
  const simulator = await simulatorFor();
  const token = await installationToken(simulator, 'acme', { permissions: { metadata: 'read' } });
  for (const query of ['', '?role=admin', '?per_page=100']) {
    expect(await rest(simulator, `/orgs/acme/members${query}`, token)).toMatchObject({ status: 200, body: [] });
  }
  expect(await rest(simulator, '/orgs/acme/members?filter=2fa_disabled', token)).toMatchObject({
    status: 422,
    body: { message: 'Only owners can use this filter.' },
  });
  const reading = await installationToken(simulator, 'acme', { permissions: { members: 'read' } });
  const admins = await rest(simulator, '/orgs/acme/members?role=admin', reading);
  expect(admins.body).toMatchObject([{ login: 'ada' }]);
  expect(admins.headers.get('x-accepted-github-permissions')).toBe('members=read');
});

test('in another organization a token of an installation may do nothing', async () => {
  const simulator = await simulatorFor();
  const token = await installationToken(simulator, 'acme');
  expect((await rest(simulator, '/orgs/northwind/members', token)).body).toEqual([]);
  for (const path of ['/orgs/northwind/teams', '/orgs/northwind/memberships/grace', '/orgs/quiet-co/invitations']) {
    expect(await rest(simulator, path, token)).toMatchObject({ status: 403, body: { message: NOT_ACCESSIBLE } });
  }
  const { body } = await rest(simulator, '/orgs/northwind', token);
  expect(body).toMatchObject({ login: 'northwind' });
  expect(body).not.toHaveProperty('default_repository_permission');
});

test('the plan and the base permission of an organization need permissions of their own', async () => {
  const { simulator } = acme();
  const fieldsWith = async (permissions: Permissions) => {
    const token = await installationToken(simulator, 'acme', { permissions });
    const { body } = await rest(simulator, '/orgs/acme', token);
    return [body.plan?.name ?? null, body.default_repository_permission ?? null];
  };
  expect(await fieldsWith({ members: 'write' })).toEqual([null, null]);
  expect(await fieldsWith({ organization_plan: 'read' })).toEqual(['free', null]);
  expect(await fieldsWith({ administration: 'read' })).toEqual([null, 'read']);
});

test('everything below /user is closed to tokens of installations', async () => {
  const simulator = await simulatorFor();
  const token = await installationToken(simulator, 'acme');
  const paths = ['', '/orgs', '/memberships/orgs', '/memberships/orgs/acme', '/installations'];
  for (const path of [...paths, '/installations/101/repositories']) {
    const refused = await rest(simulator, `/user${path}`, token);
    expect(refused).toMatchObject({ status: 403, body: { message: NOT_ACCESSIBLE } });
    expect(refused.headers.get('x-accepted-github-permissions')).toBeNull();
  }
});

test('setting the membership of somebody who does not belong invites, and of a member changes the role', async () => {
  const simulator = await simulatorFor();
  const { world, control } = simulator;
  const token = await installationToken(simulator, 'acme');
  const set = (login: string, role: string) =>
    rest(simulator, `/orgs/acme/memberships/${login}`, token, { method: 'PUT', body: JSON.stringify({ role }) });
  expect((await set('edsger', 'admin')).body).toMatchObject({ state: 'pending', role: 'admin' });
  expect(world.openInvitationsOf('acme', world.needUser('edsger').id)).toMatchObject([{ role: 'admin' }]);
  expect((await rest(simulator, '/orgs/acme/memberships/edsger', token)).body.state).toBe('pending');
  expect((await rest(simulator, '/orgs/acme/memberships/margaret', token)).status).toBe(404);
  expect((await set('grace', 'admin')).body).toMatchObject({ state: 'active', role: 'admin' });
  expect((await set('ada', 'member')).body).toMatchObject({ state: 'active', role: 'member' });
  expect((await set('grace', 'member')).status).toBe(403);
  expect((await rest(simulator, '/orgs/acme/memberships/edsger', token, { method: 'DELETE' })).status).toBe(204);
  expect(world.openInvitationsOf('acme', world.needUser('edsger').id)).toEqual([]);
  expect(control.changeCounts({ actor: 'orgdesk-dev[bot]' })).toEqual({
    'member-invited': 1,
    'role-changed': 2,
    'invitation-cancelled': 1,
  });
});

test('an App that is installed without a permission cannot put it into a token', async () => {
  const simulator = await simulatorFor();
  await expect(installationToken(simulator, 'acme', { permissions: { administration: 'write' } })).rejects.toThrow(
    'The permissions requested are not granted to this installation.',
  );
});
