import { expect, test } from 'vitest';
import { appJwt, graphql, rest, signIn, simulatorFor } from '../client.ts';

const EXPIRED =
  "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires";
const TOO_FAR = "'Expiration time' claim ('exp') is too far in the future";
const FUTURE = "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued";
const UNDECODABLE = 'A JSON web token could not be decoded';

test('a JWT of the App is good with the client ID or the App ID as issuer', async () => {
  const simulator = await simulatorFor();
  expect((await rest(simulator, '/app', await appJwt(simulator))).body).toMatchObject({
    id: 7,
    slug: 'orgdesk-dev',
    installations_count: 8,
  });
  expect((await rest(simulator, '/app', await appJwt(simulator, { issuer: '7' }))).status).toBe(200);
});

test.each([
  [EXPIRED, { issuedIn: -600, expiresIn: -1 }],
  [TOO_FAR, { expiresIn: 700 }],
  [FUTURE, { issuedIn: 120, expiresIn: 540 }],
  [UNDECODABLE, { issuer: 'somebody-else' }],
  [UNDECODABLE, { algorithm: 'RS512' }],
  [UNDECODABLE, { algorithm: 'PS256' }],
])('%s: 401 for %o', async (message, change) => {
  const simulator = await simulatorFor();
  const reply = await rest(simulator, '/app', await appJwt(simulator, change));
  expect(reply).toMatchObject({ status: 401, body: { message } });
});

test('no JWT, a forged one, a user token and the word token are all refused', async () => {
  const simulator = await simulatorFor();
  const jwt = await appJwt(simulator);
  const [header, , signature] = jwt.split('.');
  const payload = Buffer.from(JSON.stringify({ iss: 'other', iat: 1, exp: 9e9 })).toString('base64url');
  const { access_token: userToken } = await signIn(simulator, 'ada');
  for (const token of [null, `${header}.${payload}.${signature}`, `${header}.${payload}.`, userToken]) {
    expect(await rest(simulator, '/app', token)).toMatchObject({ status: 401, body: { message: UNDECODABLE } });
  }
  const withToken = await rest(simulator, '/app', null, { headers: { authorization: `token ${jwt}` } });
  expect(withToken.status).toBe(401);
});

test('a registration with only a public key checks JWTs of its private half', async () => {
  const { app } = await simulatorFor();
  const simulator = await simulatorFor({ app: { publicKeyPem: app.publicKeyPem, id: 42, clientId: 'Iv23other' } });
  expect(simulator.app.privateKeyPem).toBeNull();
  const jwt = await appJwt({ ...simulator, app: { ...simulator.app, privateKeyPem: app.privateKeyPem } });
  expect((await rest(simulator, '/app', jwt)).body.id).toBe(42);
});

test('the App lists its installations as a bare array and finds them by ID and account', async () => {
  const simulator = await simulatorFor();
  const jwt = await appJwt(simulator);
  const list = await rest(simulator, '/app/installations?per_page=4', jwt);
  expect(list.body).toHaveLength(4);
  expect(list.headers.get('link')).toContain('rel="next"');
  const acme = await rest(simulator, '/orgs/acme/installation', jwt);
  expect(acme.body).toMatchObject({
    account: { login: 'acme', type: 'Organization' },
    target_type: 'Organization',
    repository_selection: 'all',
    suspended_at: null,
    app_slug: 'orgdesk-dev',
  });
  expect((await rest(simulator, `/app/installations/${acme.body.id}`, jwt)).body).toEqual(acme.body);
  expect((await rest(simulator, '/users/ada/installation', jwt)).body.target_type).toBe('User');
  expect((await rest(simulator, '/orgs/quiet-co/installation', jwt)).status).toBe(404);
  expect((await rest(simulator, '/app/installations/999999', jwt)).status).toBe(404);
});

