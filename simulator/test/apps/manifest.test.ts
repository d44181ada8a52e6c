import { createPrivateKey, createPublicKey } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Simulator, SimulatorOptions } from '../../src/simulator.ts';
import { appJwt, rest, simulatorFor } from '../client.ts';
import { publishedDescription } from '../rest/published-descriptions.ts';

const KINDS = ['cloud', 'ghe.com', 'enterprise-server'] as const;
const MANIFEST = {
  name: 'Desk of Acme',
  url: 'https://desk.example',
  hook_attributes: { url: 'https://desk.example/hook', active: true },
  redirect_url: 'http://127.0.0.1:4321/secret/back',
  callback_urls: ['https://desk.example/api/auth'],
  setup_url: 'https://desk.example/api/install/callback',
  description: 'Organizations, administered',
  public: true,
  default_events: ['organization', 'member'],
  default_permissions: { members: 'write', organization_plan: 'read' },
  request_oauth_on_install: false,
  setup_on_update: true,
};

const withoutApp = (options: SimulatorOptions = {}) => simulatorFor({ app: null, ...options });

async function sent({ url }: Simulator, manifest: unknown, account = '') {
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest);
  const response = await fetch(`${url}${account}/settings/apps/new?state=a%2Bb`, {
    method: 'POST',
    body: new URLSearchParams({ manifest: text }),
  });
  return { status: response.status, address: response.url, html: await response.text() };
}

async function confirmed(address: string, login: string, name: string) {
  const body = new URLSearchParams({ login, name });
  const response = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return { status: response.status, to: response.headers.get('location'), html: await response.text() };
}

const codeIn = (address: string | null) => new URL(String(address)).searchParams.get('code') ?? '';

async function codeOf(simulator: Simulator, manifest: object = MANIFEST, name = 'Desk of Acme') {
  const { address } = await sent(simulator, manifest);
  const { to } = await confirmed(address, 'ada', name);
  return codeIn(to);
}

const convert = (simulator: Simulator, code: string) =>
  rest(simulator, `/app-manifests/${code}/conversions`, null, { method: 'POST' });

test.each(KINDS)(
  'registers an App of an organization on %s, and its credentials come once, as described',
  async (kind) => {
    const simulator = await withoutApp({ kind });
    const { address, html } = await sent(simulator, MANIFEST, '/organizations/acme');
    expect(html).toContain('Who are you?');
    expect((await confirmed(address, 'grace', 'Desk')).status).toBe(404);
    const { status, to } = await confirmed(address, 'ada', 'Desk of Acme Inc.');
    expect([status, to]).toEqual([
      302,
      expect.stringMatching(/^http:\/\/127.0.0.1:4321\/secret\/back\?code=\w{40}&state=a%2Bb$/),
    ]);

    const code = codeIn(to);
    const reply = await convert(simulator, code);
    const path = `/app-manifests/${code}/conversions`;
    expect(publishedDescription(kind).misfits('POST', path, undefined, reply)).toEqual([]);
    const slug = 'desk-of-acme-inc';
    const page = {
      cloud: `/apps/${slug}`,
      'ghe.com': `/apps/acme/${slug}`,
      'enterprise-server': `/github-apps/${slug}`,
    };
    expect(reply).toMatchObject({
      status: 201,
      body: {
        slug,
        owner: { login: 'acme', type: 'Organization', id: simulator.world.organization('acme')?.id },
        name: 'Desk of Acme Inc.',
        external_url: 'https://desk.example',
        html_url: `${simulator.url}${page[kind]}`,
        permissions: { members: 'write', metadata: 'read', organization_plan: 'read' },
        events: ['organization', 'member'],
      },
    });
    const { id, client_id: clientId, client_secret: secret, webhook_secret: webhook, pem } = reply.body;
    expect(pem).toContain('BEGIN RSA PRIVATE KEY');
    expect(createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'pem' })).toBe(
      simulator.app.publicKeyPem,
    );
    expect(simulator.app).toMatchObject({
      id,
      clientId,
      clientSecret: secret,
      webhookSecret: webhook,
      setupOnUpdate: true,
    });
    expect(simulator.control.issuedSecrets()).toEqual(expect.arrayContaining([code, secret, webhook]));
    expect((await convert(simulator, code)).status).toBe(404);

    expect((await rest(simulator, '/app', await appJwt(simulator))).body).toMatchObject({ id, installations_count: 0 });
    const picker = await fetch(`${reply.body.html_url}/installations/new?login=ada`);
    expect(await picker.text()).toContain('Install Desk of Acme Inc.');
  },
);

test('knows no App before one is registered', async () => {
  const simulator = await withoutApp();
  expect(simulator.world.installations()).toEqual([]);
  expect((await rest(simulator, '/app', await appJwt(simulator, { issuer: '' }))).status).toBe(401);
  expect((await fetch(`${simulator.url}/apps/orgdesk-dev`)).status).toBe(404);
  expect(await (await fetch(`${simulator.url}/login/oauth/authorize?client_id=`)).text()).toContain('No such App');
});

