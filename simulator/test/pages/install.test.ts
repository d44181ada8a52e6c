import { expect, test } from 'vitest';
import type { Simulator } from '../../src/simulator.ts';
import { appJwt, rest, simulatorFor, tokenRequest } from '../client.ts';
import { simulatorWithReceiver } from '../receiver.ts';

const SETUP_URL = 'http://127.0.0.1:4321/api/install/callback';
const NEW = '/apps/orgdesk-dev/installations/new';
const withSetup = { app: { setupUrl: SETUP_URL } };

const accountId = ({ world }: Simulator, login: string) => (world.organization(login) ?? world.user(login))?.id ?? 0;
const installPath = (simulator: Simulator, login: string, more = '') =>
  `${NEW}/permissions?suggested_target_id=${accountId(simulator, login)}${more}`;

async function page({ url }: Simulator, path: string) {
  const response = await fetch(`${url}${path}`, { redirect: 'manual' });
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get('location'),
    headers: response.headers,
    html,
    links: [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&')),
  };
}

async function post({ url }: Simulator, path: string, form: readonly (readonly [string, string])[]) {
  const body = new URLSearchParams(form.map(([name, value]) => [name, value]));
  const response = await fetch(`${url}${path}`, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

const install = (simulator: Simulator, login: string, account: string, more = '') =>
  post(simulator, installPath(simulator, account, more), [
    ['login', login],
    ['decision', 'install'],
    ['selection', 'all'],
  ]);

test('the pages ask who, then where, then what, and keep the state byte for byte', async () => {
  const simulator = await simulatorFor(withSetup);
  const state = 'state=a%2Bb+c%20%7E.~*%C3%A9';
  const who = await page(simulator, `${NEW}?${state}`);
  expect(who.links).toHaveLength(9);
  const ada = who.links.find((href) => href.includes('login=ada')) ?? '';
  const where = await page(simulator, ada);
  expect([...where.html.matchAll(/<strong>([\w-]+)<\/strong><small>([^<]+)/g)].map(([, a, b]) => `${a}: ${b}`)).toEqual(
    [
      'ada: Installed: configure',
      'acme: Installed: configure',
      'lumen-labs: Installed: configure',
      'harbor-tools: Installed, suspended: configure',
      'quiet-co: Not installed',
    ],
  );
  const quiet = where.links.at(-1) ?? '';
  const what = await page(simulator, quiet);
  expect(what.html).toContain('Install orgdesk (development) on quiet-co');
  expect(what.html).toContain('read and write access to members');
  const done = await post(simulator, quiet, [
    ['login', 'ada'],
    ['decision', 'install'],
    ['selection', 'all'],
  ]);
  expect(done.location).toBe(`${SETUP_URL}?installation_id=107&setup_action=install&${state}`);
  for (const { html, headers } of [who, where, what]) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).not.toMatch(/https?:\/\/|<script/);
  }
});

test('installing by an owner makes the installation, tells the App and returns with the ID', async () => {
  const { simulator, control, receiver, world } = await simulatorWithReceiver(withSetup);
  const { location } = await install(simulator, 'ada', 'quiet-co', '&state=s1');
  const installation = world.installationOf(accountId(simulator, 'quiet-co'));
  expect(location).toBe(`${SETUP_URL}?installation_id=${installation?.id}&setup_action=install&state=s1`);
  await control.settled();
  expect(receiver.names()).toEqual(['installation created']);
  expect(receiver.received[0]?.payload).toMatchObject({
    installation: { id: installation?.id, account: { login: 'quiet-co', type: 'Organization' }, suspended_at: null },
    repositories: [{ full_name: 'quiet-co/whisper', private: false }],
    requester: null,
    sender: { login: 'ada' },
  });
});

