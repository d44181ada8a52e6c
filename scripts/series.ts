import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuseArguments, scriptArguments } from './script-arguments.ts';
import { runTests, type TestRun } from './tests/run-tests.ts';

/* Runs the tests that `npm test` has a short piece of at greater length: `npm run series`, `-- NAME` for some. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const {
  values: { long = false },
  positionals: [pathPart = ''],
} = scriptArguments({
  name: 'series',
  about: 'Runs the tests that `npm test` has a short piece of at greater length, with a new seed for each run.',
  words: '[PART OF A PATH]',
  options: {
    long: { type: 'boolean', description: 'at the greatest length, for about an hour: before a release, by hand' },
  },
});

const isSeries = (path: string): boolean =>
  path.endsWith('.series.test.ts') ||
  path.endsWith('.long.test.ts') ||
  /\/(series|naughty-strings|properties)\.ts'|ENGINES_OF_RULES/.test(readFileSync(path, 'utf8'));
const files = globSync('{server,organization-files,console,simulator,client,cli,bench}/test/**/*.test.ts', {
  cwd: ROOT,
})
  .filter((path) => path.includes(pathPart) && (long || !path.endsWith('.long.test.ts')) && isSeries(`${ROOT}${path}`))
  .toSorted();
const storageFiles = globSync('server/test/adapters/storage-sql/**/*.test.ts', { cwd: ROOT })
  .filter((path) => path.includes(pathPart) && (long || !path.endsWith('.series.test.ts')))
  .toSorted();
/** Values of `TEST_POSTGRES` with which the tests of storage on PostgreSQL run again, and files that do not apply. */
const VARIANTS: Readonly<Record<string, RegExp>> = {
  serializable: /^$/,
  // No former program has left such a database, its text has no collation, and it cannot lock tables.
  cockroachdb: /migrations\/(upgrade|upgrade-of-service\.series|steps-only-add|table-locks|lock-order)\.test\.ts$/,
};
// Without file names, vitest runs every test.
if (files.length + storageFiles.length === 0)
  refuseArguments('series', `No test file of the series has ${pathPart} in its path`);

process.env.TEST_SERIES = long ? 'long' : 'full';
// It draws the seed, which all runs then share.
await import('../server/test/support/series.ts');
/** More than in `npm test`, because most of these tests wait for programs and pages. */
const WORKERS = '--maxWorkers=5';
const runs: readonly TestRun[] = [
  ...(files.length === 0 ? [] : [{ parameters: [...files, WORKERS] }]),
  ...Object.entries(VARIANTS).flatMap(([variant, others]) => {
    const own = storageFiles.filter((path) => !others.test(path));
    const parameters = [...own, WORKERS, '--testNamePattern', '^(?!.*SQLite)'];
    // The first run had the same tests at full length.
    const environment = { TEST_POSTGRES: variant, TEST_SERIES: long ? 'long' : '' };
    return own.length === 0 ? [] : [{ parameters, environment }];
  }),
];
for (const run of runs) {
  process.exitCode = await runTests(run);
  if (process.exitCode !== 0) break;
}
