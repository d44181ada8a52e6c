import {
  type CheckedFile,
  type NamedText,
  placeProblems,
  type UnplacedProblem,
} from '@orgdesk/organization-files/check-files';
import { FILE_TASKS } from '@orgdesk/organization-files/thread/file-tasks';
import { serve } from '@orgdesk/organization-files/thread/serve';
import type { PlanStep } from '../../../domain/organization-plan.ts';
import { judgedSteps, type StepsToJudge } from '../judge-steps.ts';
import { type NamesToCheck, problemsOfNames } from '../names-in-files.ts';
import type { CurrentOrganization } from '../read-organization.ts';
import { type StepsToPlan, stepsOf } from '../steps-of-files.ts';
import { acceptSteps } from '../update/accept-steps.ts';
import { renamePeople } from '../update/rename-people.ts';

/* Runs in a thread of its own: a file of 500 KB takes up to a second. */

interface Files {
  readonly texts: readonly NamedText[];
}

interface ReadFiles extends Files {
  readonly files: readonly CheckedFile[];
}

const TASKS = {
  ...FILE_TASKS,
  place: ({ texts, problems }: Files & { readonly problems: readonly UnplacedProblem[] }) =>
    placeProblems(texts, problems),
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

export type FileTasks = typeof TASKS;

serve(TASKS);
