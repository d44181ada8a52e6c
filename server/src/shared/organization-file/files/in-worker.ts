import type { FileProblem } from '@orgdesk/contract';
import type { CheckedFiles, NamedText } from '@orgdesk/organization-files/check-files';
import type { Converted } from '@orgdesk/organization-files/peribolos/from-peribolos';
import { FILE_WORK_WAITING, ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import { createFairQueue } from '../../concurrency/fair-queue.ts';
import { createThread, type StopReason } from './thread.ts';
import type { Tasks } from './worker.ts';

/** Whose files are read, and when nobody waits for the result any more. */
export interface FileRequest {
  readonly person: number;
  readonly end: AbortSignal;
}

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
const threads = Array.from({ length: ORGANIZATION_FILE.workersMax }, () => ({
  thread: createThread(),
  lastPerson: null as number | null,
  use: 0,
}));
let uses = 0;

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
    const free = threads.filter(({ thread }) => !thread.isBusy());
    const chosen = free.find(({ lastPerson }) => lastPerson === person) ?? free.toSorted((a, b) => a.use - b.use)[0];
    if (chosen === undefined) throw new Error('no thread is free');
    uses += 1;
    [chosen.lastPerson, chosen.use] = [person, uses];
    return chosen.thread.run(name, task, end);
  });
  if (!done.ok) return TOO_MANY_FILES;
  const outcome = done.value;
  if (outcome.kind === 'done') return ok(outcome.value);
  return outcome.kind === 'stopped' ? refuse(outcome) : TOO_MANY_FILES;
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
