import { parentPort } from 'node:worker_threads';
import {
  type CheckedFile,
  checkFiles,
  type NamedText,
  placeProblems,
  type UnplacedProblem,
} from '@orgdesk/organization-files/check-files';
import { fromPeribolos } from '@orgdesk/organization-files/peribolos/from-peribolos';
import { ORGANIZATION_FILE } from '../../../domain/limits/people.ts';
import type { PlanStep } from '../../../domain/organization-plan.ts';
import { judgedSteps, type StepsToJudge } from '../judge-steps.ts';
import { type NamesToCheck, problemsOfNames } from '../names-in-files.ts';
import type { CurrentOrganization } from '../read-organization.ts';
import { type StepsToPlan, stepsOf } from '../steps-of-files.ts';
import { acceptSteps } from '../update/accept-steps.ts';
import { renamePeople } from '../update/rename-people.ts';
import { boundedSize, TooLarge } from './bounded-size.ts';

/* Runs in a thread of its own: a file of 500 KB takes up to a second. */

interface Files {
  readonly texts: readonly NamedText[];
}

interface ReadFiles extends Files {
  readonly files: readonly CheckedFile[];
}

const TASKS = {
  check: ({ texts, organization }: Files & { readonly organization: string | null }) => checkFiles(texts, organization),
  place: ({ texts, problems }: Files & { readonly problems: readonly UnplacedProblem[] }) =>
    placeProblems(texts, problems),
  convert: ({ texts, organization }: Files & { readonly organization: string }) => fromPeribolos(texts, organization),
  rename: ({ files, texts, renamed }: ReadFiles & { readonly renamed: ReadonlyMap<string, string> }) =>
    renamePeople(files, texts, renamed),
  accept: ({
    files,
    texts,
    steps,
    current,
  }: ReadFiles & { readonly steps: readonly PlanStep[]; readonly current: CurrentOrganization }) =>
    acceptSteps(files, texts, steps, current),
  names: (names: NamesToCheck) => problemsOfNames(names),
  steps: (steps: StepsToPlan) => stepsOf(steps),
  judge: (steps: StepsToJudge) => judgedSteps(steps),
};

export type Tasks = typeof TASKS;

export type Message =
  | 'ready'
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'stopped'; readonly reason: 'too-complex' | 'too-large' }
  | { readonly kind: 'failed'; readonly error: unknown };

function outcomeOf(name: keyof Tasks, task: unknown): Message {
  try {
    const work = TASKS[name] as (task: unknown) => unknown;
    return { kind: 'done', value: boundedSize(work(task), ORGANIZATION_FILE.outputMaxBytes) };
  } catch (error) {
    if (error instanceof TooLarge) return { kind: 'stopped', reason: 'too-large' };
    // Also of nesting that is too deep for the stack.
    if (error instanceof RangeError) return { kind: 'stopped', reason: 'too-complex' };
    return { kind: 'failed', error };
  }
}

parentPort?.on('message', ({ name, task }: { readonly name: keyof Tasks; readonly task: unknown }) =>
  parentPort?.postMessage(outcomeOf(name, task)),
);
parentPort?.postMessage('ready');
