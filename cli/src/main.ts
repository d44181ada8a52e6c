#!/usr/bin/env node
import { readCommandLine } from '../../server/src/commands/framework/command-line.ts';
import { print } from './output/print.ts';
import { withoutCommands } from './output/printable.ts';
import { PROGRAM } from './program.ts';

const asked = await readCommandLine(process.argv.slice(2), PROGRAM);
if (asked.run === null) {
  print(asked.out);
  process.stderr.write(withoutCommands(asked.err));
  process.exitCode = asked.exitCode;
} else {
  await asked.run(process.env);
}