test('repositories can be chosen, in the address or on the page, and a choice of none is refused', async () => {
  const simulator = await simulatorFor(withSetup);
  const { world } = simulator;
  for (const name of ['one', 'two']) world.addRepository({ owner: 'quiet-co', name });
  const ids = ['one', 'two'].map((name) => String(world.repository('quiet-co', name)?.id));
  const address = installPath(simulator, 'quiet-co', `&login=ada&repository_ids[]=${ids[0]}&repository_ids[]=999`);
  const { html } = await page(simulator, address);
  expect(html).toMatch(/value="selected" checked/);
  expect(html.match(/type="checkbox"[^>]*checked/g)).toHaveLength(1);
  const choose = (...chosen: readonly string[]) =>
    post(simulator, address, [
      ['login', 'ada'],
      ['decision', 'install'],
      ['selection', 'selected'],
      ...chosen.map((id) => ['repository_ids[]', id] as const),
    ]);
  for (const wrong of [await choose(), await choose('999'), await choose('x')]) {
    expect(wrong.status).toBe(422);
    expect(wrong.html).toContain('role="alert"');
  }
  expect((await choose(...ids)).status).toBe(302);
  const { id, repositorySelection } = world.installationOf(accountId(simulator, 'quiet-co')) ?? { id: 0 };
  expect(repositorySelection).toBe('selected');
  expect(world.repositoriesOfInstallation(id).map(({ name }) => name)).toEqual(['one', 'two']);
});

test('a personal account installs for itself', async () => {
  const simulator = await simulatorFor(withSetup);
  const { location } = await install(simulator, 'edsger', 'edsger');
  expect(location).toMatch(/installation_id=107&setup_action=install$/);
  expect(simulator.world.installation(107)?.accountType).toBe('User');
  expect((await page(simulator, '/settings/installations/107?login=edsger')).html).toContain('on edsger');
});

test('where the App is installed already, the address and a second click lead to its settings [IS-7]', async () => {
  const simulator = await simulatorFor(withSetup);
  const seen = await page(simulator, installPath(simulator, 'acme', '&state=s2&login=ada'));
  expect(seen.location).toBe('/organizations/acme/settings/installations/101?login=ada&state=s2');
  expect((await install(simulator, 'ada', 'acme', '&state=s2')).location).toContain('/settings/installations/101');
  const targetForm = `${NEW}/permissions?target_id=${accountId(simulator, 'acme')}&target_type=Organization&login=ada`;
  expect((await page(simulator, targetForm)).location).toBe('/organizations/acme/settings/installations/101?login=ada');
  expect((await page(simulator, '/apps/orgdesk-dev/installations/select_target?login=ada')).links).toHaveLength(5);
});

test('saving leads to the setup URL as an update, or stays when the registration says so [IS-7]', async () => {
  const { simulator, control, receiver } = await simulatorWithReceiver(withSetup);
  const settings = '/organizations/acme/settings/installations/101';
  const api = String(simulator.world.repository('acme', 'api')?.id);
  const save = (target: Simulator, query: string) =>
    post(target, `${settings}${query}`, [
      ['login', 'ada'],
      ['decision', 'save'],
      ['selection', 'selected'],
      ['repository_ids[]', api],
    ]);
  // Also for those who came with a state: the platform does not return it.
  expect((await save(simulator, '?state=s3')).location).toBe(`${SETUP_URL}?installation_id=101&setup_action=update`);
  expect((await save(simulator, '')).location).toBe(`${SETUP_URL}?installation_id=101&setup_action=update`);
  await control.settled();
  expect(receiver.names()).toEqual(['installation_repositories removed']);
  expect(receiver.received[0]?.payload).toMatchObject({
    repository_selection: 'selected',
    repositories_added: [],
    repositories_removed: [
      { name: 'website' },
      { name: 'anvil-firmware' },
      { name: 'rocket-skates' },
      { name: 'new-idea' },
    ],
  });
  const staying = await simulatorFor({ app: { setupUrl: SETUP_URL, setupOnUpdate: false } });
  const kept = await save(staying, '');
  expect(kept.location).toBe(`${settings}?login=ada&done=saved`);
  expect((await page(staying, kept.location ?? '')).html).toContain('role="status">Saved.');
});

