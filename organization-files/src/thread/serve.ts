import { parentPort, workerData } from 'node:worker_threads';
import { boundedSize, TooLarge } from './bounded-size.ts';
import type { Message, Tasks, ThreadData } from './thread.ts';

/** Nesting that is too deep for the stack, and text that is too long; any other range is a mistake of ours. */
const OF_FILES = /call stack|Invalid string length/;

/** Makes this thread work for the `createThread` that started it. */
export function serve(tasks: Tasks): void {
  // Nothing else starts such modules as threads.
  const { outputMaxCharacters } = workerData as ThreadData;
  const outcomeOf = (name: string, task: unknown): Message => {
    try {
      const work = tasks[name] as (task: unknown) => unknown;
      return { kind: 'done', value: boundedSize(work(task), outputMaxCharacters) };
    } catch (error) {
      if (error instanceof TooLarge) return { kind: 'stopped', reason: 'too-large' };
      if (error instanceof RangeError && OF_FILES.test(error.message))
        return { kind: 'stopped', reason: 'too-complex' };
      return { kind: 'failed', error };
    }
  };
  parentPort?.on('message', ({ name, task }: { readonly name: string; readonly task: unknown }) =>
    parentPort?.postMessage(outcomeOf(name, task)),
  );
  parentPort?.postMessage('ready' satisfies Message);
}
