import type { FileProblem } from '@orgdesk/contract';
import type { CheckedFiles, NamedText } from '../check-files.ts';
import type { Converted } from '../peribolos/from-peribolos.ts';
import type { FILE_TASKS } from './file-tasks.ts';
import { stopProblem } from './stop-problem.ts';
import { createThread, type ThreadBounds } from './thread.ts';

/** Bounds of work on files of strangers. Files of 2 MB take four seconds on a slow machine. */
export const THREAD_BOUNDS: ThreadBounds = {
  deadlineMs: 30_000,
  memoryMb: 256,
  stackMb: 1,
  outputMaxCharacters: 5_000_000,
  idleMs: 0,
};

/** Files that need too much time or memory have that as their problem. */
export async function checkInThread(
  texts: readonly NamedText[],
  signal: AbortSignal,
  bounds = THREAD_BOUNDS,
): Promise<Pick<CheckedFiles, 'problems' | 'isCut'>> {
  const checked = await inThread('check', { texts, organization: null }, signal, bounds);
  return checked ?? { problems: [tooComplex(texts)], isCut: true };
}

/** Converts files of peribolos, in the same way. */
export async function convertInThread(
  texts: readonly NamedText[],
  organization: string,
  signal: AbortSignal,
  bounds = THREAD_BOUNDS,
): Promise<Converted> {
  const converted = await inThread('convert', { texts, organization }, signal, bounds);
  return converted ?? { files: [], problems: [tooComplex(texts)], isCut: true, left: [] };
}

export const tooComplex = (texts: readonly NamedText[]): FileProblem =>
  stopProblem(texts, { kind: 'stopped', reason: 'too-complex' });

type FileTasks = typeof FILE_TASKS;

/** A build has the worker beside the program. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Returns null when a bound is reached. The thread has ended then, and in every other case. */
async function inThread<N extends keyof FileTasks>(
  name: N,
  task: Parameters<FileTasks[N]>[0],
  signal: AbortSignal,
  bounds: ThreadBounds,
): Promise<ReturnType<FileTasks[N]> | null> {
  const thread = createThread<FileTasks>(WORKER, bounds);
  try {
    const outcome = await thread.run(name, task, signal);
    signal.throwIfAborted();
    return outcome.kind === 'done' ? outcome.value : null;
  } finally {
    await thread.end();
  }
}
