import { expect, test } from 'vitest';
import { readOrganization } from '../../../src/code-host/client.ts';
import { createHttpCodeHost } from '../../../src/code-host/code-host.ts';
import { readOwnMembership } from '../../../src/code-host/people/memberships.ts';
import { hostAnswering, installation, json, TOKEN } from '../host-answering.ts';
import { type HostUnderTest, NOON, startHost } from '../host-under-test.ts';
import { recordingLog } from '../recording-log.ts';

const MINUTE_MS = 60_000;

const idOf = ({ simulator }: HostUnderTest, login: string) => simulator.world.organization(login)?.id;
const installationIdOf = (setup: HostUnderTest, login: string) =>
  setup.simulator.world.installationOf(idOf(setup, login) ?? 0)?.id ?? 0;

test('an own membership is told with the role, whatever the letter case', async () => {
  const setup = await startHost();
  const { accessToken: ada } = await setup.signIn('ada');
  const { accessToken: dorothy } = await setup.signIn('dorothy');
  const organization = { id: idOf(setup, 'acme'), login: 'acme' };

  expect(await readOwnMembership(setup.host.as({ token: ada }), 'ACME')).toEqual({
    ok: true,
    value: { kind: 'active', organization, role: 'admin' },
  });
  expect(await readOwnMembership(setup.host.as({ token: dorothy }), 'acme')).toEqual({
    ok: true,
    value: { kind: 'active', organization, role: 'billing_manager' },
  });
  expect(await readOwnMembership(setup.host.as({ token: dorothy }), 'lumen-labs')).toEqual({
    ok: true,
    value: { kind: 'pending', organization: { id: idOf(setup, 'lumen-labs'), login: 'lumen-labs' } },
  });
  expect(setup.simulator.control.count()).toBe(3);
});

test('no membership, no organization and a hidden one are the same', async () => {
  const setup = await startHost();
  const { accessToken } = await setup.signIn('grace');
  setup.simulator.world.setHidden('acme', 'grace', true);

  for (const login of ['closed-circle', 'no-such-organization', 'acme']) {
    expect(await readOwnMembership(setup.host.as({ token: accessToken }), login)).toEqual({
      ok: true,
      value: { kind: 'none' },
    });
  }
});

test('where the App may not read members, the membership is refused', async () => {
  const { host, signIn } = await startHost();
  const { accessToken } = await signIn('ada');

  for (const login of ['quiet-co', 'harbor-tools']) {
    expect(await readOwnMembership(host.as({ token: accessToken }), login)).toEqual({
      ok: false,
      refusal: {
        kind: 'rejected',
        status: 403,
        message: 'Resource not accessible by integration',
        needs: 'members: read',
      },
    });
  }
});

test('a token that works no more is unauthorized', async () => {
  const { host } = await startHost();
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toEqual({
    ok: false,
    refusal: { kind: 'unauthorized' },
  });
});

const SSO_MESSAGE = 'Resource protected by organization SAML enforcement.';

test('single sign-on is told with the page where it is done', async () => {
  const { host, signIn, simulator } = await startHost();
  const { accessToken } = await signIn('katherine');
  const message = `${SSO_MESSAGE} You must grant your OAuth token access to this organization.`;
  expect(await readOwnMembership(host.as({ token: accessToken }), 'vaultworks')).toEqual({
    ok: false,
    refusal: { kind: 'single-sign-on', message, authorizeUrl: `${simulator.url}/orgs/vaultworks/sso` },
  });
});

test.for([
  ['another host', 'required; url=https://evil.example/orgs/acme/sso'],
  ['another scheme', 'required; url=javascript:alert(1)'],
  ['somebody in front of the host', 'required; url=http://somebody@HOST/sso'],
  ['a host that only begins so', 'required; url=http://HOST.evil.example/sso'],
  ['another port', 'required; url=http://127.0.0.1:1/sso'],
  ['no address', 'required; url=sso'],
  ['no address at all', 'required'],
  ['a path alone', 'required; url=/orgs/acme/sso'],
  ['a blank inside', 'required; url=http://HOST/sso http://evil.example'],
  ['two headers as one', 'required; url=http://HOST/sso, required; url=http://evil.example/'],
  ['an endless address', `required; url=http://HOST/${'x'.repeat(5_000)}`],
] as const)('a sign-on page that is %s is not passed on [OA-2]', async ([, header]) => {
  const { host, server } = await hostAnswering({
    '/api/user/memberships/orgs/acme': (request, response) =>
      json(
        response,
        403,
        { message: SSO_MESSAGE },
        { 'x-github-sso': header.replaceAll('HOST', request.headers.host ?? '') },
      ),
  });
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toEqual({
    ok: false,
    refusal: { kind: 'single-sign-on', message: SSO_MESSAGE, authorizeUrl: null },
  });
  expect(server.hits()).toBe(1);
});

