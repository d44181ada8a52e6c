import type { PlanDanger, PlanStep } from '@orgdesk/contract';
import { foldTeamName } from '@orgdesk/contract/team-name';
import type { UnplacedProblem } from '@orgdesk/organization-files/check-files';
import { canBeKey } from '@orgdesk/organization-files/team-keys';
import { foldLogin } from '../../domain/account.ts';
import { isJoining } from '../../domain/organization-plan.ts';
import type { DesiredOrganization } from './desired.ts';
import { matchTeams } from './match-teams.ts';
import { type DangerFacts, dangersOf } from './plan-steps.ts';
import type { CurrentOrganization } from './read-organization.ts';
import { shownHints } from './shown-hints.ts';

/** Steps whose dangers are to be found, and the files that they are of. */
interface StepsToJudge {
  readonly steps: readonly PlanStep[];
  readonly desired: Pick<DesiredOrganization, 'teams'>;
  readonly current: CurrentOrganization;
  readonly facts: DangerFacts;
}

interface JudgedSteps {
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

/** Adds to each step the earlier ones without which it cannot be made, or would do something else. */
export function withPrerequisites(steps: readonly PlanStep[]): readonly PlanStep[] {
  const created = new Map<string, number>();
  const joined = new Map<string, number>();
  const opened = new Map<number, number>();
  const movedFrom = new Map<string, number[]>();
  const renamed = new Map<string, number>();
  return steps.map((step, index) => {
    const after = prerequisitesOf(step).filter((each) => each !== undefined);
    note(step, index);
    return { ...step, after: [...new Set(after)].toSorted((a, b) => a - b) };
  });

  function prerequisitesOf({ kind, login, team, teamId, to, id }: PlanStep): readonly (number | undefined)[] {
    switch (kind) {
      case 'create-team':
      case 'edit-team':
        return [...parentIn(to), to?.name == null ? undefined : renamed.get(foldTeamName(to.name))];
      case 'delete-team':
        return movedFrom.get(String(id)) ?? [];
      case 'set-team-role':
      case 'remove-from-team':
      case 'set-team-access':
        return [
          teamId === null ? created.get(foldLogin(team ?? '')) : undefined,
          login === null ? undefined : joined.get(foldLogin(login)),
        ];
      default:
        return [];
    }
  }

  function parentIn(to: PlanStep['to']): readonly (number | undefined)[] {
    if (to?.parent == null) return [];
    return [to.parentId == null ? created.get(foldLogin(to.parent)) : opened.get(Number(to.parentId))];
  }

  function note({ kind, login, team, id, from, to }: PlanStep, index: number): void {
    if (kind === 'create-team') created.set(foldLogin(team ?? ''), index);
    if (isJoining(kind)) joined.set(foldLogin(login ?? ''), index);
    if (to?.privacy === 'closed' && id !== null && kind === 'edit-team') opened.set(id, index);
    if (kind === 'edit-team' && from?.name != null && to?.name != null && !renamed.has(foldTeamName(from.name)))
      renamed.set(foldTeamName(from.name), index);
    // A deleted team takes its children along.
    if (from?.parentId == null || (kind !== 'edit-team' && kind !== 'delete-team')) return;
    const moved = movedFrom.get(from.parentId);
    if (moved === undefined) movedFrom.set(from.parentId, [index]);
    else moved.push(index);
  }
}
