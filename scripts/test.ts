import { printUsage, refuseArguments } from './script-arguments.ts';
import { affectedTests, changedFiles } from './tests/affected-tests.ts';
import { runTests } from './tests/run-tests.ts';
import { FIRST_FILES } from './tests/sequencer.ts';

/* Runs all tests but the long ones: `npm test`, `-- NAME` for some, with any option of vitest. */

const ABOUT = `Runs the tests that take less than a minute each. Further options are those of \`vitest run\`.`;
const OPTIONS = {
  changed: { type: 'boolean', description: 'only tests that what is not committed yet can affect; the nearest first' },
  since: { type: 'string', description: 'only tests that what changed since a revision can affect' },
} as const;

const parameters = process.argv.slice(2);
const changed = parameters.indexOf('--changed');
const since = parameters.indexOf('--since');
if (parameters.some((parameter) => parameter === '--help' || parameter === '-h')) {
  printUsage({ name: 'test', about: ABOUT, positionals: '[PART OF A PATH...]', options: OPTIONS });
} else if (changed === -1 && since === -1) {
  process.exitCode = await runTests({ parameters });
} else {
  const revision = since === -1 ? 'HEAD' : parameters[since + 1];
  if (revision === undefined) refuseArguments('test', '--since needs a revision');
  const others = parameters.filter(
    (_, index) => index !== changed && !(since !== -1 && [since, since + 1].includes(index)),
  );
  process.exitCode = await runAffected(revision, others);
}

/** Ends with the first failed file, because the nearest tests run first. */
async function runAffected(revision: string, options: readonly string[]): Promise<number> {
  const files = changedFiles(revision);
  const affected = affectedTests(files);
  const bail = options.some((option) => option.startsWith('--bail')) ? [] : ['--bail=1'];
  if (affected.kind === 'all') {
    process.stdout.write(`All tests: ${affected.because}.\n`);
    return runTests({ parameters: [...options, ...bail] });
  }
  const tests = affected.files.filter((file) => !/[.](series|long)[.]test[.]ts$/.test(file));
  process.stdout.write(
    `${tests.length} test files can notice a change in ${files.length} files; the nearest run first.\n`,
  );
  if (tests.length === 0) return 0;
  return runTests({ parameters: [...tests, ...options, ...bail], environment: { [FIRST_FILES]: tests.join(',') } });
}