test('somebody who owns nothing there can only ask; approval installs in the name of the requester', async () => {
  const { simulator, control, receiver, world } = await simulatorWithReceiver(withSetup);
  world.addMembership({ organization: 'quiet-co', login: 'grace' });
  const address = installPath(simulator, 'quiet-co', '&state=s4');
  expect((await page(simulator, `${address}&login=grace`)).html).toContain('value="request"');
  expect((await install(simulator, 'grace', 'quiet-co')).status).toBe(403);
  const ask = () =>
    post(simulator, address, [
      ['login', 'grace'],
      ['decision', 'request'],
    ]);
  expect((await ask()).location).toBe(`${SETUP_URL}?setup_action=request&state=s4`);
  await ask();
  expect(world.installationOf(accountId(simulator, 'quiet-co'))).toBeNull();
  const { body } = await rest(simulator, '/app/installation-requests', await appJwt(simulator));
  expect(body).toEqual([
    {
      id: 901,
      node_id: expect.any(String),
      account: expect.objectContaining({ login: 'quiet-co', type: 'Organization' }),
      requester: expect.objectContaining({ login: 'grace' }),
      created_at: expect.stringMatching(/Z$/),
    },
  ]);
  expect((await page(simulator, '/organizations/quiet-co/settings/installations?login=ada')).html).toContain(
    'grace asks for',
  );
  const { id } = control.platform.approveRequest(901, { repositories: ['whisper'] });
  await control.settled();
  expect(
    receiver.received.map(({ name, payload }) => [name, payload.installation.id, payload.requester.login]),
  ).toEqual([['installation created', id, 'grace']]);
  expect(world.installationRequests()).toEqual([]);
});

test('an owner can dismiss a request instead, and nobody else', async () => {
  const { simulator, control, receiver, world } = await simulatorWithReceiver(withSetup);
  world.addMembership({ organization: 'quiet-co', login: 'grace' });
  const { id } = world.addInstallationRequest({ account: 'quiet-co', requester: 'grace' });
  const dismiss = (login: string, organization: string, request: string) =>
    post(simulator, `/organizations/${organization}/settings/installations`, [
      ['login', login],
      ['dismiss', request],
    ]);
  expect((await dismiss('grace', 'quiet-co', String(id))).status).toBe(404);
  expect((await dismiss('ada', 'acme', String(id))).status).toBe(422);
  expect((await dismiss('ada', 'quiet-co', 'x')).status).toBe(422);
  expect(world.installationRequests()).toHaveLength(1);
  const { location } = await dismiss('ada', 'quiet-co', String(id));
  expect((await page(simulator, location ?? '')).html).toContain('The request is dismissed.');
  expect(world.installationRequests()).toEqual([]);
  await control.settled();
  expect(receiver.names()).toEqual([]);
});

test('strangers, billing managers and invited people find nothing', async () => {
  const simulator = await simulatorFor(withSetup);
  const paths = [
    installPath(simulator, 'acme', '&login=dorothy'),
    installPath(simulator, 'lumen-labs', '&login=dorothy'),
    installPath(simulator, 'quiet-co', '&login=edsger'),
    `${NEW}/permissions?suggested_target_id=99999&login=ada`,
    '/organizations/acme/settings/installations/101?login=grace',
    '/organizations/acme/settings/installations/102?login=ada',
    '/organizations/nowhere/settings/installations/101?login=ada',
    '/settings/installations/101?login=ada',
    '/apps/other/installations/new',
  ];
  for (const path of paths) expect((await page(simulator, path)).status, path).toBe(404);
  expect((await install(simulator, 'edsger', 'quiet-co')).status).toBe(404);
  expect((await install(simulator, 'nobody', 'quiet-co')).status).toBe(404);
  expect((await page(simulator, installPath(simulator, 'acme', '&login=grace'))).html).toContain('Installed already');
  expect((await page(simulator, `${NEW}/permissions?state=x&login=ada`)).location).toBe(`${NEW}?state=x&login=ada`);
});

test('owners suspend, unsuspend, accept permissions and uninstall on the settings page', async () => {
  const { simulator, control, receiver, world } = await simulatorWithReceiver(withSetup);
  const settings = '/organizations/acme/settings/installations/101';
  world.setInstallationPermissions(101, { metadata: 'read' });
  expect((await page(simulator, `${settings}?login=ada`)).html).toContain('Accept new permissions');
  for (const decision of ['accept', 'suspend', 'suspend', 'unsuspend', 'uninstall']) {
    const { location } = await post(simulator, `${settings}?login=ada`, [['decision', decision]]);
    expect((await page(simulator, location ?? '')).html).toContain('role="status"');
  }
  expect((await post(simulator, `${settings}?login=ada`, [['decision', 'uninstall']])).status).toBe(404);
  await control.settled();
  expect(receiver.names()).toEqual([
    'installation new_permissions_accepted',
    'installation suspend',
    'installation unsuspend',
    'installation deleted',
  ]);
  expect(world.installation(101)).toBeNull();
});

