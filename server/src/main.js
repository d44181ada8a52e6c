#!/usr/bin/env node
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