test.for(['partial-results; organizations=1,2', 'requiredness', '', 'url=http://127.0.0.1/sso'])(
  'the header %j asks nobody to sign on',
  async (header) => {
    const { host } = await hostAnswering({
      '/api/user/memberships/orgs/acme': (_request, response) =>
        json(response, 403, { message: 'no' }, { 'x-github-sso': header }),
    });
    expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toMatchObject({
      ok: false,
      refusal: { status: 403 },
    });
  },
);

const ADDRESS_REFUSED =
  'Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list ' +
  'enabled, and your IP address is not permitted to access this resource.';

test('an IP allow list is told by its message, also with the last call of an hour, and by nothing less', async () => {
  const { host, signIn, simulator } = await startHost();
  const { accessToken } = await signIn('ada');
  const refused = { ok: false, refusal: { kind: 'ip-allow-list', message: ADDRESS_REFUSED } };
  simulator.world.updateOrganization('acme', { ipAllowList: true });
  expect(await readOwnMembership(host.as({ token: accessToken }), 'acme')).toEqual(refused);

  const headers = { 'x-ratelimit-remaining': '0' };
  simulator.control.fault({ kind: 'reply', status: 403, headers, body: { message: ADDRESS_REFUSED } });
  expect(await readOwnMembership(host.as({ token: accessToken }), 'acme')).toEqual(refused);
  for (const [status, message] of [
    [404, ADDRESS_REFUSED],
    [403, 'Your IP address is not permitted.'],
  ] as const) {
    simulator.control.fault({ kind: 'reply', status, body: { message } });
    expect(await readOwnMembership(host.as({ token: accessToken }), 'acme')).not.toMatchObject({
      refusal: { kind: 'ip-allow-list' },
    });
  }
});

test.for([
  [{ login: 'octo-corp', type: 'Organization' }, '/organizations/octo-corp/settings/apps/orgdesk-dev/permissions'],
  [{ login: 'ada', type: 'User' }, '/settings/apps/orgdesk-dev/permissions'],
] as const)('the page where %j changes what the App asks for is told', async ([owner, path]) => {
  const { host, simulator } = await startHost({ app: { owner } });
  expect(await host.registeredApp()).toMatchObject({ value: { permissionsPage: simulator.url + path } });
});

test.for([
  [{ slug: 'orgdesk', owner: { slug: 'big', name: 'Big' } }],
  [{ slug: '../x', owner: { login: 'octo', type: 'Organization' } }],
  [{ slug: 'orgdesk', owner: { login: 'a/b', type: 'Organization' } }],
  [{ owner: { login: 'octo', type: 'Organization' }, html_url: 'javascript:alert(1)' }],
  [{ html_url: 'https://evil.example/apps/orgdesk' }],
  [{ html_url: 7 }],
] as const)('of an App that is told as %j no address is', async ([more]) => {
  const { host, simulator } = await startHost();
  simulator.control.fault({ kind: 'reply', status: 200, body: { permissions: {}, ...more } });
  expect(await host.registeredApp()).toEqual({
    ok: true,
    value: { permissions: new Map(), page: null, permissionsPage: null },
  });
});

test('single sign-on is told although the same call used up the hourly limit', async () => {
  const { host, server } = await hostAnswering({
    '/api/user/memberships/orgs/acme': (request, response) =>
      json(
        response,
        403,
        { message: SSO_MESSAGE },
        { 'x-ratelimit-remaining': '0', 'x-github-sso': `required; url=http://${request.headers.host}/sso` },
      ),
  });
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toEqual({
    ok: false,
    refusal: { kind: 'single-sign-on', message: SSO_MESSAGE, authorizeUrl: `${server.url}/sso` },
  });
});

test.for([
  ['another organization', { state: 'active', role: 'admin', organization: { id: 8, login: 'other' } }],
  ['no organization', { state: 'active', role: 'admin' }],
  ['a state nobody knows', { state: 'maybe', role: 'admin', organization: { id: 8, login: 'acme' } }],
] as const)('a membership with %s is no answer', async ([, body]) => {
  const { host } = await hostAnswering({
    '/api/user/memberships/orgs/acme': (_request, response) => json(response, 200, body),
  });
  expect(await readOwnMembership(host.as({ token: TOKEN }), 'acme')).toMatchObject({
    ok: false,
    refusal: { kind: 'unreachable' },
  });
});

test.for(['<h1>404</h1>', '{}'])(
  'a 404 with %j is not the platform speaking: nobody is called a stranger',
  async (body) => {
    const { host, simulator, signIn } = await startHost();
    const { accessToken } = await signIn('ada');
    simulator.control.fault({ kind: 'reply', status: 404, body });

    const refused = { ok: false, refusal: { kind: 'rejected', status: 404, message: '' } };
    expect(await readOwnMembership(host.as({ token: accessToken }), 'acme')).toEqual(refused);
    expect(await host.installationOn('acme')).toEqual(refused);
  },
);

