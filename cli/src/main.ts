import { readCommandLine } from '@orgdesk/command-framework/command-line';
import { note, print } from './output/print.ts';
import { PROGRAM } from './program.ts';

const asked = await readCommandLine(process.argv.slice(2), PROGRAM);
if (asked.run === null) {
  print(asked.out);
  if (asked.err !== '') note(asked.err.trimEnd());
  process.exitCode = asked.exitCode;
} else {
  await asked.run(process.env);
}
