import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuseArguments, scriptArguments } from './script-arguments.ts';

/* Runs the tests that `npm test` has a short piece of at their full length: `npm run series`, `-- NAME` for some. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const {
  positionals: [pathPart = ''],
} = scriptArguments({
  name: 'series',
  about: 'Runs the tests that `npm test` has a short piece of at their full length; for about an hour.',
  words: '[PART OF A PATH]',
});

const isSeries = (path: string): boolean =>
  path.endsWith('.series.test.ts') ||
  /\/(series|naughty-strings)\.ts'|ENGINES_OF_RULES/.test(readFileSync(path, 'utf8'));
const files = globSync('{server,console,simulator,client,bench}/test/**/*.test.ts', { cwd: ROOT })
  .filter((path) => path.includes(pathPart) && isSeries(`${ROOT}${path}`))
  .toSorted();
// Without file names, vitest runs every test.
if (files.length === 0) refuseArguments('series', `No test file of the series has ${pathPart} in its path`);

const run = spawn('vitest', ['run', ...files], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, TEST_SERIES: 'full' },
});
run.once('exit', (code) => {
  process.exitCode = code ?? 1;
});
