import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface EmptyProject {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  /** Runs a program and resolves with what it wrote; rejects with that when it fails. */
  run(file: string, ...parameters: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** Without what npm and the test runner say of this repository. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(npm_(?!config_(?!local_prefix))|INIT_CWD$|NODE_ENV$|VITE)/.test(name),
  ),
);

/** A project outside of this repository, with these packages from the registry of npm. */
export async function emptyProject(packages: readonly string[]): Promise<EmptyProject> {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-user-'));
  const run: EmptyProject['run'] = async (file, ...parameters) => {
    const options = { cwd: folder, env: ENVIRONMENT, shell: process.platform === 'win32' };
    const ran = await promisify(execFile)(file, [...parameters], options).catch((error: unknown) => {
      const { stdout, stderr } = Object(error);
      throw new Error(`${file} ${parameters.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error });
    });
    return ran.stdout;
  };
  await writeFile(join(folder, 'package.json'), '{ "name": "user", "private": true, "type": "module" }');
  await run('npm', 'install', '--no-audit', '--no-fund', '--no-update-notifier', '--prefer-offline', ...packages);
  return {
    folder,
    run,
    write: (name, text) => writeFile(join(folder, name), text),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
