import type { FileProblem } from '@orgdesk/contract';
import type { CheckedFiles, NamedText } from '@orgdesk/organization-files/check-files';
import type { Converted } from '@orgdesk/organization-files/peribolos/from-peribolos';
import { stopProblem } from '@orgdesk/organization-files/thread/stop-problem';
import { createThread, type Stopped } from '@orgdesk/organization-files/thread/thread';
import type { HostRefusal } from '../../domain/host-refusal.ts';
import { createFairQueue } from '../../lib/concurrency.ts';
import { FILE_WORK_WAITING, ORGANIZATION_FILE } from '../../lib/limits/people.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import type { FileTasks } from './worker.ts';

/** Whose files are read, and when nobody waits for the result any more. */
export interface FileRequest {
  readonly person: number;
  readonly end: AbortSignal;
  /** Part of a read of an organization, which was admitted before and is not refused in the middle. Default: false. */
  readonly isAdmitted?: boolean;
}

/** Also of work for which nobody waits any more. */
export interface TooManyFiles {
  readonly kind: 'too-many-files';
}

const TOO_MANY_FILES: Result<never, TooManyFiles> = refuse({ kind: 'too-many-files' });

const BOUNDS = {
  memoryMb: ORGANIZATION_FILE.workerOldMb,
  youngMemoryMb: ORGANIZATION_FILE.workerYoungMb,
  stackMb: ORGANIZATION_FILE.workerStackMb,
  deadlineMs: ORGANIZATION_FILE.workerDeadlineMs,
  processorMs: ORGANIZATION_FILE.workerProcessorMs,
  outputMaxCharacters: ORGANIZATION_FILE.outputMaxCharacters,
  idleMs: ORGANIZATION_FILE.workerIdleMs,
};

const queue = createFairQueue<number>({ running: ORGANIZATION_FILE.workersMax, ...FILE_WORK_WAITING });
const threads = Array.from({ length: ORGANIZATION_FILE.workersMax }, () => ({
  thread: createThread<FileTasks>(new URL('./worker.ts', import.meta.url), BOUNDS),
  lastPerson: null as number | null,
  use: 0,
}));
let uses = 0;

/**
 * Does work in another thread. What takes too long, needs too much memory or has too large a result is stopped, with
 * its thread, and so is what nobody waits for any more.
 */
export async function inWorker<N extends keyof FileTasks>(
  { person, end, isAdmitted }: FileRequest,
  name: N,
  task: Parameters<FileTasks[N]>[0],
): Promise<Result<ReturnType<FileTasks[N]>, Stopped | TooManyFiles>> {
  const work = async () => {
    // Whoever made a thread stop waits for its replacement, not somebody else.
    const free = threads.filter(({ thread }) => !thread.isBusy());
    const chosen = free.find(({ lastPerson }) => lastPerson === person) ?? free.toSorted((a, b) => a.use - b.use)[0];
    if (chosen === undefined) throw new Error('no thread is free');
    uses += 1;
    [chosen.lastPerson, chosen.use] = [person, uses];
    return chosen.thread.run(name, task, end);
  };
  const done = await queue(person, end, work, isAdmitted);
  if (!done.ok) return TOO_MANY_FILES;
  const outcome = done.value;
  if (outcome.kind === 'done') return ok(outcome.value);
  return outcome.kind === 'stopped' ? refuse(outcome) : TOO_MANY_FILES;
}

/** Work of an admitted read is refused only when the time of the read is over. */
export const orOutOfTime = <T, R extends { readonly kind: string }>(
  done: Result<T, R | TooManyFiles>,
): Result<T, R | HostRefusal> => {
  if (done.ok) return done;
  const { refusal } = done;
  return isTooMany(refusal) ? refuse({ kind: 'unreachable', message: 'reading took too long' }) : refuse(refusal);
};

const isTooMany = (refusal: { readonly kind: string }): refusal is TooManyFiles => refusal.kind === 'too-many-files';

/** Gives files that reached a bound a result which has that as their problem. */
export function orProblem<T, R extends { readonly kind: string }>(
  texts: readonly NamedText[],
  done: Result<T, R | Stopped>,
  resultWith: (problem: FileProblem) => T,
): Result<T, R> {
  if (done.ok) return done;
  const { refusal } = done;
  return isStopped(refusal) ? ok(resultWith(stopProblem(texts, refusal))) : refuse(refusal);
}

const isStopped = (refusal: { readonly kind: string }): refusal is Stopped => refusal.kind === 'stopped';

/** `organization` is the one that the files may name. */
export const checkFiles = async (
  request: FileRequest,
  texts: readonly NamedText[],
  organization: string | null,
): Promise<Result<CheckedFiles, TooManyFiles>> =>
  orProblem(texts, await inWorker(request, 'check', { texts, organization }), (problem) => ({
    files: [],
    problems: [problem],
    isCut: true,
  }));

/** Converts files of peribolos, in the same way. */
export const convertFiles = async (
  request: FileRequest,
  texts: readonly NamedText[],
  organization: string,
): Promise<Result<Converted, TooManyFiles>> =>
  orProblem(texts, await inWorker(request, 'convert', { texts, organization }), (problem) => ({
    files: [],
    problems: [problem],
    isCut: true,
    left: [],
  }));
