import { buildConsoleIfStale } from '../server/src/adapters/console-build/build-console.ts';

/*
 * Builds the console at the end of `npm ci`, so that the first page after `npm start` is there at once. Not in an
 * installation without the console's packages, such as that of the service alone; and a failure stops no installation,
 * because `npm start` builds what is missing and says what is wrong.
 */

const log = { debug() {}, info() {}, warn() {}, error() {} };
try {
  import.meta.resolve('vite');
  await buildConsoleIfStale(log);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_MODULE_NOT_FOUND') process.stderr.write(`the console was not built: ${message}\n`);
}
