import { ok, type Result, refuse } from '../../domain/result.ts';
import type { Session } from '../../domain/session.ts';
import type { CodeHost, Inviting, SeenInvitation } from '../../ports/code-host.ts';
import type { Log } from '../../ports/system.ts';
import type { LiveRights, RightsRefusal } from '../../sessions/live-rights.ts';

export interface ReadInvitationsDeps {
  readonly codeHost: Pick<CodeHost, 'hasInvitations' | 'listedInvitations'>;
  readonly liveRights: LiveRights;
  readonly log: Log;
}

/** Why nobody saw, or changed, the invitations of an organization. */
export type ReadRefusal = RightsRefusal | { readonly kind: 'no-invitations' };

/** The invitations of an organization, and as whom they are changed. */
export interface ReadInvitations {
  readonly inviting: Inviting;
  readonly organizationId: number;
  readonly invitations: readonly SeenInvitation[];
}

/** Reads the open and failed invitations of an organization for one of its owners. */
export type ReadInvitationsFor = (session: Session, login: string) => Promise<Result<ReadInvitations, ReadRefusal>>;

export function createReadInvitations({ codeHost, liveRights, log }: ReadInvitationsDeps): ReadInvitationsFor {
  return async (session, login) => {
    const owner = await liveRights(session, login);
    if (!owner.ok) return owner;
    const { session: fresh, organization, organizationId } = owner.value;
    const inviting = { token: fresh.grant.accessToken, organization, inviter: fresh.user.login };
    if (!codeHost.hasInvitations(inviting)) return refuse({ kind: 'no-invitations' });
    const invitations = await codeHost.listedInvitations(inviting);
    if (invitations.ok) return ok({ inviting, organizationId, invitations: invitations.value });
    log.warn({ userId: fresh.user.id, organization, refusal: invitations.refusal }, 'invitations could not be read');
    return invitations;
  };
}
