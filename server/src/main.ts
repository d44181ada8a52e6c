#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { readCommandLine } from './commands/command-line.ts';

const COMMANDS = {
  serve: () => import('./commands/serve.ts'),
  reconcile: () => import('./commands/reconcile.ts'),
};

const asked = readCommandLine(process.argv.slice(2));
if (asked.command === 'say') {
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
} else {
  // Loading the libraries is most of the time to the first answer; compiled code is kept between starts.
  enableCompileCache();
  const { run } = await COMMANDS[asked.command]();
  await run(process.env);
}
