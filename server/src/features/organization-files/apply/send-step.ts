import type { CodeHost } from '../../../code-host/code-host.ts';
import type { ChangeTarget } from '../../../code-host/people/types.ts';
import type { NewTeam } from '../../../code-host/teams/team-changes.ts';
import type { HostTeamSettings } from '../../../code-host/teams/teams.ts';
import type { ChangeRefusal } from '../../../domain/host-refusal.ts';
import type { PlanStep } from '../../../domain/organization-plan.ts';
import type { Runner } from '../../../jobs/runner.ts';
import { ok, type Result } from '../../../lib/result.ts';
import type { PermissionName } from '../permission-names.ts';

/** The team of a creation, otherwise null. */
type Sent = Result<HostTeamSettings | null, ChangeRefusal>;

/** Sends a step about teams or access once. */
export async function sendStep(codeHost: CodeHost, runner: Runner, step: PlanStep): Promise<Sent> {
  if (step.kind !== 'create-team') {
    const sent = await sendChange(codeHost, { ...runner, seen: null }, step);
    return sent.ok ? ok(null) : sent;
  }
  const { team, to } = step;
  return codeHost.createTeam(
    { ...runner, seen: null },
    {
      name: to?.name ?? team ?? '',
      description: to?.description ?? '',
      privacy: privacyIn(to?.privacy),
      parentId: parentIn(to),
    },
  );
}

async function sendChange(
  codeHost: CodeHost,
  target: ChangeTarget,
  step: PlanStep,
): Promise<Result<unknown, ChangeRefusal>> {
  const { kind, login, repository, to } = step;
  const grant = { repository: repository ?? '', permission: (to?.permission ?? null) as PermissionName | null };
  switch (kind) {
    case 'edit-team':
      return codeHost.editTeam(target, teamIn(step), {
        ...(to?.name != null && { name: to.name }),
        ...(to?.description != null && { description: to.description }),
        ...(to?.privacy != null && { privacy: privacyIn(to.privacy) }),
        ...(to !== null && 'parent' in to && { parentId: parentIn(to) }),
      });
    case 'delete-team':
      return codeHost.deleteTeam(target, teamIn(step));
    case 'set-team-role': {
      const role = to?.role === 'maintainer' ? 'maintainer' : 'member';
      return codeHost.setTeamMember(target, teamIn(step), { login: login ?? '', role });
    }
    case 'remove-from-team':
      return codeHost.removeTeamMember(target, teamIn(step), login ?? '');
    case 'set-team-access':
      return codeHost.setTeamAccess(target, teamIn(step), grant);
    case 'set-collaborator':
      return codeHost.setCollaborator(target, login ?? '', grant);
    case 'create-team':
    case 'invite-person':
    case 'add-person':
    case 'set-role':
    case 'remove-person':
      throw new Error(`a step of kind ${kind} is not about a team`);
  }
}

export function teamIn({ kind, teamId }: PlanStep): number {
  if (teamId === null) throw new Error(`a step of kind ${kind} has no team`);
  return teamId;
}

/** Steps about a parent are resolved before they are sent, so a missing ID means none. */
const parentIn = (to: PlanStep['to']): number | null => (to?.parentId == null ? null : Number(to.parentId));

const privacyIn = (privacy: string | null | undefined): NewTeam['privacy'] =>
  privacy === 'secret' ? 'secret' : 'closed';
