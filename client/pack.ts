import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const SOURCES = ['src', 'package.json', 'README.md', 'tsconfig.package.json', 'vite.config.ts'];

/** Writes the client's package as `file`. Builds in a folder of its own inside the project, because builds may run at once. */
export async function packClient(file: string): Promise<void> {
  const parent = join(import.meta.dirname, 'dist');
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, '.pack-'));
  try {
    for (const name of SOURCES) await cp(join(import.meta.dirname, name), join(folder, name), { recursive: true });
    await packFolder(folder, file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Has npm pack what is in the folder, as `file`. */
export async function packFolder(folder: string, file: string): Promise<void> {
  const parameters = ['pack', '--json', '--offline', '--no-update-notifier', '--loglevel=error'];
  const { stdout } = await promisify(execFile)('npm', parameters, { cwd: folder, shell: process.platform === 'win32' });
  const [, name] = /"filename": "([\w.-]+[.]tgz)"/.exec(stdout) ?? [];
  if (name === undefined) throw new Error(`npm packed nothing: ${stdout}`);
  await rename(join(folder, name), file);
}
