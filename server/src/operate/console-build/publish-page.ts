import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CONSOLE_BUILD_LIMIT_MS } from '../../lib/limits/process.ts';

/**
 * Former scripts and styles stay until the next build: open pages still fetch them. `previousBuildAt` is in
 * milliseconds since 1970; 0 if there was none.
 */
export async function publishPage(fresh: string, folder: string, previousBuildAt: number): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const assets = await readdir(join(fresh, 'assets'));
  const documents = (await readdir(fresh)).filter((name) => name !== 'assets');
  // index.html is moved last: its age marks the build as complete.
  const others = documents.filter((name) => name !== 'index.html');
  for (const name of [...assets.map((asset) => join('assets', asset)), ...others, 'index.html']) {
    await rename(join(fresh, name), join(folder, name));
  }
  // Builds in progress have names that start with a dot.
  const published = new Set(['assets', ...documents]);
  const outdated = (await readdir(folder)).filter((name) => !published.has(name) && !name.startsWith('.'));
  for (const asset of await readdir(join(folder, 'assets'))) {
    const path = join('assets', asset);
    if (!assets.includes(asset) && (await modifiedAt(join(folder, path))) < previousBuildAt - CONSOLE_BUILD_LIMIT_MS)
      outdated.push(path);
  }
  await Promise.all(outdated.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

export const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
