import type { PlanStep } from '@orgdesk/contract';
import { sameTeamName } from '@orgdesk/contract/team-name';
import { foldLogin } from '../../domain/account.ts';
import { isJoining } from '../../domain/organization-plan.ts';

/** Adds to each step the earlier ones without which it cannot be made, or would do something else. */
export function withPrerequisites(steps: readonly PlanStep[]): readonly PlanStep[] {
  const created = new Map<string, number>();
  const joined = new Map<string, number>();
  const opened = new Map<number, number>();
  const movedFrom = new Map<string, number[]>();
  const renamed: { readonly name: string; readonly index: number }[] = [];
  return steps.map((step, index) => {
    const after = prerequisitesOf(step).filter((each) => each !== undefined);
    note(step, index);
    return { ...step, after: [...new Set(after)].toSorted((a, b) => a - b) };
  });

  function prerequisitesOf({ kind, login, team, teamId, to, id }: PlanStep): readonly (number | undefined)[] {
    switch (kind) {
      case 'create-team':
      case 'edit-team':
        return [...parentIn(to), renamed.find(({ name }) => to?.name != null && sameTeamName(name, to.name))?.index];
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
    if (kind === 'edit-team' && from?.name != null && to?.name != null) renamed.push({ name: from.name, index });
    // A deleted team takes its children along.
    if (from?.parentId != null && (kind === 'edit-team' || kind === 'delete-team'))
      movedFrom.set(from.parentId, [...(movedFrom.get(from.parentId) ?? []), index]);
  }
}
