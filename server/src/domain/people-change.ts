import type { OrganizationRole } from './account.ts';

/** Somebody's own place in a team. */
export type TeamRole = 'member' | 'maintainer';

/** What is to be done to people of an organization. Teams are named by their slug. */
export type PeopleChange =
  | { readonly kind: 'role'; readonly role: OrganizationRole }
  | { readonly kind: 'remove' }
  | { readonly kind: 'convert' }
  | { readonly kind: 'add-to-team'; readonly team: string; readonly role: TeamRole }
  | { readonly kind: 'remove-from-team'; readonly team: string };

/** What a change finds somebody as. */
export interface PersonState {
  /** Null where they are none of the organization's people. */
  readonly role: OrganizationRole | 'outside_collaborator' | null;
  /** In the team that the change is about; null where they are not in it, or it is about none. */
  readonly teamRole: TeamRole | null;
}

/** The slug of the team that a change is about; null where it is about the organization. */
export const teamOf = (change: PeopleChange): string | null => ('team' in change ? change.team : null);

/** Whether an owner is none any more after a change. */
export const endsOwnership = (change: PeopleChange): boolean =>
  change.kind === 'remove' || change.kind === 'convert' || (change.kind === 'role' && change.role === 'member');

/** Whether there is nothing to do. Owners are maintainers of each team they are in, whatever was asked. */
export function isDone(change: PeopleChange, { role, teamRole }: PersonState): boolean {
  switch (change.kind) {
    case 'role':
      return role === change.role;
    case 'remove':
      return role === null;
    case 'convert':
      return role === 'outside_collaborator';
    case 'add-to-team':
      return teamRole !== null && (role === 'admin' || teamRole === change.role);
    case 'remove-from-team':
      return teamRole === null;
  }
}

/** Whether a change is for somebody who is this, before it is asked whether there is anything to do. */
export const isFor = ({ kind }: PeopleChange, { role }: PersonState): boolean =>
  role === 'outside_collaborator' ? kind === 'remove' || kind === 'convert' : role !== null;

export const sameState = (a: PersonState, b: PersonState): boolean => a.role === b.role && a.teamRole === b.teamRole;
