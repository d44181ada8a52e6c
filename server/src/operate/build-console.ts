import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONSOLE_BUILD_LIMIT_MS } from '../lib/limits/operate.ts';
import type { Log } from '../lib/system.ts';

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

const CONSOLE_FOLDER = fileURLToPath(new URL('../../../console/', import.meta.url));
/** The page is made of the contract; the client and the command line are served beside it. */
const OTHER_SOURCES = ['contract/src', 'organization-files/src', 'people-files/src', 'command-framework/src']
  .concat(['client', 'cli'].flatMap((name) => [`${name}/src`, `${name}/README.md`, `${name}/package.json`]))
  .map((name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url)));

export const CONSOLE_DIST = join(CONSOLE_FOLDER, 'dist');

/** Production instances do not build the page. */
export async function requireBuiltConsole(): Promise<void> {
  if ((await modifiedAt(join(CONSOLE_DIST, 'index.html'))) > 0) return;
  throw new Error(
    'console/dist is empty. Run `npm run build` first: in production, orgdesk does not build the console',
  );
}

/** Several processes may build at once: files appear complete, index.html last. */
export async function buildConsoleIfStale(log: Log): Promise<void> {
  await mkdir(CONSOLE_DIST, { recursive: true });
  const built = await modifiedAt(join(CONSOLE_DIST, 'index.html'));
  const sources = await Promise.all(
    ['src', 'public', 'index.html', 'vite.config.ts', 'package.json']
      .map((name) => join(CONSOLE_FOLDER, name))
      .concat(OTHER_SOURCES)
      .map(newestIn),
  );
  if (built > Math.max(...sources)) return;
  log.info({}, 'building the console');
  const fresh = await mkdtemp(join(CONSOLE_DIST, '.fresh-'));
  try {
    await runVite(fresh);
    await publishPage(fresh, CONSOLE_DIST, built);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  log.info({}, 'the console is built');
}

function runVite(folder: string): Promise<void> {
  const require = createRequire(join(CONSOLE_FOLDER, 'package.json'));
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', folder], {
    cwd: CONSOLE_FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production' },
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`could not build the console: vite exited with code ${code}`));
    });
  });
}

async function newestIn(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true }).catch(() => []);
  const times = await Promise.all(['', ...entries].map((entry) => modifiedAt(join(path, entry))));
  return Math.max(...times);
}
