import type { PlanDanger, PlanStep } from '@orgdesk/contract';
import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { canBeKey } from '@orgdesk/organization-files/team-keys';
import { foldLogin } from '../../domain/account.ts';
import type { DesiredOrganization } from './desired.ts';
import { matchTeams } from './match-teams.ts';
import { type DangerFacts, dangersOf } from './plan-steps.ts';
import { withPrerequisites } from './prerequisites.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { shownHints } from './shown-hints.ts';

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

/** Names keys that are not the slugs of their teams. They work, but readers look for the slug. */
function keyHints(
  { teams: desiredTeams }: Pick<DesiredOrganization, 'teams'>,
  { teams }: Pick<CurrentOrganization, 'teams'>,
): readonly UnplacedProblem[] {
  const hints: UnplacedProblem[] = [];
  for (const { desired, current, by } of matchTeams(desiredTeams, teams).byKey.values()) {
    const { key, place, absent } = desired;
    if (by !== 'name' || current === null || absent || !canBeKey(current.slug)) continue;
    if (foldLogin(current.slug) === foldLogin(key)) continue;
    const message = `"${key}" is not the slug of the team "${current.name}". It works, but the slug is "${current.slug}".`;
    hints.push({ ...place, message, nearest: current.slug });
  }
  return shownHints(hints);
}
