import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const THIS = fileURLToPath(import.meta.url);
/** Longer than what a processor is given to one program at a time. */
const AT_WORK_MS = 5;
const AT_REST_MS = 5;

/** Starts a program that is at work half of the time: what the machine of somebody who measures does meanwhile. */
export function startOtherWork(): { stop(): void } {
  const child: ChildProcess = fork(THIS, { execArgv: [] });
  return { stop: () => void child.kill() };
}

if (process.argv[1] === THIS) {
  // It never outlives the bench, however that ends.
  process.on('disconnect', () => process.exit());
  const work = (): void => {
    const restAt = performance.now() + AT_WORK_MS;
    while (performance.now() < restAt);
    setTimeout(work, AT_REST_MS);
  };
  work();
}