test('an installation token is long, lives an hour and lists the repositories', async () => {
  let nowMs = Date.now();
  const simulator = await simulatorFor({ now: () => nowMs });
  const { world } = simulator;
  const id = world.installationOf(world.organization('northwind')?.id ?? 0)?.id;
  const minted = await rest(simulator, `/app/installations/${id}/access_tokens`, await appJwt(simulator), {
    method: 'POST',
  });
  expect(minted.status).toBe(201);
  expect(minted.body).toMatchObject({ repository_selection: 'all', permissions: { members: 'write' } });
  const { token } = minted.body;
  expect(token).toMatch(/^ghs_7_[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(token.length).toBeGreaterThan(400);

  const page = await rest(simulator, '/installation/repositories?per_page=100&page=12', token);
  expect(page.body.total_count).toBe(1_200);
  expect(page.body.repositories).toHaveLength(100);
  expect(page.headers.get('link')).not.toContain('rel="next"');
  expect((await rest(simulator, '/user', token)).body.message).toBe('Resource not accessible by integration');
  nowMs += 3_600_000;
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(401);
});

test('a token can be narrowed to named repositories', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  const id = world.installationOf(world.organization('acme')?.id ?? 0)?.id;
  const mint = async (body: object) =>
    rest(simulator, `/app/installations/${id}/access_tokens`, await appJwt(simulator), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const narrowed = await mint({ repositories: ['api'] });
  expect(narrowed.body).toMatchObject({ repository_selection: 'selected', repositories: [{ full_name: 'acme/api' }] });
  expect((await rest(simulator, '/installation/repositories', narrowed.body.token)).body.total_count).toBe(1);
  expect((await mint({ repositories: ['elsewhere'] })).status).toBe(422);
});

test('an empty body is no body, also when it says it is JSON', async () => {
  const simulator = await simulatorFor();
  const minted = await rest(simulator, '/app/installations/101/access_tokens', await appJwt(simulator), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  });
  expect(minted.status).toBe(201);
});

test('suspending and removing an installation takes its tokens away', async () => {
  const simulator = await simulatorFor();
  const { world } = simulator;
  const id = world.installationOf(world.organization('acme')?.id ?? 0)?.id ?? 0;
  const mint = async () =>
    rest(simulator, `/app/installations/${id}/access_tokens`, await appJwt(simulator), { method: 'POST' });
  const { token } = (await mint()).body;

  world.suspendInstallation(id, 'ada');
  expect(await mint()).toMatchObject({ status: 403, body: { message: 'This installation has been suspended' } });
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(403);
  expect((await graphql(simulator, token, '{ viewer { login } }')).status).toBe(403);
  const shown = await rest(simulator, `/app/installations/${id}`, await appJwt(simulator));
  expect(shown.body).toMatchObject({ suspended_by: { login: 'ada' }, suspended_at: expect.stringMatching(/Z$/) });

  world.unsuspendInstallation(id);
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(200);
  world.removeInstallation(id);
  expect(await mint()).toMatchObject({ status: 404, body: { message: 'Not Found' } });
  expect((await rest(simulator, '/installation/repositories', token)).status).toBe(401);
  expect((await graphql(simulator, token, '{ viewer { login } }')).status).toBe(401);
});

test('a token has the permissions that its request names, and what was not granted is refused', async () => {
  const simulator = await simulatorFor();
  const id = simulator.world.installationOf(simulator.world.needOrganization('acme').id)?.id ?? 0;
  const request = async (permissions: unknown) =>
    rest(simulator, `/app/installations/${id}/access_tokens`, await appJwt(simulator), {
      method: 'POST',
      body: JSON.stringify({ permissions }),
      headers: { 'content-type': 'application/json' },
    });
  const narrow = await request({ metadata: 'read' });
  expect(narrow).toMatchObject({ status: 201, body: { permissions: { metadata: 'read' } } });
  expect((await rest(simulator, '/installation/repositories', narrow.body.token)).status).toBe(200);
  expect(await rest(simulator, '/orgs/acme/invitations', narrow.body.token)).toMatchObject({
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  });
  const members = await request({ members: 'read' });
  expect((await rest(simulator, '/orgs/acme/invitations', members.body.token)).status).toBe(200);
  expect((await rest(simulator, '/installation/repositories', members.body.token)).status).toBe(403);
  for (const permissions of [{ administration: 'write' }, { secrets: 'read' }, { members: 'all' }]) {
    expect(await request(permissions)).toMatchObject({
      status: 422,
      body: { message: 'The permissions requested are not granted to this installation.' },
    });
  }
  expect(simulator.control.issuedScopes().map(({ permissions }) => permissions)).toEqual([
    { metadata: 'read' },
    { members: 'read' },
  ]);
});
