import { createPrivateKey, createPublicKey } from 'node:crypto';
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { inSeries } from '../../support/series.ts';
import { browse, formOf, hostWithoutApp, on, registerFrom, settingsIn, setUp } from './setting-up.ts';

const KINDS = inSeries(['cloud', 'ghe.com', 'enterprise-server'] as const, ['ghe.com'] as const);

test.each(KINDS)(
  'registers an App with what orgdesk needs on %s, and writes settings that nobody else can read',
  async (kind) => {
    const [host, folder] = [await hostWithoutApp({ kind }), emptyFolder()];
    const program = setUp(folder, on(host, '--organization', 'acme', '--base-url', 'http://localhost:4567'));
    const page = await program.page();
    const { action, manifest } = formOf((await browse(page)).text);
    expect(action).toMatch(new RegExp(`^${host.url}/organizations/acme/settings/apps/new\\?state=\\w{64}$`));
    expect(JSON.parse(manifest)).toEqual({
      name: expect.stringMatching(/^orgdesk-localhost-\w{4}$/),
      url: 'http://localhost:4567',
      hook_attributes: { url: 'http://localhost:4567/api/install/webhook', active: true },
      redirect_url: `${page.href}/registered`,
      callback_urls: ['http://localhost:4567/api/auth'],
      setup_url: 'http://localhost:4567/api/install/callback',
      description: expect.any(String),
      public: false,
      default_events: ['organization', 'membership', 'team', 'member', 'repository'],
      default_permissions: { members: 'write', metadata: 'read', organization_plan: 'read' },
      request_oauth_on_install: false,
      setup_on_update: true,
    });
    const back = await browse(await registerFrom(page));
    expect([back.status, back.text]).toEqual([200, expect.stringContaining('The App is registered')]);
    expect(await program.ended).toEqual({ code: 0, signal: null });

    const path = join(folder, 'orgdesk.env');
    const settings = settingsIn(await readFile(path, 'utf8'));
    const { app } = host;
    expect(settings).toEqual({
      BASE_URL: 'http://localhost:4567',
      PORT: '4567',
      DATABASE_URL: 'sqlite:./data/orgdesk.db',
      SESSION_SECRET: expect.stringMatching(/^\w{64}$/),
      TOKEN_SECRET: expect.stringMatching(/^\w{64}$/),
      CODE_HOST_URL: host.url,
      CODE_HOST_API_URL: host.apiUrl,
      CODE_HOST_APP_ID: String(app.id),
      CODE_HOST_APP_SLUG: 'the-desk',
      CODE_HOST_CLIENT_ID: app.clientId,
      CODE_HOST_CLIENT_SECRET: app.clientSecret,
      CODE_HOST_WEBHOOK_SECRET: app.webhookSecret,
      CODE_HOST_APP_PRIVATE_KEY: expect.any(String),
    });
    const key = createPrivateKey(Buffer.from(String(settings.CODE_HOST_APP_PRIVATE_KEY), 'base64').toString());
    expect(createPublicKey(key).export({ type: 'spki', format: 'pem' })).toBe(app.publicKeyPem);
    expect((await lstat(path)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['orgdesk.env']);

    const output = program.out() + program.err();
    expect(output).toMatch(/The desk is registered\.\n {2}Owner {4}acme\n {2}Address {2}http/);
    expect(output).toContain('User access tokens must expire. This is the default for a new App');
    const pages = { cloud: '/apps', 'ghe.com': '/apps/acme', 'enterprise-server': '/github-apps' };
    expect(output).toContain(`${host.url}${pages[kind]}/the-desk/installations/new`);
    expect(output).toContain(`${host.url}/organizations/acme/settings/apps/the-desk`);
    for (const secret of [
      settings.SESSION_SECRET,
      settings.TOKEN_SECRET,
      app.clientSecret,
      app.webhookSecret,
      settings.CODE_HOST_APP_PRIVATE_KEY,
    ])
      expect(output).not.toContain(secret);
  },
);

test('an App requests the optional permissions that were chosen', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const chosen = ['--permission', 'organization_personal_access_tokens', '--permission', 'administration'];
  const program = setUp(folder, on(host, ...chosen));
  const page = await program.page();
  const { text } = await browse(page);
  expect(JSON.parse(formOf(text).manifest).default_permissions).toEqual({
    members: 'write',
    metadata: 'read',
    organization_plan: 'read',
    administration: 'write',
    organization_personal_access_tokens: 'write',
  });
  expect(text).toContain('to change access to repositories from files');
  expect(text).not.toContain('to show organization roles');
  await program.stop();

  const unknown = setUp(emptyFolder(), on(host, '--permission', 'contents'));
  expect((await unknown.ended).code).toBe(1);
  expect(unknown.err()).toContain(
    'Optional permissions are administration, organization_custom_org_roles, organization_',
  );
});

test('a file of settings that is there is refused before anything is registered', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  await writeFile(join(folder, 'orgdesk.env'), 'PORT=1\n');
  await symlink('/nowhere/at/all', join(folder, 'link.env'));
  for (const file of ['orgdesk.env', 'link.env']) {
    const program = setUp(folder, on(host, '--env-file', file));
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.err()).toContain(`${join(folder, file)} already exists`);
    expect(program.err()).toContain('Next:');
  }
  expect(host.control.count({})).toBe(0);
  expect(await readFile(join(folder, 'orgdesk.env'), 'utf8')).toBe('PORT=1\n');
});
