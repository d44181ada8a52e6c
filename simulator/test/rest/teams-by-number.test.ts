import { expect, test } from 'vitest';
import type { HostKind } from '../../src/simulator.ts';
import { rest, signIn, simulatorFor } from '../client.ts';
import { describedCalls, publishedDescription } from './published-descriptions.ts';

async function start(kind: HostKind = 'cloud', login = 'ada') {
  const simulator = await simulatorFor({ kind });
  const { world } = simulator;
  const { access_token: token } = await signIn(simulator, login);
  const { id: organizationId } = world.needOrganization('acme');
  const { id: teamId } = world.needTeam('acme', 'engineering');
  const permissions = { members: 'write', administration: 'write' } as const;
  world.setInstallationPermissions(world.installationOf(organizationId)?.id ?? 0, permissions);
  const call = describedCalls(simulator, publishedDescription(kind), token);
  return { ...simulator, simulator, token, call, byNumber: `/organizations/${organizationId}/team/${teamId}` };
}

const CALLS = [
  ['GET', '', 200],
  ['GET', '/members?per_page=1', 200],
  ['GET', '/teams', 200],
  ['GET', '/repos?per_page=1', 200],
  ['GET', '/memberships/grace', 200],
  ['PUT', '/memberships/tim', 200, { role: 'maintainer' }],
  ['DELETE', '/memberships/tim', 204],
  ['GET', '/repos/acme/api', 204],
  ['PUT', '/repos/acme/api', 204, { permission: 'triage' }],
  ['DELETE', '/repos/acme/api', 204],
  ['PATCH', '', 201, { description: 'Those who build' }],
  ['DELETE', '', 204],
  ['GET', '', 404],
] as const;

test.each(['cloud', 'ghe.com', 'enterprise-server'] as const)(
  'on %s every call to a team by number has the permissions and answers of the call by name',
  async (kind) => {
    const { simulator, token, call, byNumber } = await start(kind);
    for (const [method, below, status, body] of CALLS) {
      const reply = await call(method, `${byNumber}${below}`, body);
      expect([method, below, reply.status]).toEqual([method, below, status]);
      if (method !== 'GET') continue;
      const named = await rest(simulator, `/orgs/acme/teams/engineering${below}`, token);
      expect([named.status, named.body]).toEqual([reply.status, reply.body]);
    }
  },
);

test('open invitations into a team are listed by number, but not on an Enterprise Server', async () => {
  const { call, byNumber, world } = await start();
  world.invite({ organization: 'acme', login: 'radia', teams: ['engineering'] });
  expect((await call('GET', `${byNumber}/invitations`)).body).toMatchObject([{ login: 'radia' }]);
  const server = await start('enterprise-server');
  const reply = await rest(server.simulator, `${server.byNumber}/invitations`, server.token);
  expect(reply.status).toBe(404);
});

test('numbers survive renames, and never name the team of another organization', async () => {
  const { simulator, token, call, byNumber, world } = await start();
  world.renameOrganization('acme', 'acme-corporation');
  world.updateTeam('acme-corporation', 'engineering', { name: 'Builders' });
  expect((await call('GET', byNumber)).body).toMatchObject({
    slug: 'builders',
    organization: { login: 'acme-corporation' },
  });
  expect((await rest(simulator, '/orgs/acme/teams/builders', token)).status).toBe(404);
  const other = byNumber.replace(/\d+/, String(world.needOrganization('lumen-labs').id));
  for (const path of [other, byNumber.replace(/\d+$/, '1'), byNumber.replace(/\d+/, '1'), `${byNumber}x`])
    expect([path, (await rest(simulator, path, token)).status]).toEqual([path, 404]);
});

test('a member may read by number, and change nothing', async () => {
  const { simulator, token, call, byNumber } = await start('cloud', 'alan');
  expect((await call('GET', byNumber)).status).toBe(200);
  expect((await call('PATCH', byNumber, { name: 'Mine' })).status).toBe(403);
  const joining = await rest(simulator, `${byNumber}/memberships/alan`, token, { method: 'PUT' });
  expect(joining.status).toBe(403);
});
