#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { readCommandLine } from './command-line.ts';

const asked = readCommandLine(process.argv.slice(2));
if (asked.command === 'say') {
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
} else {
  // Loading the libraries is most of the time to the first answer; compiled code is kept between starts.
  enableCompileCache();
  if (asked.command === 'serve') {
    const { serve } = await import('./serve.ts');
    await serve(process.env);
  } else {
    const { reconcileCommand } = await import('./reconcile-command.ts');
    process.exitCode = await reconcileCommand(process.env, {
      out: (text) => void process.stdout.write(text),
      err: (text) => void process.stderr.write(text),
      interactive: process.stderr.isTTY,
    });
  }
}
