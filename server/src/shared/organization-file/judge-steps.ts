import type { PlanDanger, PlanStep } from '@orgdesk/contract';
import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import type { DesiredOrganization } from './desired.ts';
import { keyHints } from './key-hints.ts';
import { type DangerFacts, dangersOf } from './plan-steps.ts';
import { withPrerequisites } from './prerequisites.ts';
import type { CurrentOrganization } from './read-organization.ts';

/** Steps whose dangers are to be found, and the files that they are of. */
export interface StepsToJudge {
  readonly steps: readonly PlanStep[];
  readonly desired: Pick<DesiredOrganization, 'teams'>;
  readonly current: CurrentOrganization;
  readonly facts: DangerFacts;
}

export interface JudgedSteps {
  readonly steps: readonly PlanStep[];
  readonly dangers: readonly PlanDanger[];
  readonly hints: readonly UnplacedProblem[];
}

export const judgedSteps = ({ steps, desired, current, facts }: StepsToJudge): JudgedSteps => ({
  steps: withPrerequisites(steps),
  dangers: dangersOf(steps, current, facts),
  hints: keyHints(desired, current),
});
