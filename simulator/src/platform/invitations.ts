import { inviteeOf } from '../world/departures.ts';
import type { InviteeName, NewInvitation } from '../world/invitations.ts';
import type { InvitationRecord, MembershipRecord, OrganizationRole } from '../world/records.ts';
import { need } from '../world/store.ts';
import type { Acting, PlatformDeps } from './acting.ts';

/** An invitation, or a membership given directly, that came in through the API. */
export interface Arrival {
  /** 1, 2, 3 over all organizations. */
  readonly sequence: number;
  readonly organizationId: number;
  /** Null for an e-mail address. */
  readonly login: string | null;
  readonly email: string | null;
  readonly role: string;
  /** Login of who sent it; null for the App itself. */
  readonly inviter: string | null;
  readonly outcome: 'invited' | 'added';
  /** To the millisecond. */
  readonly at: string;
}

type InvitationCommand = Omit<NewInvitation, 'createdAt'>;

/**
 * Invitations the way the platform makes them: the world changes, the quota is drawn on, and the App is
 * told. An invitee is a login, an e-mail address or the ID of the invitation.
 */
export function createInvitationActions(
  { world, payloads, now }: Pick<PlatformDeps, 'world' | 'payloads' | 'now'>,
  { basisFor, tell }: Acting,
) {
  /** Sends `organization` with `member_invited`. */
  function invite(command: InvitationCommand): InvitationRecord {
    const organization = world.needOrganization(command.organization);
    const invitation = world.invite(command);
    if (invitation.source === 'member') world.drawInvitation(organization.login);
    tell(basisFor(organization.id, invitation.inviterId), (basis) =>
      payloads.organization('member_invited', basis, organization, payloads.invited(invitation)),
    );
    return invitation;
  }

  /** A membership without an invitation. Sends `member_added`. */
  function tellAdded(membership: MembershipRecord, by?: string | number): MembershipRecord {
    const { organizationId: id } = membership;
    const organization = need(world.organizationById(id), `organization ${id}`);
    tell(basisFor(id, by), (basis) =>
      payloads.organization('member_added', basis, organization, payloads.membership(membership)),
    );
    return membership;
  }

  let arrived: Arrival[] = [];
  let sequence = 0;
  const loginOf = (id: number | null) => (id === null ? null : (world.userById(id)?.login ?? null));
  function note(by: number, arrival: Pick<Arrival, 'organizationId' | 'login' | 'email' | 'role' | 'outcome'>): void {
    sequence += 1;
    arrived.push({ sequence, ...arrival, inviter: loginOf(by), at: new Date(now()).toISOString() });
  }

  return {
    invite,
    /** Sends `organization` with `member_added`. `login` says who answers an invitation by e-mail. */
    acceptInvitation(name: string, invitee: InviteeName, login?: string): MembershipRecord {
      const accepted = world.acceptInvitation(name, invitee, login);
      const { organizationId, id } = accepted;
      const person = need(inviteeOf(accepted), `invitee of invitation ${id}`);
      return tellAdded(need(world.membership(organizationId, person), `membership of invitation ${id}`), person);
    },
    /** Of this and the next three, the App is not told. */
    declineInvitation: world.declineInvitation,
    cancelInvitation: world.cancelInvitation,
    failInvitation: world.failInvitation,
    dismissInvitation: world.dismissInvitation,
    addMember: (organization: string, login: string, role: OrganizationRole = 'member', by?: string) =>
      tellAdded(world.addMembership({ organization, login, role }), by),
    /** What the API does; it is noted, so that a test can ask what arrived. `by` is an account ID. */
    asApi: {
      invite(command: InvitationCommand & { readonly by: number }): InvitationRecord {
        const invitation = invite(command);
        const { organizationId, inviteeId, email, role } = invitation;
        note(command.by, { organizationId, login: loginOf(inviteeId), email, role, outcome: 'invited' });
        return invitation;
      },
      add(organization: string, login: string, role: OrganizationRole, by: number): MembershipRecord {
        const membership = world.addMembership({ organization, login, role });
        const { organizationId, userId } = membership;
        note(by, { organizationId, login: loginOf(userId), email: null, role, outcome: 'added' });
        return tellAdded(membership, by);
      },
      /** Oldest first. */
      arrivals(organization: string): readonly Arrival[] {
        const { id } = world.needOrganization(organization);
        return arrived.filter(({ organizationId }) => organizationId === id);
      },
      clear(): void {
        arrived = [];
        sequence = 0;
      },
    },
  };
}
