import { lstat, readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { browse, formOf, hostWithoutApp, on, registerFrom, settingsIn, setUp } from './setting-up.ts';

test('an App of a person can be installed by others, and one of an organization when that is wanted', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  for (const more of [[], ['--organization', 'acme', '--public']]) {
    const program = setUp(folder, on(host, ...more));
    expect(JSON.parse(formOf((await browse(await program.page())).text).manifest).public).toBe(true);
    await program.stop();
  }
});

test('a file of settings that appears meanwhile stays as it is, and the credentials are kept', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const program = setUp(folder, on(host));
  const page = await program.page();
  await writeFile(join(folder, 'orgdesk.env'), 'PORT=1\n');
  await browse(await registerFrom(page));
  expect((await program.ended).code).toBe(1);
  expect(await readFile(join(folder, 'orgdesk.env'), 'utf8')).toBe('PORT=1\n');
  const again = setUp(folder, on(host, '--env-file', 'other.env'));
  await again.page();
  const kept = await readFile(join(folder, 'orgdesk.env.setup'), 'utf8');
  expect(kept).toContain(host.app.clientSecret);
  expect((await lstat(join(folder, 'orgdesk.env.setup'))).mode & 0o777).toBe(0o600);
});

test.each([
  ['--base-url', 'http://orgdesk.example', 'http only on localhost'],
  ['--base-url', 'https://orgdesk.example/desk', 'without a path'],
  ['--code-host-url', 'github.com', 'https://host.example'],
  ['--organization', 'acme/../ada', 'letters, digits and dashes'],
  ['--name', 'x'.repeat(35), 'at most 34 characters'],
  ['--database-url', 'mysql://x', 'sqlite:PATH or postgres://'],
  ['--database-url', 'postgres://u:p#w@h/d', 'percent'],
  ['--port', '70000', 'from 1 to 65535'],
  ['--env-file', 'no/such/folder/orgdesk.env', 'check that you can write to'],
])('%s %s is refused with a message that helps', async (option, value, message) => {
  const host = await hostWithoutApp();
  const program = setUp(emptyFolder(), [...(option === '--code-host-url' ? [] : on(host)), option, value]);
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toContain(message);
  expect(host.control.count({ method: 'POST' })).toBe(0);
});

test('without a webhook, says how to add it, and still refuses webhooks that nobody signed', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const program = setUp(folder, on(host));
  const withoutHook = ({ hook_attributes: _hook, default_events: _events, ...quiet }: Record<string, unknown>) => quiet;
  await browse(await registerFrom(await program.page(), { change: withoutHook }));
  expect((await program.ended).code).toBe(0);
  expect(program.out()).toContain('The App has no webhook');
  const settings = settingsIn(await readFile(join(folder, 'orgdesk.env'), 'utf8'));
  expect(settings.CODE_HOST_WEBHOOK_SECRET).toMatch(/^\w{64}$/);
});

test('writes the settings on a file system that has no links, and overwrites nothing there either', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const without = `import fs from 'node:fs/promises';
    import { syncBuiltinESMExports } from 'node:module';
    fs.link = async () => { throw Object.assign(new Error('no links here'), { code: 'EPERM' }) };
    syncBuiltinESMExports();`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(without)}` };
  const path = join(folder, 'orgdesk.env');
  const first = setUp(folder, on(host), env);
  const page = await first.page();
  await writeFile(path, 'PORT=1\n');
  await browse(await registerFrom(page));
  expect((await first.ended).code).toBe(1);
  expect(first.err()).toContain('was not overwritten');
  expect(await readFile(path, 'utf8')).toBe('PORT=1\n');
  await unlink(path);

  expect((await setUp(folder, [], env).ended).code).toBe(0);
  expect(settingsIn(await readFile(path, 'utf8')).CODE_HOST_CLIENT_SECRET).toBe(host.app.clientSecret);
  expect((await lstat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(['orgdesk.env']);
});
