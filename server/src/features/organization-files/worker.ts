import {
  type CheckedFile,
  locateProblems,
  type NamedText,
  type UnlocatedProblem,
} from '@orgdesk/organization-files/check-files';
import { FILE_TASKS } from '@orgdesk/organization-files/thread/file-tasks';
import { serve } from '@orgdesk/organization-files/thread/serve';
import type { PlanStep } from '../../domain/organization-plan.ts';
import { acceptSteps, renamePeople } from './accept-steps.ts';
import type { DesiredOrganization } from './desired.ts';
import { type FoundNames, missingNames } from './missing-names.ts';
import { judgedSteps, stepsOf } from './plan-steps.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { type FoundRepositories, missingRepositories } from './repository-names.ts';

/* Runs in a thread of its own: a file of 500 KB takes up to a second. */

interface Files {
  readonly texts: readonly NamedText[];
}

interface ReadFiles extends Files {
  readonly files: readonly CheckedFile[];
}

/** Names in files, and what was found of them. */
interface NamesToCheck {
  readonly desired: DesiredOrganization;
  readonly current: CurrentOrganization;
  readonly names: FoundNames & FoundRepositories;
}

const TASKS = {
  ...FILE_TASKS,
  locate: ({ texts, problems }: Files & { readonly problems: readonly UnlocatedProblem[] }) =>
    locateProblems(texts, problems),
  rename: ({ files, texts, renamed }: ReadFiles & { readonly renamed: ReadonlyMap<string, string> }) =>
    renamePeople(files, texts, renamed),
  accept: ({
    files,
    texts,
    steps,
    current,
  }: ReadFiles & { readonly steps: readonly PlanStep[]; readonly current: CurrentOrganization }) =>
    acceptSteps(files, texts, steps, current),
  names: ({ desired, current, names }: NamesToCheck): readonly UnlocatedProblem[] => [
    ...missingNames(desired, current, names),
    ...missingRepositories(desired, names),
  ],
  steps: stepsOf,
  judge: judgedSteps,
};

export type FileTasks = typeof TASKS;

serve(TASKS);
