import type { PeopleChange, PersonState } from '../../domain/people-change.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { ChangeTarget } from '../../ports/code-host/organization-changes.ts';
import type { CreatedMembershipState, PeopleChangesHost } from '../../ports/code-host/people-changes.ts';
import type { ChangeRefusal } from '../../ports/code-host/refusals.ts';
import type { TeamChangesHost } from '../../ports/code-host/teams/team-changes.ts';
import type { AuditEvent } from '../../ports/storage/audit-trail.ts';

export type ChangingHost = Pick<
  PeopleChangesHost,
  'setRole' | 'removeMember' | 'removeOutsideCollaborator' | 'convertMember'
> &
  Pick<TeamChangesHost, 'setTeamMember' | 'removeTeamMember'>;

/** A change of one person, as they were when it was previewed. */
export interface PlannedChange {
  readonly change: PeopleChange;
  /** Null unless the change is about a team. */
  readonly teamId: number | null;
  readonly person: PersonState & { readonly id: number; readonly login: string };
}

/** `invited`: they had left, so the code host sent an invitation instead. */
export type MadeChange = 'done' | 'under-way' | 'invited';

/** Sends a change once. */
export async function makeChange(
  codeHost: ChangingHost,
  at: ChangeTarget,
  { change, teamId, person: { login, role } }: PlannedChange,
): Promise<Result<MadeChange, ChangeRefusal>> {
  switch (change.kind) {
    case 'role':
      return asMember(await codeHost.setRole(at, login, change.role));
    case 'remove':
      return done(
        role === 'outside_collaborator'
          ? await codeHost.removeOutsideCollaborator(at, login)
          : await codeHost.removeMember(at, login),
      );
    case 'convert':
      return codeHost.convertMember(at, login);
    case 'add-to-team':
      return asMember(await codeHost.setTeamMember(at, teamIn(teamId), { login, role: change.role }));
    case 'remove-from-team':
      return done(await codeHost.removeTeamMember(at, teamIn(teamId), login));
  }
}

function teamIn(teamId: number | null): number {
  if (teamId === null) throw new Error('a change of a team has none');
  return teamId;
}

const done = (made: Result<void, ChangeRefusal>): Result<MadeChange, ChangeRefusal> => (made.ok ? ok('done') : made);

const asMember = (made: Result<CreatedMembershipState, ChangeRefusal>): Result<MadeChange, ChangeRefusal> =>
  made.ok ? ok(made.value === 'active' ? 'done' : 'invited') : made;

export const peopleChangeEvent = (
  origin: Pick<AuditEvent, 'way' | 'actor' | 'requestId'>,
  organization: AuditEvent['organization'],
  { change, person: { id, login, role, teamRole } }: Omit<PlannedChange, 'teamId'>,
): AuditEvent => ({
  ...origin,
  organization,
  action: ACTIONS[change.kind],
  target: { kind: 'person', id, name: login },
  before: 'team' in change ? { team: change.team, role: teamRole } : { role },
  after: afterOf(change),
  deliveryId: null,
});

const ACTIONS = {
  role: 'member.role_changed',
  remove: 'member.removed',
  convert: 'member.converted',
  'add-to-team': 'team.member_added',
  'remove-from-team': 'team.member_removed',
} as const satisfies Readonly<Record<PeopleChange['kind'], string>>;

function afterOf(change: PeopleChange): AuditEvent['after'] {
  switch (change.kind) {
    case 'role':
      return { role: change.role };
    case 'remove':
      return { role: null };
    case 'convert':
      return { role: 'outside_collaborator' };
    case 'add-to-team':
      return { team: change.team, role: change.role };
    case 'remove-from-team':
      return { team: change.team, role: null };
  }
}
