import type { FileProblem } from '@orgdesk/contract';
import type { CheckedFiles, NamedText } from '@orgdesk/organization-files/check-files';
import type { Converted } from '@orgdesk/organization-files/peribolos/from-peribolos';
import pLimit from 'p-limit';
import { Tinypool } from 'tinypool';
import { ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type * as worker from './worker.ts';

type Tasks = typeof worker;

const {
  workerIdleMs: idleTimeout,
  workerMemoryMb: maxOldGenerationSizeMb,
  workerStackMb: stackSizeMb,
} = ORGANIZATION_FILE;

/** One thread for the process, which exists only while there is work, so that parsing delays nobody else. */
const pool = new Tinypool({
  filename: new URL('./worker.ts', import.meta.url).href,
  minThreads: 0,
  maxThreads: 1,
  idleTimeout,
  resourceLimits: { maxOldGenerationSizeMb, stackSizeMb },
});

/** The pool would leave tasks that wait for a thread that dies. */
const oneAtATime = pLimit(1);

export const inWorker = <N extends keyof Tasks>(
  name: N,
  task: Parameters<Tasks[N]>[0],
): Promise<ReturnType<Tasks[N]>> => oneAtATime(() => pool.run(task, { name }));

/** Files that need too much memory have that as their problem; `organization` is the one that they may name. */
export const checkFiles = (texts: readonly NamedText[], organization: string | null): Promise<CheckedFiles> =>
  inWorker('check', { texts, organization }).catch((error: unknown) => ({
    files: [],
    problems: [tooComplex(texts, error)],
    isCut: true,
  }));

/** Converts files of peribolos, in the same way. */
export const convertFiles = (texts: readonly NamedText[], organization: string): Promise<Converted> =>
  inWorker('convert', { texts, organization }).catch((error: unknown) => ({
    files: [],
    problems: [tooComplex(texts, error)],
    left: [],
  }));

/** Unlike a check, this keeps all changed files in memory at once. */
export const acceptInFiles = (
  task: Parameters<Tasks['accept']>[0],
): Promise<Result<readonly NamedText[], FileProblem>> =>
  inWorker('accept', task).then(
    (texts) => ok(texts),
    (error: unknown) => refuse(tooComplex(task.texts, error)),
  );

function tooComplex([first]: readonly NamedText[], error: unknown): FileProblem {
  if (Object(error).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
  const message = 'The files are too complex: simplify or split them.';
  return { file: first?.name ?? '', line: 1, column: 1, message, source: '', nearest: null };
}
