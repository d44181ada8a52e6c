import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { modifiedAt, publishPage } from '../../src/operate/build-console.ts';
import { fetchOnce } from '../support/browser.ts';
import { startService } from '../support/service/start-service.ts';

const DAY_MS = 86_400_000;

/** A folder of the built page, and a way to build it anew; each build is a day after the one before. */
async function builtPage() {
  const root = await mkdtemp(join(tmpdir(), 'orgdesk-builds-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const folder = join(root, 'dist');
  let at = Date.now() - 30 * DAY_MS;
  const build = async (...names: readonly string[]) => {
    at += DAY_MS;
    const fresh = await mkdtemp(join(root, '.fresh-'));
    await mkdir(join(fresh, 'assets'));
    for (const [index, name] of [...names, 'index.html'].entries()) {
      await writeFile(join(fresh, name), `${name} of ${at}`);
      const written = new Date(at + index * 1_000);
      await utimes(join(fresh, name), written, written);
    }
    return { publish: async () => publishPage(fresh, folder, await modifiedAt(join(folder, 'index.html'))), fresh };
  };
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
      .sort();
  };
  return { folder, build, files };
}

test('a rebuilt page leaves the scripts of the build before to pages that are open, and nothing older', async () => {
  const { folder, build, files } = await builtPage();
  await (await build('assets/main-1.js', 'assets/main-1.js.br', 'assets/same.js', 'old.html', 'old.html.br')).publish();
  await (await build('assets/main-2.js', 'assets/same.js')).publish();
  expect(await files()).toEqual(['index.html', 'main-1.js', 'main-1.js.br', 'main-2.js', 'same.js']);
  await (await build('assets/main-3.js', 'assets/same.js', 'new.html')).publish();
  expect(await files()).toEqual(['index.html', 'main-2.js', 'main-3.js', 'new.html', 'same.js']);

  const service = await startService({ console: { folder, built: Promise.resolve() } });
  onTestFinished(() => service.close());
  const status = async (path: string) => (await fetchOnce(`${service.url}/${path}`)).status;
  expect(await Promise.all(['assets/main-1.js', 'assets/main-2.js', 'assets/main-3.js'].map(status))).toEqual([
    404, 200, 200,
  ]);
});

test('several processes that build at once leave the build before to open pages too', async () => {
  const { folder, build, files } = await builtPage();
  await (await build('assets/main-1.js')).publish();
  const formerAt = await modifiedAt(join(folder, 'index.html'));
  const [first, second] = [await build('assets/main-2.js'), await build('assets/main-2.js')];
  for (const { fresh } of [first, second]) await publishPage(fresh, folder, formerAt);
  expect(await files()).toEqual(['index.html', 'main-1.js', 'main-2.js']);
});

test('the first build removes no script, whoever left it there', async () => {
  const { folder, build, files } = await builtPage();
  await mkdir(join(folder, 'assets'), { recursive: true });
  await writeFile(join(folder, 'assets', 'left.js'), '');
  await (await build('assets/main-1.js')).publish();
  expect(await files()).toEqual(['index.html', 'left.js', 'main-1.js']);
});
