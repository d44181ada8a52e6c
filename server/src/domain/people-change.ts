import type { OrganizationRole } from './account.ts';

export type TeamRole = 'member' | 'maintainer';

/** Teams are identified by slug. */
export type PeopleChange =
  | { readonly kind: 'role'; readonly role: OrganizationRole }
  | { readonly kind: 'remove' }
  | { readonly kind: 'convert' }
  | { readonly kind: 'add-to-team'; readonly team: string; readonly role: TeamRole }
  | { readonly kind: 'remove-from-team'; readonly team: string };

export interface PersonState {
  /** Null if not one of the organization's people. */
  readonly role: OrganizationRole | 'outside_collaborator' | null;
  /** Role in the changed team; null if not in it or the change names no team. */
  readonly teamRole: TeamRole | null;
}

export const teamOf = (change: PeopleChange): string | null => ('team' in change ? change.team : null);

export const endsOwnership = (change: PeopleChange): boolean =>
  change.kind === 'remove' || change.kind === 'convert' || (change.kind === 'role' && change.role === 'member');

/** Owners are always maintainers of their teams. */
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

/** Returns true if the change applies to this role, even if already made. */
export const isFor = ({ kind }: PeopleChange, { role }: PersonState): boolean =>
  role === 'outside_collaborator' ? kind === 'remove' || kind === 'convert' : role !== null;

export const sameState = (a: PersonState, b: PersonState): boolean => a.role === b.role && a.teamRole === b.teamRole;