test('a login goes into an address as one part of it, however odd', async () => {
  const { host, server } = await hostAnswering({
    '/api/user/memberships/orgs/..%3Fb%23c': (_request, response) => json(response, 404, { message: 'this very one' }),
  });
  expect(await readOwnMembership(host.as({ token: TOKEN }), '..?b#c')).toEqual({ ok: true, value: { kind: 'none' } });
  expect(server.hits()).toBe(1);
});

test('a login that is a path is refused, and nothing is sent or known', async () => {
  const { host, server } = await hostAnswering({});
  const refusal = { kind: 'rejected', status: 400, message: 'The name is not valid. Nothing was sent.' };
  for (const login of ['', '.', '..', 'a/b', '%2e%2e']) {
    expect(await readOwnMembership(host.as({ token: TOKEN }), login)).toEqual({ ok: false, refusal });
    expect(await readOrganization(host.as({ token: TOKEN }), login)).toEqual({ ok: false, refusal });
  }
  expect(server.hits()).toBe(0);
});

test('the installation on an organization is told with its permissions', async () => {
  const setup = await startHost();
  const { world, app } = setup.simulator;
  const id = installationIdOf(setup, 'acme');
  const expected = {
    id,
    accountId: idOf(setup, 'acme'),
    accountLogin: 'acme',
    accountType: 'organization',
    repositorySelection: 'all',
    suspendedAt: null,
  };

  expect(await setup.host.installationOn('Acme')).toEqual({
    ok: true,
    value: { installation: expected, permissions: new Map(Object.entries(app.permissions)) },
  });
  world.setInstallationPermissions(id, { metadata: 'read' });
  world.suspendInstallation(id);
  expect(await setup.host.installationOn('acme')).toEqual({
    ok: true,
    value: { installation: { ...expected, suspendedAt: NOON }, permissions: new Map([['metadata', 'read']]) },
  });
  for (const login of ['quiet-co', 'no-such-organization', 'ada']) {
    expect(await setup.host.installationOn(login)).toEqual({ ok: true, value: null });
  }
  expect(setup.simulator.control.count({ credential: 'app' })).toBe(setup.simulator.control.count());
});

test.for([
  ['without permissions', installation(1, { account: { id: 1, login: 'acme', type: 'Organization' } })],
  [
    'on another account',
    installation(1, { account: { id: 1, login: 'other', type: 'Organization' }, permissions: { members: 'read' } }),
  ],
  ['on an enterprise', { id: 5, account: { id: 6, slug: 'acme' }, target_type: 'Enterprise', permissions: {} }],
] as const)('an installation %s is neither there nor missing', async ([, body]) => {
  const { host, simulator } = await startHost();
  simulator.control.fault({ kind: 'reply', status: 200, body });
  expect(await host.installationOn('acme')).toMatchObject({ ok: false, refusal: { kind: 'unreachable' } });
});

test('names and levels that are none are left out of permissions', async () => {
  const { host, simulator } = await startHost();
  const permissions = { members: 'write', '<b>': 'read', issues: 'x'.repeat(50), ['n'.repeat(200)]: 'read' };
  simulator.control.fault({ kind: 'reply', status: 200, body: { permissions } });
  expect(await host.registeredApp()).toMatchObject({ value: { permissions: new Map([['members', 'write']]) } });
});

test('the permissions the App asks for are asked once in ten minutes, and once by callers at the same time', async () => {
  let now = NOON.getTime();
  const { simulator } = await startHost({ now: () => now });
  const { app, url, apiUrl, control } = simulator;
  const host = createHttpCodeHost(
    {
      webUrl: new URL(url),
      apiUrl: new URL(apiUrl),
      clientId: '',
      clientSecret: '',
      appId: String(app.id),
      appSlug: '',
      appPrivateKey: app.privateKeyPem ?? '',
    },
    { clock: { now: () => new Date(now) }, log: recordingLog() },
  );
  const ask = () => Promise.all(Array.from({ length: 20 }, () => host.registeredApp()));
  const expected = { ok: true, value: { permissions: new Map(Object.entries(app.permissions)) } };

  for (const [minutes, calls] of [
    [0, 1],
    [5, 1],
    [9.9, 1],
    [10, 2],
    [15, 2],
  ] as const) {
    now = NOON.getTime() + minutes * MINUTE_MS;
    for (const answer of await ask()) expect(answer).toMatchObject(expected);
    expect([minutes, control.count({ path: '/app' })]).toEqual([minutes, calls]);
  }
});

test('permissions that were refused are asked for again', async () => {
  const { host, simulator } = await startHost();
  simulator.control.fault({ kind: 'bad-gateway-html', times: 1 });
  expect(await host.registeredApp()).toMatchObject({ ok: false });
  expect(await host.registeredApp()).toMatchObject({ ok: true });
});
