import { expect, test } from 'vitest';
import type { ApiReply } from '../client.ts';
import { rest, signIn, simulatorFor } from '../client.ts';
import { describedCalls, publishedDescription } from './published-descriptions.ts';

async function start() {
  const simulator = await simulatorFor();
  const { world, apiUrl } = simulator;
  const { access_token: token } = await signIn(simulator, 'ada');
  const { id: organizationId } = world.needOrganization('acme');
  const permissions = { members: 'write', administration: 'write' } as const;
  world.setInstallationPermissions(world.installationOf(organizationId)?.id ?? 0, permissions);
  const description = publishedDescription('cloud');
  const call = describedCalls(simulator, description, token);
  const { id: repositoryId } = world.needRepository('acme', 'website');
  /** As it is, without following. */
  const raw = async (path: string, method = 'GET', body: string | null = null): Promise<ApiReply> => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${apiUrl}${path}`, { method, headers, body, redirect: 'manual' });
    const text = await reply.text();
    return { status: reply.status, headers: reply.headers, body: text === '' ? '' : JSON.parse(text) };
  };
  return { ...simulator, simulator, token, call, raw, description, organizationId, repositoryId };
}

test('reading a renamed repository answers where it is by number, and that answers', async () => {
  const { world, apiUrl, call, raw, description, repositoryId } = await start();
  expect((await call('GET', '/repos/acme/website')).body).toMatchObject({
    id: repositoryId,
    full_name: 'acme/website',
  });
  world.updateRepository('acme', 'website', { name: 'site' });
  const moved = await raw('/repos/acme/Website');
  const url = `${apiUrl}/repositories/${repositoryId}`;
  expect([moved.status, moved.headers.get('location')]).toEqual([301, url]);
  // 18F/charlie, pull request 85, shows the body.
  expect(moved.body).toEqual({ message: 'Moved Permanently', url, documentation_url: expect.any(String) });
  expect(description.misfits('GET', '/repos/acme/website', undefined, moved)).toEqual([]);
  expect((await raw(`/repositories/${repositoryId}`)).body).toMatchObject({ id: repositoryId, full_name: 'acme/site' });
  const list = await raw('/repos/acme/website/collaborators?affiliation=direct');
  expect(list.headers.get('location')).toBe(`${url}/collaborators?affiliation=direct`);
  expect((await raw(`/repositories/${repositoryId}/collaborators?affiliation=direct`)).status).toBe(200);
});

test('a former name that another repository took, or of a deleted one, does not redirect', async () => {
  const { world, raw } = await start();
  world.updateRepository('acme', 'website', { name: 'site' });
  const { id } = world.addRepository({ owner: 'acme', name: 'website', isArchived: false });
  expect((await raw('/repos/acme/website')).body.id).toBe(id);
  world.removeRepository('acme', 'website');
  expect((await raw('/repos/acme/website')).status).toBe(404);
  world.updateRepository('acme', 'site', { name: 'new-site' });
  world.removeRepository('acme', 'new-site');
  expect((await raw('/repos/acme/site')).status).toBe(404);
});

test('changes under a former name redirect with the method kept, or as the test sets it', async () => {
  const { world, control, apiUrl, raw, repositoryId } = await start();
  world.updateRepository('acme', 'website', { name: 'site' });
  const collaborator = '/repos/acme/website/collaborators/grace';
  const team = '/orgs/acme/teams/engineering/repos/acme/website';
  expect((await raw(collaborator, 'PUT')).headers.get('location')).toBe(
    `${apiUrl}/repositories/${repositoryId}/collaborators/grace`,
  );
  for (const status of [307, 301, 404] as const) {
    control.renames({ repositoryWrites: status });
    for (const path of [collaborator, team]) expect([path, (await raw(path, 'PUT')).status]).toEqual([path, status]);
    expect((await raw(collaborator)).status).toBe(404);
    expect((await raw('/repos/acme/website')).status).toBe(301);
  }
  expect((await raw(`/repositories/${repositoryId}/collaborators/grace`, 'PUT')).status).toBe(204);
});

test('a private repository does not redirect those who may not see it', async () => {
  const { simulator, world } = await start();
  world.updateRepository('acme', 'api', { name: 'interface' });
  const { access_token: stranger } = await signIn(simulator, 'edsger');
  expect((await rest(simulator, '/repos/acme/api', stranger)).status).toBe(404);
});

test('a transferred repository redirects like a renamed one', async () => {
  const { world, raw, repositoryId } = await start();
  world.transferRepository('acme', 'website', 'lumen-labs');
  expect((await raw('/repos/acme/website')).status).toBe(301);
  expect((await raw(`/repositories/${repositoryId}`)).body.full_name).toBe('lumen-labs/website');
});

test('a renamed organization is not found under its former name, which another one may take', async () => {
  const { world, control, apiUrl, raw, organizationId } = await start();
  world.renameOrganization('acme', 'acme-corporation');
  for (const path of ['/orgs/acme', '/orgs/acme/teams', '/orgs/acme/memberships/grace', '/repos/acme/website'])
    expect([path, (await raw(path)).status]).toEqual([path, 404]);
  control.renames({ organizationReads: 301 });
  const moved = await raw('/orgs/acme/members?role=admin');
  const location = `${apiUrl}/organizations/${organizationId}/members?role=admin`;
  expect([moved.status, moved.headers.get('location')]).toEqual([301, location]);
  expect((await raw(`/organizations/${organizationId}/members?role=admin`)).body).toMatchObject([{ login: 'ada' }]);
  expect((await raw('/orgs/acme/memberships/grace', 'PUT')).status).toBe(404);
  const taker = world.addOrganization({ login: 'acme' });
  expect((await raw('/orgs/acme')).body.id).toBe(taker.id);
});

test('the login of a renamed account passes to another account with another number', async () => {
  const { world, raw } = await start();
  const { id } = world.needUser('grace');
  world.renameUser('grace', 'grace-2');
  expect((await raw('/users/grace')).status).toBe(404);
  const other = world.addUser({ login: 'grace' });
  expect(other.id).not.toBe(id);
  expect((await raw('/users/grace')).body.id).toBe(other.id);
  expect((await raw('/orgs/acme/memberships/grace')).status).toBe(404);
  expect((await raw('/orgs/acme/memberships/grace-2')).body.user.id).toBe(id);
});

test('a team gets access only to repositories of its organization', async () => {
  const { raw } = await start();
  const team = '/orgs/acme/teams/engineering/repos';
  expect((await raw(`${team}/lumen-labs/optics`, 'PUT')).status).toBe(422);
  expect((await raw(`${team}/nowhere/api`, 'PUT')).status).toBe(404);
  expect((await raw(`${team}/lumen-labs/optics`)).status).toBe(404);
});
