import { chmod, chown, readdir, readFile, rename, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../support/empty-folder.ts';
import { browse, hostWithoutApp, on, registerFrom, type SettingUp, setUp } from './setting-up.ts';

const CONVERSIONS = { path: '^/app-manifests/' };

const keptIn = async (folder: string) => JSON.parse(await readFile(join(folder, 'orgdesk.env.setup'), 'utf8'));

async function killed(program: SettingUp) {
  await program.stop('SIGKILL');
}

test('killed before the code came, shows the same page again, where a browser that comes back late is understood', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const first = setUp(folder, on(host, '--organization', 'acme'));
  const page = await first.page();
  const back = await registerFrom(page);
  await killed(first);
  await expect(browse(back)).rejects.toThrow();

  const again = setUp(folder, []);
  expect((await again.page()).href).toBe(page.href);
  expect(again.out()).toContain('Continuing the setup');
  expect((await browse(back)).status).toBe(200);
  expect((await again.ended).code).toBe(0);
  expect(await readdir(folder)).toEqual(['orgdesk.env']);
});

test('killed while the code is exchanged, exchanges it the next time without asking anybody', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const held = host.control.hold(CONVERSIONS);
  const first = setUp(folder, on(host));
  await browse(await registerFrom(await first.page()));
  await held.arrived(1);
  await killed(first);
  expect(await keptIn(folder)).toMatchObject({ code: { value: expect.any(String) }, told: null });
  held.release();
  await expect.poll(() => host.control.maxInFlight(CONVERSIONS)).toBeGreaterThan(0);

  const again = setUp(folder, []);
  const { code } = await again.ended;
  // A held request continues at the code host, so the code may be used up.
  if (code === 0) expect(await readdir(folder)).toEqual(['orgdesk.env']);
  else expect(again.err()).toMatch(/rejected the code[\s\S]*Next: if an App was created/);
});

test('killed once the credentials are there, writes the settings the next time without asking the code host', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const first = setUp(folder, on(host));
  const page = await first.page();
  // Whatever appears at the last moment keeps the settings from being written.
  await writeFile(join(folder, 'orgdesk.env'), '');
  await browse(await registerFrom(page));
  expect((await first.ended).code).toBe(1);
  const { told } = await keptIn(folder);
  expect(told).toMatchObject({ client_secret: host.app.clientSecret, pem: expect.stringContaining('PRIVATE KEY') });
  await unlink(join(folder, 'orgdesk.env'));
  await host.close();

  const again = setUp(folder, []);
  expect((await again.ended).code).toBe(0);
  expect(await readFile(join(folder, 'orgdesk.env'), 'utf8')).toContain(host.app.clientSecret);
  expect(await readdir(folder)).toEqual(['orgdesk.env']);
});

test('told to stop while the code is exchanged, stores the credentials first, and writes them the next time', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const held = host.control.hold(CONVERSIONS);
  const first = setUp(folder, on(host));
  await browse(await registerFrom(await first.page()));
  await held.arrived(1);
  const stopped = first.stop('SIGINT');
  await expect.poll(() => first.out()).toContain('Stopping after');
  held.release();
  expect(await stopped).toEqual({ code: 130, signal: null });
  expect((await keptIn(folder)).told).toMatchObject({ client_secret: host.app.clientSecret });
  expect(await readdir(folder)).toEqual(['orgdesk.env.setup']);
  await host.close();

  expect((await setUp(folder, []).ended).code).toBe(0);
  expect(await readdir(folder)).toEqual(['orgdesk.env']);
});

test('killed between writing the settings and removing what is kept, removes it the next time, and nothing else', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const [file, keptFile] = ['orgdesk.env', 'orgdesk.env.setup'].map((name) => join(folder, name)) as [string, string];
  const first = setUp(folder, on(host));
  const page = await first.page();
  await writeFile(file, 'PORT=1\n');
  await browse(await registerFrom(page));
  expect((await first.ended).code).toBe(1);
  const kept = await readFile(keptFile, 'utf8');
  const unfinished = setUp(folder, []);
  expect((await unfinished.ended).code).toBe(1);
  for (const text of [`${file} already exists`, `${keptFile} contains an unfinished setup`, 'move', 'remove'])
    expect(unfinished.err()).toContain(text);
  expect([await readFile(file, 'utf8'), await readFile(keptFile, 'utf8')]).toEqual(['PORT=1\n', kept]);
  await unlink(file);
  expect((await setUp(folder, []).ended).code).toBe(0);
  const written = await readFile(file, 'utf8');
  await writeFile(keptFile, kept);

  const again = setUp(folder, []);
  expect((await again.ended).code).toBe(0);
  expect(again.out()).toContain('Setup is complete');
  expect(await readdir(folder)).toEqual(['orgdesk.env']);
  expect(await readFile(file, 'utf8')).toBe(written);
});

test('takes the address of a browser elsewhere in place of the page, if it belongs to this setup', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const first = setUp(folder, on(host));
  const back = await registerFrom(await first.page());
  await first.stop();
  const foreign = new URL(back);
  foreign.searchParams.set('state', 'x'.repeat(64));
  const refused = setUp(folder, ['--code', foreign.href]);
  expect((await refused.ended).code).toBe(1);
  expect(refused.err()).toContain('belongs to a different setup');
  expect((await setUp(folder, ['--code', back.href]).ended).code).toBe(0);
});

test('a setup with a code is finished or given up, but not changed', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  host.control.fault({ match: CONVERSIONS, kind: 'bad-gateway-html', times: 1 });
  const first = setUp(folder, on(host));
  await browse(await registerFrom(await first.page()));
  expect((await first.ended).code).toBe(1);
  const other = setUp(folder, ['--base-url', 'https://other.example']);
  expect((await other.ended).code).toBe(1);
  expect(other.err()).toMatch(/uses a different --base-url[\s\S]*Next: run the command without options/);
  expect((await setUp(folder, on(host)).ended).code).toBe(0);
});

test('a file that is no setup is left alone', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const path = join(folder, 'orgdesk.env.setup');
  for (const text of ['', '{}', '{"plan":null}', 'not json']) {
    await writeFile(path, text);
    const program = setUp(folder, on(host));
    expect((await program.ended).code).toBe(1);
    expect(program.err()).toContain(`${path} is not a saved setup`);
    expect(await readFile(path, 'utf8')).toBe(text);
  }
});

test('told to stop, says that the same command goes on', async () => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const program = setUp(folder, on(host));
  await program.page();
  expect(await program.stop('SIGINT')).toEqual({ code: 130, signal: null });
  expect(program.err()).toContain('Run the same command again');
});

test.skipIf(process.getuid?.() !== 0).each([
  ['belongs to another user', (path: string) => chown(path, 65_534, 65_534)],
  ['others may write to', (path: string) => chmod(path, 0o666)],
  ['is a link', (path: string) => rename(path, `${path}.true`).then(() => symlink(`${path}.true`, path))],
])('a kept setup that %s is not continued, and left as it is', async (_what, spoil) => {
  const [host, folder] = [await hostWithoutApp(), emptyFolder()];
  const first = setUp(folder, on(host, '--organization', 'acme'));
  await first.page();
  await killed(first);
  const path = join(folder, 'orgdesk.env.setup');
  const text = await readFile(path, 'utf8');
  await spoil(path);

  const again = setUp(folder, ['--yes', '--organization', 'acme']);
  expect((await again.ended).code).toBe(1);
  expect(again.err()).toContain(`${path} is owned or writable by another user`);
  expect(await readFile(path, 'utf8')).toBe(text);
});
