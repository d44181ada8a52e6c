import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FaultRule } from '@orgdesk/simulator';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { browse, hostWithoutApp, on, registerFrom, setUp } from './setting-up.ts';

const match = { path: '^/app-manifests/' };
const once = { match, times: 1 };
const PEM = '-----BEGIN RSA PRIVATE KEY-----\nnonsense\n-----END RSA PRIVATE KEY-----\n';

test.each<[string, FaultRule, RegExp]>([
  [
    'a code that is used',
    { ...once, kind: 'reply', status: 404, body: { message: 'Not Found' } },
    /works once[\s\S]*Next: if an App was created/,
  ],
  [
    '422',
    { ...once, kind: 'reply', status: 422, body: { message: 'Unusable' } },
    /\(422: Unusable\)[\s\S]*Run the same command again/,
  ],
  ['an exhausted limit', { ...once, kind: 'primary-rate-limit' }, /\(403[\s\S]*Next: wait a few minutes/],
  ['a bad gateway', { ...once, kind: 'bad-gateway-html' }, /\(502\)|is unreachable: answered 502[\s\S]*Next:/],
  ['a cut connection', { ...once, kind: 'reset' }, /connection reset[\s\S]*The code expires after one hour/],
  ['a redirect', { ...once, kind: 'redirect', location: 'https://elsewhere.example/' }, /redirects are not followed/],
  ['HTML', { ...once, kind: 'html-200' }, /Next:/],
])('%s is told with the next step, and the code is kept', async (_, fault, message) => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  host.control.fault(fault);
  const program = setUp(folder, on(host));
  await browse(await registerFrom(await program.page()));
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(message);
  const { code } = JSON.parse(await readFile(join(folder, 'orgdesk.env.setup'), 'utf8'));
  expect(code.value).toMatch(/^\w{40}$/);
  expect(program.out() + program.err()).not.toContain(code.value);
});

const good = {
  id: 7,
  slug: 'desk',
  name: 'Desk',
  client_id: 'Iv1.x',
  client_secret: 's',
  webhook_secret: null,
  pem: PEM,
  html_url: 'https://evil.example/apps/desk',
  owner: { id: 1011, login: 'acme', type: 'Organization' },
};

test.each<[string, object]>([
  ['pem', {}],
  ['pem', { pem: 7 }],
  ['slug', { slug: '../../settings' }],
  ['slug', { slug: ['desk'] }],
  ['id', { id: -1 }],
  ['id', { id: '7\nPORT=1' }],
  ['client_id', { client_id: 'x\nPORT=1' }],
  ['client_secret', { client_secret: '' }],
  ['webhook_secret', { webhook_secret: { toString: 'x' } }],
])('an answer with a strange %s is kept, and nothing is written', async (field, change) => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const body = { ...good, ...change };
  host.control.fault({ ...once, kind: 'reply', status: 201, body });
  const program = setUp(folder, on(host));
  await browse(await registerFrom(await program.page()));
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toContain(`returned an invalid ${field}`);
  expect(JSON.parse(await readFile(join(folder, 'orgdesk.env.setup'), 'utf8')).told).toEqual(body);
  await expect(readFile(join(folder, 'orgdesk.env'))).rejects.toThrow('ENOENT');
});

test('an address of the App that lies elsewhere is shown to nobody', async () => {
  const host = await hostWithoutApp();
  const program = setUp(emptyFolder(), on(host, '--organization', 'acme'));
  const back = await registerFrom(await program.page());
  const body = { ...good, pem: String(host.app.privateKeyPem) };
  host.control.fault({ ...once, kind: 'reply', status: 201, body });
  await browse(back);
  expect((await program.ended).code).toBe(0);
  expect(program.out()).not.toContain('evil.example');
  expect(program.out()).toContain('/organizations/acme/settings/apps/desk');
});

test.each([
  ['a port where nobody listens', 'http://127.0.0.1:9', /connection refused[\s\S]*Next: check --code-host-url/],
  ['a name that is none', 'https://nowhere.invalid', /host name[\s\S]*typos/],
])('%s is found before anything is registered', async (_, url, message) => {
  const program = setUp(emptyFolder(), ['--code-host-url', url]);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(message);
  expect(program.err()).toContain('No App was registered.');
});

test.each([
  [['--organization', 'acme'], { id: 4, login: 'mallory', type: 'User' }, 'belongs to mallory, not to acme'],
  [['--organization', 'acme'], { id: 9, login: 'other', type: 'Organization' }, 'belongs to other, not to acme'],
  [['--organization', 'acme'], null, 'an unknown owner, not to acme'],
  [[], { id: 9, login: 'other', type: 'Organization' }, 'belongs to other, not to your own account'],
])('with --yes %j, an App of %j is refused, and nothing is written', async (options, owner, message) => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const program = setUp(folder, on(host, '--yes', ...options));
  const back = await registerFrom(await program.page());
  host.control.fault({
    ...once,
    kind: 'reply',
    status: 201,
    body: { ...good, owner, pem: String(host.app.privateKeyPem) },
  });
  await browse(back);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toContain(message);
  expect(program.err()).toContain('Next: ');
  expect(await readdir(folder)).toEqual(['orgdesk.env.setup']);
});

test('an address of the API where there is none is named as the cause, before anything is registered', async () => {
  const host = await hostWithoutApp();
  const wrong = ['--code-host-url', host.url, '--code-host-api-url', `${host.url}/rest`];
  const program = setUp(emptyFolder(), wrong);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(/No REST API of .* at .*\/rest \(.*404.*\)[\s\S]*Next: check --code-host-api-url/);
  expect(program.err()).toContain('No App was registered.');
});
