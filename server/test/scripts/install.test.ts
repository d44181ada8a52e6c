import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyFolder } from '../support/empty-folder.ts';

const NPMRC = fileURLToPath(new URL('../../../.npmrc', import.meta.url));

/** What npm says while it installs a package that wants a newer Node.js than there is; nothing is fetched. */
function installIn(folder: string) {
  const pack = (path: string, more: object) => {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'package.json'), JSON.stringify({ version: '1.0.0', ...more }));
  };
  pack(folder, { name: 'of-the-test', dependencies: { newer: 'file:./newer' } });
  pack(join(folder, 'newer'), { name: 'newer', engines: { node: '>=999' } });
  const env = { PATH: process.env.PATH ?? '', HOME: folder };
  const parameters = ['install', '--offline', '--no-audit', '--no-fund', '--no-update-notifier'];
  const { status, stdout, stderr } = spawnSync('npm', parameters, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test('with the settings of this repository, npm says nothing of packages that want a newer Node.js', () => {
  const folder = emptyFolder(tmpdir());
  cpSync(NPMRC, join(folder, '.npmrc'));
  expect(installIn(folder)).toEqual({ status: 0, stdout: expect.stringContaining('added'), stderr: '' });
  expect(installIn(emptyFolder(tmpdir())).stderr).toContain('EBADENGINE');
});
