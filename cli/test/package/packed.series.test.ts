import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { packCli } from '../../pack.ts';

let program: string;

/** Runs the packed program as a Node.js that says it has this version. */
async function runOn(version: string, ...args: readonly string[]): Promise<readonly unknown[]> {
  const claim = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
  const parameters = ['--import', `data:text/javascript,${encodeURIComponent(claim)}`, program, ...args];
  return promisify(execFile)(process.execPath, parameters).then(
    ({ stdout, stderr }) => [0, stdout, stderr],
    ({ code, stdout, stderr }) => [code, stdout, stderr],
  );
}

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orgdesk-packed-'));
  const file = join(folder, 'cli.tgz');
  await packCli(file);
  await promisify(execFile)('tar', ['xzf', 'cli.tgz'], { cwd: folder });
  program = join(folder, 'package', 'orgdesk.js');
  return () => rm(folder, { recursive: true, force: true });
});

test.each(['16.0.0', '20.20.2'])('on Node.js %s the packed program says which it needs', async (version) => {
  expect(await runOn(version, '--help')).toEqual([
    1,
    '',
    `orgdesk needs Node.js 22 or later, and this is ${version}.\n`,
  ]);
});

test.each(['22.0.0', process.versions.node])('on Node.js %s it runs', async (version) => {
  const [code, out, err] = await runOn(version, '--help');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('Usage: orgdesk COMMAND');
});

test.each(['LICENSES.md', 'LICENSES-of-worker.md'])('%s has the text of each licence', async (name) => {
  const [, ...libraries] = (await readFile(join(dirname(program), name), 'utf8')).split(/^## /m);
  expect(libraries.length).toBeGreaterThan(1);
  for (const text of libraries) expect(text).toMatch(/Permission (is hereby granted|to use)/);
});
