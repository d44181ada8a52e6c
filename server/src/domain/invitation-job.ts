export type InvitedRole = 'direct_member' | 'admin' | 'billing_manager';

export interface RequestedInvitation {
  readonly login: string | null;
  readonly email: string | null;
  readonly role: InvitedRole;
  readonly teamIds: readonly number[];
}

/** Without invitations, people are added by login, as member or owner, and without teams. */
export const canBeAdded = ({ login, role, teamIds }: RequestedInvitation): boolean =>
  login !== null && role !== 'billing_manager' && teamIds.length === 0;
