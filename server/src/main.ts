#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { readCommandLine } from './commands/command-line.ts';

const asked = readCommandLine(process.argv.slice(2));
if (asked.command === 'say') {
  process.stdout.write(asked.out);
  process.stderr.write(asked.err);
  process.exitCode = asked.exitCode;
} else {
  // Loading the libraries is most of the time to the first answer; compiled code is kept between starts.
  enableCompileCache();
  if (asked.command === 'serve') {
    const { serve } = await import('./commands/serve.ts');
    await serve(process.env);
  } else {
    const { RECONCILE_STOPPED, reconcileCommand } = await import('./commands/reconcile.ts');
    const stop = new AbortController();
    // A second signal, whichever it is, ends the program at once.
    const stopOrEnd = () => (stop.signal.aborted ? process.exit(RECONCILE_STOPPED) : stop.abort());
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopOrEnd);
    const terminal = {
      out: (text: string) => void process.stdout.write(text),
      err: (text: string) => void process.stderr.write(text),
      interactive: process.stderr.isTTY,
    };
    process.exitCode = await reconcileCommand(process.env, terminal, stop.signal);
    // Calls that nobody waits for any more would keep the process for as long as they may take.
    if (stop.signal.aborted) process.exit();
  }
}
