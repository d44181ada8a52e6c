import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files of one build are not further apart in time. */
const BUILD_MS = 60_000;

/**
 * Puts the files of a fresh build into the folder of the built page, in place of those of the build before, which was
 * complete at `formerAt` (milliseconds since 1970; 0 when there was none).
 *
 * Documents of the build before go. Its scripts and styles stay until the next build, whatever their age: a page that is
 * open in a browser goes on fetching them by name, also from a service that started after it was opened.
 */
export async function publishPage(fresh: string, folder: string, formerAt: number): Promise<void> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  const assets = await readdir(join(fresh, 'assets'));
  const documents = (await readdir(fresh)).filter((name) => name !== 'assets');
  // The age of index.html tells whether everything is there: it comes last.
  const others = documents.filter((name) => name !== 'index.html');
  for (const name of [...assets.map((asset) => join('assets', asset)), ...others, 'index.html']) {
    await rename(join(fresh, name), join(folder, name));
  }
  // Fresh builds of others begin with a dot.
  const known = new Set(['assets', ...documents]);
  const gone = (await readdir(folder)).filter((name) => !known.has(name) && !name.startsWith('.'));
  for (const asset of await readdir(join(folder, 'assets'))) {
    const path = join('assets', asset);
    if (!assets.includes(asset) && (await modifiedAt(join(folder, path))) < formerAt - BUILD_MS) gone.push(path);
  }
  await Promise.all(gone.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

/** When a file was changed, in milliseconds since 1970; 0 when there is none. */
export const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