test('a code is good for an hour', async () => {
  const clock = { now: Date.now() };
  const simulator = await withoutApp({ now: () => clock.now });
  const [inTime, late] = [await codeOf(simulator), await codeOf(simulator, MANIFEST, 'Second desk')];
  clock.now += 60 * 60 * 1000 - 1;
  expect((await convert(simulator, inTime)).status).toBe(201);
  clock.now += 1;
  const reply = await convert(simulator, late);
  expect(publishedDescription('cloud').misfits('POST', `/app-manifests/${late}/conversions`, undefined, reply)).toEqual(
    [],
  );
  expect(reply).toMatchObject({ status: 404, body: { message: 'Not Found' } });
});

test('conversions are counted in a bucket of their own', async () => {
  const simulator = await withoutApp();
  const { status, headers } = await convert(simulator, 'unknown');
  expect([status, headers.get('x-ratelimit-resource'), headers.get('x-ratelimit-limit')]).toEqual([
    404,
    'integration_manifest',
    '5000',
  ]);
  simulator.control.rateLimits({ integration_manifest: 1 });
  expect((await convert(simulator, 'unknown')).status).toBe(403);
});

test('a webhook is pinged when its App is registered, and there is no secret without one', async () => {
  const simulator = await withoutApp();
  const { hook_attributes: _hook, default_events: _events, ...quiet } = MANIFEST;
  const without = await convert(simulator, await codeOf(simulator, quiet));
  expect(without.body).toMatchObject({ webhook_secret: null, events: [] });
  expect(simulator.control.deliveries()).toEqual([]);
  await codeOf(simulator, { ...MANIFEST, hook_attributes: { url: `${simulator.url}/hook` } }, 'With a hook');
  await simulator.control.settled();
  expect(simulator.control.deliveries()).toMatchObject([{ event: 'ping', url: `${simulator.url}/hook` }]);
});

test('a private App is installed by its owner alone', async () => {
  const simulator = await withoutApp();
  const { address } = await sent(simulator, { ...MANIFEST, public: false }, '/organizations/acme');
  await confirmed(address, 'ada', 'Private desk');
  const picker = await (await fetch(`${simulator.url}/apps/private-desk/installations/new?login=ada`)).text();
  expect(picker).toContain('<strong>acme</strong>');
  expect(picker).not.toContain('<strong>quiet-co</strong>');
});

test('a name that is empty, too long or taken is refused, and can be mended on the page', async () => {
  const simulator = await withoutApp();
  const { address } = await sent(simulator, MANIFEST);
  for (const [name, problem] of [
    ['', 'Name can&#39;t be blank'],
    ['x'.repeat(35), 'Name is too long (maximum is 34 characters)'],
    ['Quiet Co', 'Name is already taken'],
  ] as const) {
    const refused = await confirmed(address, 'ada', name);
    expect([refused.status, refused.html]).toEqual([422, expect.stringContaining(problem)]);
  }
  expect((await confirmed(address, 'ada', 'x'.repeat(34))).status).toBe(302);
  const again = await sent(simulator, MANIFEST);
  expect((await confirmed(again.address, 'ada', 'X'.repeat(34))).html).toContain('Name is already taken');
  expect((await confirmed(again.address, 'ada', 'ada')).status).toBe(302);
});

test.each<[string, unknown, boolean?]>([
  ['&quot;url&quot; wasn&#39;t supplied.', { ...MANIFEST, url: undefined }],
  ['&quot;url&quot; wasn&#39;t supplied.', { ...MANIFEST, hook_attributes: { active: false } }],
  ['For &#39;properties/url&#39;, 7 is not a string.', { ...MANIFEST, url: 7 }],
  [
    '&quot;secret&quot; is not a permitted key.',
    { ...MANIFEST, hook_attributes: { url: 'https://a.example', secret: 'x' } },
  ],
  [
    'reachable over the public Internet (127.0.0.1)',
    { ...MANIFEST, hook_attributes: { url: 'http://127.0.0.1:1/' } },
    true,
  ],
  ['Hook url cannot be blank', { ...MANIFEST, hook_attributes: undefined }],
  ['Default permission records resource is not included', { ...MANIFEST, default_permissions: { member: 'read' } }],
  ['Default permission records action is not included', { ...MANIFEST, default_permissions: { members: 'admin' } }],
  ['Default events unsupported: installation', { ...MANIFEST, default_events: ['installation'] }],
  ['not supported by permissions: member', { ...MANIFEST, default_events: ['member'], default_permissions: {} }],
  ['Name is too long (maximum is 34 characters)', { ...MANIFEST, name: 'x'.repeat(35) }],
  ['Callback urls is invalid', { ...MANIFEST, callback_urls: Array(11).fill('https://a.example') }],
  ['The manifest is not a JSON object.', '{'],
])('says %s', async (problem, manifest, refusesLoopback = false) => {
  const simulator = await withoutApp();
  simulator.control.reachLoopback(!refusesLoopback);
  const { status, html } = await sent(simulator, manifest);
  expect([status, html]).toEqual([422, expect.stringContaining('Invalid GitHub App configuration')]);
  expect(html).toContain(problem);
});
