import type { InvitationRecord, TeamRecord } from './records.ts';
import { membershipKey, select, type WorldStore } from './store.ts';

/** The pending membership is theirs; null for an unknown address. */
export const inviteeOf = ({ inviteeId, addresseeId }: InvitationRecord): number | null => inviteeId ?? addresseeId;

/** Unless accepted, the last invitation also ends the pending membership. */
export function closeInvitation(store: WorldStore, before: InvitationRecord, change: Partial<InvitationRecord>) {
  const after = { ...before, ...change };
  store.invitations.set(after.id, after);
  const { organizationId } = after;
  const userId = inviteeOf(before);
  if (after.state === 'accepted' || userId === null) return after;
  if (store.memberships.get(membershipKey(organizationId, userId))?.state !== 'pending') return after;
  const others = select(
    store.invitations,
    (invitation) => invitation.state === 'open' && inviteeOf(invitation) === userId,
  );
  if (!others.some((invitation) => invitation.organizationId === organizationId)) leave(store, organizationId, userId);
  return after;
}

export const enterpriseTeamsOf = (store: WorldStore, organizationId: number, userId: number): readonly TeamRecord[] =>
  select(
    store.teams,
    (team) =>
      team.isEnterprise &&
      team.organizationId === organizationId &&
      team.members.some((member) => member.userId === userId),
  );

/** GitHub docs: Removing a member from your organization. */
export function leave(store: WorldStore, organizationId: number, userId: number): void {
  const key = membershipKey(organizationId, userId);
  if (store.memberships.get(key)?.state === 'active') {
    for (const [id, grants] of store.directAccess) {
      if (store.repositories.get(id)?.ownerId !== organizationId) continue;
      store.directAccess.set(
        id,
        grants.filter((access) => access.userId !== userId),
      );
    }
  }
  store.memberships.delete(key);
  for (const team of select(store.teams, (record) => record.organizationId === organizationId)) {
    store.teams.set(team.id, { ...team, members: team.members.filter((member) => member.userId !== userId) });
  }
  const isSent = (invitation: InvitationRecord) =>
    invitation.organizationId === organizationId && invitation.inviterId === userId;
  for (const sent of select(store.invitations, (record) => record.state === 'open' && isSent(record))) {
    closeInvitation(store, sent, { state: 'cancelled' });
  }
}
