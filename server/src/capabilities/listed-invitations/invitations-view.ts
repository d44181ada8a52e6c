import type { ListedInvitation, ListInvitationsAnswer } from '@orgdesk/contract';
import { countsTowardsQuota } from '../../domain/invitations/invitation-quota.ts';
import { INVITATION_LIFETIME_MS } from '../../domain/limits/invitations.ts';
import type { HostInvitation } from '../../ports/code-host/invitations.ts';

export function invitationsView(invitations: readonly HostInvitation[], now: Date): ListInvitationsAnswer {
  const counted = invitations.filter((invitation) => countsTowardsQuota(invitation, now));
  return { invitations: invitations.toSorted(byStateAndAge).map(invitationView), sentInLastDay: counted.length };
}

const PLACES: Readonly<Record<HostInvitation['state'], number>> = { open: 0, failed: 1 };

const byStateAndAge = (a: HostInvitation, b: HostInvitation): number =>
  PLACES[a.state] - PLACES[b.state] || b.createdAt.getTime() - a.createdAt.getTime() || b.id - a.id;

const invitationView = (invitation: HostInvitation): ListedInvitation => ({
  id: invitation.id,
  state: invitation.state,
  login: invitation.login,
  email: invitation.email,
  role: invitation.role,
  teamCount: invitation.teamCount,
  invitedBy: invitation.invitedBy,
  source: invitation.source,
  createdAt: invitation.createdAt.toISOString(),
  expiresAt: expiryOf(invitation)?.toISOString() ?? null,
  failedAt: invitation.failedAt?.toISOString() ?? null,
  failure: invitation.failure,
});

/** Invitations by an identity provider never expire. */
const expiryOf = ({ state, source, createdAt }: HostInvitation): Date | null =>
  state === 'open' && source === 'member' ? new Date(createdAt.getTime() + INVITATION_LIFETIME_MS) : null;
