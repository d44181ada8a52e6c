import type { FileProblem } from '@orgdesk/contract';
import type { CheckedFiles, NamedText } from '@orgdesk/organization-files/check-files';
import type { Converted } from '@orgdesk/organization-files/peribolos/from-peribolos';
import { Tinypool } from 'tinypool';
import { FILE_WORK_WAITING, ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import { TOO_LARGE } from './bounded-size.ts';
import type { Tasks } from './worker.ts';

/** Whose files are read, and when nobody waits for the result any more. */
export interface FileRequest {
  readonly person: number;
  readonly end: AbortSignal;
}

type StopReason = 'too-complex' | 'too-slow' | 'too-large';

/** The files cost too much, so that there is no result. */
export interface Stopped {
  readonly kind: 'stopped';
  readonly reason: StopReason;
}

/** Also of work for which nobody waits any more. */
export interface TooManyFiles {
  readonly kind: 'too-many-files';
}

const TOO_MANY_FILES: Result<never, TooManyFiles> = refuse({ kind: 'too-many-files' });

const MESSAGES: Readonly<Record<StopReason, string>> = {
  'too-complex': 'The files are too complex: simplify or split them.',
  'too-slow': 'Reading the files takes too long: simplify or split them.',
  'too-large': 'The result would be too large: simplify or split the files.',
};

const queue = createFairQueue<number>({ running: ORGANIZATION_FILE.workersMax, ...FILE_WORK_WAITING });
const threads = Array.from({ length: ORGANIZATION_FILE.workersMax }, createThread);

/**
 * Does work in another thread. What takes too long, needs too much memory or has too large a result is stopped, with
 * its thread, and so is what nobody waits for any more.
 */
export async function inWorker<N extends keyof Tasks>(
  { person, end }: FileRequest,
  name: N,
  task: Parameters<Tasks[N]>[0],
): Promise<Result<ReturnType<Tasks[N]>, Stopped | TooManyFiles>> {
  const done = await queue(person, end, async () => {
    // Whoever made a thread stop waits for its replacement, not somebody else.
    const free = threads.filter(({ isBusy }) => !isBusy());
    const thread = free.find(({ lastPerson }) => lastPerson() === person) ?? free.toSorted(byUse)[0];
    if (thread === undefined) throw new Error('no thread is free');
    return thread.run(person, name, task, end);
  });
  return done.ok && done.value !== 'left' ? done.value : TOO_MANY_FILES;
}

/** Like `inWorker`, but what was stopped is a problem of the files. */
async function orProblem<N extends keyof Tasks, Stopped>(
  request: FileRequest,
  name: N,
  task: Parameters<Tasks[N]>[0] & { readonly texts: readonly NamedText[] },
  stopped: (problem: FileProblem) => Stopped,
): Promise<Result<ReturnType<Tasks[N]> | Stopped, TooManyFiles>> {
  const done = await inWorker(request, name, task);
  if (done.ok) return done;
  return done.refusal.kind === 'stopped' ? ok(stopped(stopProblem(task.texts, done.refusal))) : refuse(done.refusal);
}

/** `organization` is the one that the files may name. */
export const checkFiles = (
  request: FileRequest,
  texts: readonly NamedText[],
  organization: string | null,
): Promise<Result<CheckedFiles, TooManyFiles>> =>
  orProblem(request, 'check', { texts, organization }, (problem) => ({ files: [], problems: [problem], isCut: true }));

/** Converts files of peribolos, in the same way. */
export const convertFiles = (
  request: FileRequest,
  texts: readonly NamedText[],
  organization: string,
): Promise<Result<Converted, TooManyFiles>> =>
  orProblem(request, 'convert', { texts, organization }, (problem) => ({ files: [], problems: [problem], left: [] }));

/** Nothing is known about the place of what stopped a thread. */
export const stopProblem = ([first]: readonly NamedText[], { reason }: Stopped): FileProblem => ({
  file: first?.name ?? '',
  line: 1,
  column: 1,
  message: MESSAGES[reason],
  source: '',
  nearest: null,
});

interface Thread {
  readonly isBusy: () => boolean;
  readonly lastPerson: () => number | null;
  readonly lastUse: () => number;
  readonly run: <N extends keyof Tasks>(
    person: number,
    name: N,
    task: Parameters<Tasks[N]>[0],
    end: AbortSignal,
  ) => Promise<Result<ReturnType<Tasks[N]>, Stopped> | 'left'>;
}

const byUse = (a: Thread, b: Thread): number => a.lastUse() - b.lastUse();

let uses = 0;

/** A thread that exists only while there is work, and is replaced when it had to be stopped. */
function createThread(): Thread {
  let pool = createPool();
  let isBusy = false;
  let lastPerson: number | null = null;
  let lastUse = 0;
  return {
    isBusy: () => isBusy,
    lastPerson: () => lastPerson,
    lastUse: () => lastUse,
    async run(person, name, task, end) {
      uses += 1;
      [isBusy, lastPerson, lastUse] = [true, person, uses];
      let reason = null as StopReason | 'left' | null;
      let stopped: Promise<void> | null = null;
      const stop = (why: 'left' | 'too-slow') => {
        reason ??= why;
        // Ends when the thread has: otherwise there would be more than there may be. It may run out of memory meanwhile.
        stopped ??= pool.destroy().catch(() => {});
      };
      const leave = () => stop('left');
      try {
        // The time that a thread needs to start is not that of the files.
        await pool.run(null, { name: 'ready' });
        if (end.aborted) return 'left';
        end.addEventListener('abort', leave, { once: true });
        const timer = setTimeout(() => stop('too-slow'), ORGANIZATION_FILE.workerDeadlineMs);
        try {
          return ok(await pool.run({ name, task }, { name: 'run' }));
        } finally {
          clearTimeout(timer);
        }
      } catch (error) {
        const why = reason ?? reasonIn(error);
        if (why === null) throw error;
        return why === 'left' ? 'left' : refuse({ kind: 'stopped', reason: why });
      } finally {
        end.removeEventListener('abort', leave);
        if (stopped !== null) await replace(stopped);
        isBusy = false;
      }
    },
  };

  async function replace(stopped: Promise<void>): Promise<void> {
    await stopped;
    pool = createPool();
    pool.run(null, { name: 'ready' }).catch(() => {});
  }
}

function createPool(): Tinypool {
  const { workerIdleMs: idleTimeout, workerOldMb, workerYoungMb, workerStackMb: stackSizeMb } = ORGANIZATION_FILE;
  const pool = new Tinypool({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: workerOldMb, maxYoungGenerationSizeMb: workerYoungMb, stackSizeMb },
  });
  // Who waits for the work is told anyway.
  pool.on('error', () => {});
  return pool;
}

function reasonIn(error: unknown): StopReason | null {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown };
  // Also of nesting that is too deep for the stack.
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError) return 'too-complex';
  return message === TOO_LARGE ? 'too-large' : null;
}