test('new permissions are accepted at the address people are sent to for it', async () => {
  const simulator = await simulatorFor(withSetup);
  const { world } = simulator;
  const settings = '/organizations/acme/settings/installations/101';
  world.setInstallationPermissions(101, { metadata: 'read' });
  const { html } = await page(simulator, `${settings}/permissions/update?login=ada`);
  expect(html).toContain('Accept new permissions');
  const { location } = await post(simulator, `${settings}/permissions/update?login=ada`, [['decision', 'accept']]);
  expect(location).toBe(`${settings}?login=ada&done=accepted`);
  expect(world.installation(101)?.permissions).toBeNull();
  expect((await page(simulator, `${settings}/permissions/update?login=grace`)).status).toBe(404);
});

test('with OAuth during installation the callback gets a code that can be exchanged', async () => {
  const callback = 'http://127.0.0.1:4321/api/auth';
  const simulator = await simulatorFor({
    app: { oauthOnInstall: true, callbackUrls: [callback, 'http://elsewhere.example/'] },
  });
  const target = new URL((await install(simulator, 'ada', 'quiet-co', '&state=s5')).location ?? '');
  expect(`${target.origin}${target.pathname}`).toBe(callback);
  expect([...target.searchParams.keys()]).toEqual(['code', 'installation_id', 'setup_action', 'state']);
  const tokens = await tokenRequest(simulator, { code: target.searchParams.get('code') ?? '', redirect_uri: callback });
  expect((await rest(simulator, '/user', tokens.access_token)).body.login).toBe('ada');
  const seen = await rest(simulator, '/user/installations', tokens.access_token);
  expect(seen.body.installations.map(({ id }: { id: number }) => id)).toContain(
    Number(target.searchParams.get('installation_id')),
  );
});

test('without a setup URL people stay on the platform', async () => {
  const simulator = await simulatorFor();
  const { location } = await install(simulator, 'ada', 'quiet-co');
  expect(location).toBe('/organizations/quiet-co/settings/installations/107?login=ada');
  simulator.world.addMembership({ organization: 'quiet-co', login: 'grace' });
  simulator.control.platform.uninstall(107);
  const response = await post(simulator, installPath(simulator, 'quiet-co'), [
    ['login', 'grace'],
    ['decision', 'request'],
  ]);
  expect([response.status, response.html.includes('have been asked')]).toEqual([200, true]);
});

test('names that look like markup are shown as text', async () => {
  const simulator = await simulatorFor({ app: { name: '<b>App</b>', permissions: { '<i>': 'read' } } });
  const { world } = simulator;
  const evil = '"><script>alert(1)</script>';
  world.addOrganization({ login: evil });
  world.addMembership({ organization: evil, login: 'ada', role: 'admin' });
  world.addRepository({ owner: evil, name: evil });
  world.addUser({ login: `${evil}2`, signInNote: evil });
  const settings = `/organizations/${encodeURIComponent(evil)}/settings/installations`;
  const paths = [NEW, `${NEW}?login=ada&state="><script>`, `${installPath(simulator, evil)}&login=ada`];
  for (const path of paths) expect((await page(simulator, path)).html).not.toMatch(/<script|<b>App|<i>|"">/);
  simulator.control.platform.install({ account: evil });
  for (const path of [settings, `${settings}/107`]) {
    const { status, html } = await page(simulator, `${path}?login=ada&done=<script>`);
    expect(status).toBe(200);
    expect(html).not.toMatch(/<script|<b>App|<i>|"">/);
  }
});

test('an Enterprise Server has its pages at another address', async () => {
  const simulator = await simulatorFor({ kind: 'enterprise-server', ...withSetup });
  const home = '/github-apps/orgdesk-dev';
  expect((await page(simulator, home)).links).toEqual([`${home}/installations/new`]);
  expect((await page(simulator, `${home}/installations/new?login=ada`)).links[0]).toContain(
    `${home}/installations/new/permissions?`,
  );
  expect((await page(simulator, NEW)).status).toBe(404);
});
