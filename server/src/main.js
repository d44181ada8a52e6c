#!/bin/sh
//usr/bin/env true; exec node -- "$0" "$@"

// Node.js takes an `--env-file` that comes after the program for its own, and ends when there is no such file; behind two
// dashes it leaves it alone. Not every `env` can pass them, so a shell does, to which the line above is a command.

/** The version that `npm ci` installs; the rest of the program is loaded only on that or a newer one. */
const NODE_MAJOR = 26;

/*
 * Compiled code is kept between starts: loading the libraries is most of the time to the first answer. This file is plain
 * JavaScript because the cache is not on while it is loaded: what takes the types out of TypeScript would be loaded for it
 * at every start, and would keep 17 MB. It imports nothing, and has no syntax newer than Node.js 12: an older Node.js has to
 * get as far as saying what is needed.
 */
async function main() {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache();

  const { readCommandLine } = await import('@orgdesk/command-framework/command-line');
  const { PROGRAM } = await import('./operate/commands/table.ts');
  const asked = await readCommandLine(process.argv.slice(2), PROGRAM);
  if (asked.run !== null) return asked.run(process.env);
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
}

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  void main();
} else {
  process.stderr.write(
    `orgdesk needs Node.js ${NODE_MAJOR} or newer, and this is ${process.version}: use npm start or npx orgdesk, which run the one that npm ci installs.\n`,
  );
  process.exitCode = 1;
}
