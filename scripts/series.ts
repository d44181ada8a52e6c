import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { refuseArguments, scriptArguments } from './script-arguments.ts';
import { affectedTests, changedFiles } from './tests/affected-tests.ts';
import { runTests, type TestRun } from './tests/run-tests.ts';

/*
 * Runs the tests that `npm test` leaves out or has a short piece of: `npm run series`. Each run takes a third of them,
 * chosen by its seed, so that three runs with seeds one after the other have taken all; `-- NAME` takes all with that
 * name. Which files a run takes is printed with the seed, and repeated by `TEST_SEED`.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PARTS = 3;
const {
  values: { all = false, long = false, since },
  positionals: [pathPart = ''],
} = scriptArguments({
  name: 'series',
  about: 'Runs a third of the tests that `npm test` leaves out or has a short piece of, with a new seed for each run.',
  positionals: '[PART OF A PATH]',
  options: {
    all: { type: 'boolean', description: 'all of them, for about half an hour' },
    since: { type: 'string', description: 'all that what changed since a revision can affect' },
    long: { type: 'boolean', description: 'all at the greatest length, for over an hour: before a release, by hand' },
  },
});

process.env.TEST_SERIES = long ? 'long' : 'full';
// It draws the seed, which all runs then share.
const { SEED } = await import('../server/test/support/series.ts');

const isSeries = (path: string): boolean =>
  path.endsWith('.series.test.ts') ||
  path.endsWith('.long.test.ts') ||
  /\/(series|naughty-strings|properties)\.ts'|ENGINES_OF_RULES/.test(readFileSync(path, 'utf8'));
const isAffected = since === undefined ? () => true : affectedSince(since);
const applicable = (path: string): boolean =>
  path.includes(pathPart) && (long || !path.endsWith('.long.test.ts')) && isAffected(path);
const matching = globSync('{server,organization-files,console,simulator,client,cli,bench}/test/**/*.test.ts', {
  cwd: ROOT,
})
  .filter((path) => isSeries(`${ROOT}${path}`) && applicable(path))
  .toSorted();
const takesAll = all || long || pathPart !== '' || since !== undefined;
/** Neighbors test alike, so that every part has some of each kind. */
const part = <T>(items: readonly T[], parts: number): readonly T[] =>
  takesAll ? items : items.filter((_, index) => index % parts === Math.abs(SEED) % parts);
const files = part(matching, PARTS);
if (files.length < matching.length)
  process.stderr.write(`${files.length} of ${matching.length} files, chosen by the seed; --all takes every one\n`);
const storageFiles = globSync('server/test/{database/**/*,**/store/**/*,**/store}.test.ts', { cwd: ROOT })
  .filter((path) => applicable(path) && (long || !path.endsWith('.series.test.ts')))
  .toSorted();
/** Values of `TEST_POSTGRES` with which the tests of storage on PostgreSQL run again, and files that do not apply. */
const VARIANTS: readonly (readonly [variant: string, others: RegExp])[] = [
  ['serializable', /^$/],
  // No former program has left such a database, its text has no collation, and it cannot lock tables.
  ['cockroachdb', /migrations\/(upgrade|upgrade-of-service\.series|steps-only-add|table-locks|lock-order)\.test\.ts$/],
];
// Without file names, vitest runs every test.
if (files.length + storageFiles.length === 0)
  refuseArguments(
    'series',
    `No test file of the series ${since === undefined ? `has ${pathPart} in its path` : `is affected by what changed since ${since}`}`,
  );

/** More than in `npm test`, because most of these tests wait for programs and pages. */
const WORKERS = '--maxWorkers=5';
const runs: readonly TestRun[] = [
  ...(files.length === 0 ? [] : [{ parameters: [...files, WORKERS] }]),
  ...part(VARIANTS, VARIANTS.length).flatMap(([variant, others]) => {
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

function affectedSince(revision: string): (path: string) => boolean {
  const affected = affectedTests(changedFiles(revision));
  if (affected.kind === 'some') return (path) => affected.files.includes(path);
  process.stderr.write(`Every file: ${affected.because}.\n`);
  return () => true;
}
