import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { run } from '../configured.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.js', import.meta.url));
const REFUSED = /^orgdesk needs Node\.js 26 or newer, and this is v[\d.]+: use npm start or npx orgdesk, .*\n$/;

/** A Node.js of this machine that is older than the pinned one; null when there is none. */
function olderNode(): string | null {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const major = (file: string) =>
    Number(execFileSync(file, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0]);
  return files.find((file) => existsSync(file) && major(file) < 26) ?? null;
}

const older = olderNode();

test.skipIf(older === null)('an older Node.js of this machine says in one sentence which one is needed', async () => {
  const program = run({ command: [older ?? '', MAIN], parameters: ['doctor'] });
  const { code } = await program.ended;
  expect([code, program.out()]).toEqual([1, '']);
  expect(program.err()).toMatch(REFUSED);
});
if (older === null) process.stderr.write('Skipped: no Node.js older than the pinned one is on this machine.\n');

test('what is loaded before the version is known imports nothing, and has no syntax newer than Node.js 12', () => {
  const source = readFileSync(MAIN, 'utf8').replace(/\/\*.*?\*\/|^\/\/[^\n]*$/gms, '');
  expect(source).toContain('async function main()');
  expect(source).not.toMatch(/^\s*(import|export)\s+[^(]|^await\b|\?\?|\?\.|#\w+\s*[=(]|\|\|=|&&=/m);
});

test('a version that is too old is refused before anything else is loaded', async () => {
  const old = "Object.defineProperty(process.versions, 'node', { value: '12.22.12' });";
  const pretend = `data:text/javascript,${encodeURIComponent(old)}`;
  const program = run({ command: [process.execPath, '--import', pretend, MAIN] });
  expect((await program.ended).code).toBe(1);
  expect(program.err()).toMatch(REFUSED);
});
