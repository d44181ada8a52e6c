import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const PROGRAMS = Object.entries(scripts).flatMap(([name, command]) => {
  const [, path] = /^node (\S+\.ts)$/.exec(command) ?? [];
  // Checks are run together and take no options.
  return path === undefined || name.startsWith('check:') ? [] : [[name, path] as const];
});

async function run(path: string, word: string) {
  const program = spawn(process.execPath, [path, word], { cwd: ROOT, timeout: 600_000 });
  const [stdout, stderr, [code]] = await Promise.all([
    text(program.stdout),
    text(program.stderr),
    once(program, 'close') as Promise<[number | null]>,
  ]);
  return { stdout, stderr, code };
}

test('every script of package.json is meant', () => {
  expect(PROGRAMS.length).toBeGreaterThan(10);
});

test.each(PROGRAMS)('npm run %s says how it is called, and does nothing', async (name, path) => {
  const { stdout, stderr, code } = await run(path, '--help');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`Usage: npm run ${name} -- `);
});

// `npm run test` has the options of vitest, which refuses others itself.
const OWN_OPTIONS = PROGRAMS.filter(([name]) => name !== 'test');

test.each(OWN_OPTIONS)('npm run %s refuses an option that it does not have', async (name, path) => {
  const { stdout, stderr, code } = await run(path, '--no-such-option');
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe(`Unknown option '--no-such-option'; npm run ${name} -- --help lists the options.\n`);
});
