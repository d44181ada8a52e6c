import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/simulator.ts';
import { appJwt, graphql, rest, signIn, simulatorFor } from '../client.ts';

async function signedIn(login: string, options: SimulatorOptions = {}) {
  const simulator = await simulatorFor(options);
  const { access_token: token } = await signIn(simulator, login);
  const call = (method: string, path: string, body?: object) =>
    rest(simulator, path, token, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  return { simulator, token, call, ...simulator };
}

test.each(['ghe.com', 'cloud'] as const)('managed users on %s are added, never invited', async (kind) => {
  const { call, world, control } = await signedIn('ada', { kind });
  if (kind === 'cloud') world.updateOrganization('acme', { managedUsers: true });
  const login = kind === 'cloud' ? 'mona_octo' : 'mona';
  const { id } = world.addUser({ login });
  expect((await call('POST', '/orgs/acme/invitations', { invitee_id: id })).status).toBe(404);
  expect((await call('GET', '/orgs/acme/invitations')).status).toBe(404);
  expect(await call('PUT', `/orgs/acme/memberships/${login}`)).toMatchObject({
    status: 200,
    body: { state: 'active' },
  });
  expect(control.invitations('acme')).toMatchObject([{ login, outcome: 'added' }]);
});

test('an organization of managed users beside GHE.com adds nobody else, and others go on inviting', async () => {
  const { call, world } = await signedIn('ada');
  world.updateOrganization('acme', { managedUsers: true });
  expect(await call('PUT', '/orgs/acme/memberships/radia')).toMatchObject({ status: 422 });
  const radia = world.user('radia')?.id;
  expect((await call('POST', '/orgs/lumen-labs/invitations', { invitee_id: radia })).status).toBe(201);
});

test('GHE.com has the REST base and the limits of the cloud, and pages of an App below its owner', async () => {
  const simulator = await simulatorFor({ kind: 'ghe.com' });
  const { body, headers } = await rest(simulator, '/app', await appJwt(simulator));
  expect(simulator.apiUrl).toBe(`${simulator.url}/api`);
  expect(body.html_url).toBe(`${simulator.url}/apps/orgdesk/orgdesk-dev`);
  expect(headers.get('x-ratelimit-limit')).not.toBeNull();
  expect((await fetch(`${body.html_url}/installations/new`)).status).toBe(200);
  expect((await fetch(`${simulator.url}/apps/orgdesk-dev/installations/new`)).status).toBe(404);
});

test('a managed account may be unknown to GraphQL and known to REST', async () => {
  const { simulator, token, call, world } = await signedIn('ada');
  world.addUser({ login: 'mona_octo', unknownToGraphql: true });
  const query = 'query UserByLogin($login: String!) { user(login: $login) { databaseId } }';
  const { body } = await graphql(simulator, token, query, { login: 'mona_octo' });
  expect(body).toMatchObject({ data: { user: null }, errors: [{ type: 'NOT_FOUND' }] });
  expect(await call('GET', '/users/mona_octo')).toMatchObject({
    status: 200,
    body: { login: 'mona_octo', type: 'User' },
  });
});

test('an organization with an IP allow list tells a person nothing, by REST and by GraphQL', async () => {
  const { simulator, token, call, world } = await signedIn('ada');
  world.updateOrganization('acme', { ipAllowList: true });
  const message = expect.stringMatching(/^Although you appear .* the `acme` organization has an IP allow list enabled/);
  for (const path of ['/user/memberships/orgs/acme', '/orgs/acme/memberships/grace']) {
    expect(await call('GET', path)).toMatchObject({ status: 403, body: { message } });
  }
  const { body } = await graphql(simulator, token, '{ organization(login: "acme") { login } }');
  expect(body).toMatchObject({ data: { organization: null }, errors: [{ type: 'FORBIDDEN', message }] });
});

test('an API reply has the time of the simulator', async () => {
  const simulator = await simulatorFor({ now: () => Date.UTC(2031, 0, 1) });
  const { headers } = await rest(simulator, '/users/ada', null);
  expect(headers.get('date')).toBe('Wed, 01 Jan 2031 00:00:00 GMT');
});
