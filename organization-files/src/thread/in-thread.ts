import { Worker } from 'node:worker_threads';
import type { FileProblem } from '@orgdesk/contract';
import { ORGANIZATION_FILE_PROBLEMS_MAX } from '@orgdesk/contract/limits';
import type { CheckedFiles, NamedText } from '../check-files.ts';
import type { Converted } from '../peribolos/from-peribolos.ts';

/** Bounds of work on files of strangers. Files of 2 MB take four seconds on a slow machine. */
export interface ThreadBounds {
  readonly deadlineMs: number;
  readonly memoryMb: number;
  readonly stackMb: number;
  readonly outputMaxCharacters: number;
}

export const THREAD_BOUNDS: ThreadBounds = {
  deadlineMs: 30_000,
  memoryMb: 256,
  stackMb: 1,
  outputMaxCharacters: 5_000_000,
};

interface Files {
  readonly texts: readonly NamedText[];
}
type Task =
  | (Files & { readonly kind: 'check'; readonly organization: string | null })
  | (Files & { readonly kind: 'convert'; readonly organization: string });

export interface ThreadData extends Pick<ThreadBounds, 'outputMaxCharacters'> {
  readonly task: Task;
}

/** Files that need too much time or memory have that as their problem. */
export async function checkInThread(
  texts: readonly NamedText[],
  signal: AbortSignal,
  bounds = THREAD_BOUNDS,
): Promise<Pick<CheckedFiles, 'problems' | 'isCut'>> {
  const output = await inThread({ kind: 'check', texts, organization: null }, signal, bounds);
  if (output === null) return { problems: [tooComplex(texts)], isCut: true };
  // What `checkFiles` returned.
  const { problems, isCut } = JSON.parse(output) as CheckedFiles;
  return { problems, isCut };
}

/** Converts files of peribolos, in the same way. */
export async function convertInThread(
  texts: readonly NamedText[],
  organization: string,
  signal: AbortSignal,
  bounds = THREAD_BOUNDS,
): Promise<Converted & { readonly isCut: boolean }> {
  const output = await inThread({ kind: 'convert', texts, organization }, signal, bounds);
  if (output === null) return { files: [], problems: [tooComplex(texts)], isCut: true, left: [] };
  // What `fromPeribolos` returned.
  const { files, problems, left } = JSON.parse(output) as Converted;
  const isCut = problems.length > ORGANIZATION_FILE_PROBLEMS_MAX;
  return { files, problems: problems.slice(0, ORGANIZATION_FILE_PROBLEMS_MAX), isCut, left };
}

export function tooComplex([first]: readonly NamedText[]): FileProblem {
  const message = 'The files are too complex: simplify or split them.';
  return { file: first?.name ?? '', line: 1, column: 1, message, source: '', nearest: null };
}

/** A build has the worker beside the program. */
const WORKER = import.meta.url.endsWith('.ts')
  ? new URL('./worker.ts', import.meta.url)
  : new URL('./worker.js', import.meta.url);

/** Returns null when a bound is reached. The thread has ended then, and in every other case. */
async function inThread(task: Task, signal: AbortSignal, bounds: ThreadBounds): Promise<string | null> {
  signal.throwIfAborted();
  const workerData: ThreadData = { task, outputMaxCharacters: bounds.outputMaxCharacters };
  const worker = new Worker(WORKER, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: bounds.memoryMb, stackSizeMb: bounds.stackMb },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string | null>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort);
  let deadline: NodeJS.Timeout | undefined;
  worker.on('message', (message: 'begun' | { readonly output: string } | null) => {
    if (message === 'begun') deadline = setTimeout(() => resolve(null), bounds.deadlineMs);
    else resolve(message?.output ?? null);
  });
  worker.on('error', (error: unknown) =>
    Object(error).code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
  );
  worker.on('exit', () => reject(new Error('the thread that reads files ended without a result')));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', abort);
    await worker.terminate();
  }
}
