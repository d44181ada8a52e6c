import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the program listens that starts demos. */
    readonly demosUrl: string;
  }
}

const PROGRAM = fileURLToPath(new URL('program.ts', import.meta.url));

/** Starts the program that starts a demo for each file of a run. It builds the console first, if that has changed. */
export default async function provideDemos(project: TestProject): Promise<() => Promise<void>> {
  const program = fork(PROGRAM, {
    execArgv: [],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(tmpdir(), 'orgdesk-compile-cache') },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(program, 'exit');
  const [url] = await Promise.race([once(program, 'message'), ended]);
  if (typeof url !== 'string') throw new Error('the program that starts demos ended before it was ready');
  project.provide('demosUrl', url);
  return async () => {
    if (program.connected) program.disconnect();
    await ended;
  };
}
