import { printUsage } from './script-arguments.ts';
import { runTests } from './tests/run-tests.ts';

/* Runs all tests but the long ones: `npm test`, `-- NAME` for some, with any option of vitest. */

const parameters = process.argv.slice(2);
if (parameters.some((parameter) => parameter === '--help' || parameter === '-h')) {
  const about = 'Runs the tests that take less than a minute each. Further options are those of `vitest run`.';
  printUsage({ name: 'test', about, words: '[PART OF A PATH...]' });
} else {
  process.exitCode = await runTests([{ parameters, environment: {} }]);
}
