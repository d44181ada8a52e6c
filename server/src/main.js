#!/bin/sh
//usr/bin/env true; exec node -- "$0" "$@"

// Node.js takes an `--env-file` that comes after the program for its own, and ends when there is no such file; behind two
// dashes it leaves it alone. Not every `env` can pass them, so a shell does, to which the line above is a command.
import { enableCompileCache } from 'node:module';

// Compiled code is kept between starts: loading the libraries is most of the time to the first answer. This file is
// plain JavaScript because the cache is not on while it is loaded: what takes the types out of TypeScript would be
// loaded for it at every start, and would keep 17 MB.
enableCompileCache();

const { readCommandLine } = await import('./commands/command-line.ts');
const asked = await readCommandLine(process.argv.slice(2));
if (asked.run === null) {
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
} else {
  await asked.run(process.env);
}
