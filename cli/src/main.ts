#!/usr/bin/env node
import { readCommandLine } from '../../server/src/commands/framework/command-line.ts';
import { PROGRAM } from './program.ts';

const asked = await readCommandLine(process.argv.slice(2), PROGRAM);
if (asked.run === null) {
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
} else {
  await asked.run(process.env);
}
