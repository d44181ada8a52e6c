import type { PlanStep } from '../../../domain/organization-plan.ts';
import { ok, type Result, refuse } from '../../../domain/result.ts';
import type { ChangeTarget } from '../../../ports/code-host/organization-changes.ts';
import type { PeopleChangesHost } from '../../../ports/code-host/people-changes.ts';
import type { ChangeRefusal, HostResult } from '../../../ports/code-host/refusals.ts';
import type { NewTeam, TeamChangesHost } from '../../../ports/code-host/teams/team-changes.ts';
import type { Runner } from '../../jobs/runner.ts';
import type { PermissionName } from '../permission-names.ts';

export type SendingStepHost = Pick<PeopleChangesHost, 'addToTeam' | 'removeFromTeam'> &
  Pick<TeamChangesHost, 'teamNow' | 'createTeam' | 'editTeam' | 'deleteTeam' | 'setTeamAccess' | 'setCollaborator'>;

type Sent = Result<unknown, ChangeRefusal>;

/** Sends a step about teams or access once. */
export function createSendStep(codeHost: SendingStepHost) {
  return async (runner: Runner, { kind, login, team, repository, to }: PlanStep): Promise<Sent> => {
    const target: ChangeTarget = { ...runner, seen: null };
    const slug = team ?? '';
    const grant = { repository: repository ?? '', permission: (to?.permission ?? null) as PermissionName | null };
    switch (kind) {
      case 'create-team': {
        const parentId = await parentIdOf(runner, to?.parent ?? null);
        if (!parentId.ok) return parentId;
        const created = await codeHost.createTeam(target, {
          name: to?.name ?? slug,
          description: to?.description ?? '',
          privacy: privacyIn(to?.privacy),
          parentId: parentId.value,
        });
        // The code host made the caller a maintainer. A later step adds whoever the files list.
        return created.ok ? codeHost.removeFromTeam(target, created.value.slug, runner.inviter) : created;
      }
      case 'edit-team': {
        const parentId = to !== null && 'parent' in to ? await parentIdOf(runner, to.parent ?? null) : null;
        if (parentId?.ok === false) return parentId;
        return codeHost.editTeam(target, slug, {
          ...(to?.name != null && { name: to.name }),
          ...(to?.description != null && { description: to.description }),
          ...(to?.privacy != null && { privacy: privacyIn(to.privacy) }),
          ...(parentId !== null && { parentId: parentId.value }),
        });
      }
      case 'delete-team':
        return codeHost.deleteTeam(target, slug);
      case 'set-team-role':
        return codeHost.addToTeam(target, slug, {
          login: login ?? '',
          role: to?.role === 'maintainer' ? 'maintainer' : 'member',
        });
      case 'remove-from-team':
        return codeHost.removeFromTeam(target, slug, login ?? '');
      case 'set-team-access':
        return codeHost.setTeamAccess(target, slug, grant);
      case 'set-collaborator':
        return codeHost.setCollaborator(target, login ?? '', grant);
      case 'invite-person':
      case 'add-person':
      case 'set-role':
      case 'remove-person':
        throw new Error(`a step of kind ${kind} is not about a team`);
    }
  };

  async function parentIdOf(runner: Runner, slug: string | null): Promise<HostResult<number | null>> {
    if (slug === null) return ok(null);
    const parent = await codeHost.teamNow(runner, slug);
    if (!parent.ok) return parent;
    return parent.value === null
      ? refuse({ kind: 'rejected', status: 422, message: `The parent team "${slug}" does not exist.` })
      : ok(parent.value.id);
  }
}

const privacyIn = (privacy: string | null | undefined): NewTeam['privacy'] =>
  privacy === 'secret' ? 'secret' : 'closed';
