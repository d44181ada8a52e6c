/*
 * Builds the console at the end of `npm ci`, so that the first page after `npm start` is there at once. Does nothing in an
 * installation without the console's packages or sources, or on a Node.js that cannot run it; and a failure stops no
 * installation, because `npm start` builds what is missing and says what is wrong.
 */

const LEAST_MAJOR = 26;

async function prepare() {
  if (Number(process.versions.node.split('.')[0]) < LEAST_MAJOR) return;
  const { buildConsoleIfStale } = await import('../server/src/operate/build-console.ts');
  await buildConsoleIfStale({ debug() {}, info() {}, warn() {}, error() {} });
}

prepare().catch((error) => {
  const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND')
    process.stderr.write(`the console was not built: ${message}\n`);
});
