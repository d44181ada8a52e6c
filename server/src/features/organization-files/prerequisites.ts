import type { PlanStep } from '@orgdesk/contract';
import { foldTeamName } from '@orgdesk/contract/team-name';
import { foldLogin } from '../../domain/account.ts';
import { isJoining } from '../../domain/organization-plan.ts';

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
