import type { EventBasis, WebhookEvent, WebhookPayloads } from '../webhooks/payloads.ts';
import type { InviteeName, NewInvitation } from '../world/invitations.ts';
import type { InvitationRecord, MembershipRecord, OrganizationRole } from '../world/records.ts';
import { isoSeconds, need } from '../world/store.ts';
import type { World } from '../world/world.ts';

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
  readonly at: string;
}

/**
 * Invitations the way the platform makes them: the world changes, the quota is drawn on, and the App is
 * told. An invitee is a login, an e-mail address or the ID of the invitation.
 */
export interface InvitationActions {
  /** Sends `organization` with `member_invited`. */
  invite(invitation: Omit<NewInvitation, 'createdAt'>): InvitationRecord;
  /** Sends `organization` with `member_added`. `login` says who answers an invitation by e-mail. */
  acceptInvitation(organization: string, invitee: InviteeName, login?: string): MembershipRecord;
  /** Of this and the next two, the App is not told. */
  declineInvitation(organization: string, invitee: InviteeName): InvitationRecord;
  cancelInvitation(organization: string, invitee: InviteeName): InvitationRecord;
  /** As if its seven days were over, or for another reason. */
  failInvitation(organization: string, invitee: InviteeName, reason?: string): InvitationRecord;
  readonly asApi: ApiInvitations;
}

/** What the API does; it is noted, so that a test can ask what arrived. */
export interface ApiInvitations {
  invite(invitation: Omit<NewInvitation, 'createdAt'> & { readonly by: number }): InvitationRecord;
  /** A membership without an invitation. Sends `member_added`. */
  add(membership: AddedMembership): MembershipRecord;
  /** Oldest first. */
  arrivals(organization: string): readonly Arrival[];
  clear(): void;
}

/** Somebody becomes a member without being asked. `by` is an account ID. */
export interface AddedMembership {
  readonly organization: string;
  readonly login: string;
  readonly role: OrganizationRole;
  readonly by: number;
}

/** What the actions on invitations change and tell. */
export interface InvitationActionDeps {
  readonly world: World;
  readonly payloads: WebhookPayloads;
  readonly now: () => number;
  /** Sends an event of an organization, unless the App is not to be told. */
  readonly tell: (organizationId: number, senderId: number, make: (basis: EventBasis) => WebhookEvent) => void;
}

/** The actions on invitations. */
export function createInvitationActions(deps: InvitationActionDeps): InvitationActions {
  const { world, payloads, tell } = deps;
  const needOrganization = (login: string) => need(world.organization(login), `organization '${login}'`);

  function invite(command: Omit<NewInvitation, 'createdAt'>): InvitationRecord {
    const organization = needOrganization(command.organization);
    const invitation = world.invite(command);
    world.drawInvitation(organization.login);
    tell(organization.id, invitation.inviterId, (basis) =>
      payloads.organization('member_invited', basis, { organization, invitation }),
    );
    return invitation;
  }

  function tellAdded(membership: MembershipRecord, by: number): void {
    const { organizationId: id } = membership;
    const organization = need(world.organizationById(id), `organization ${id}`);
    tell(id, by, (basis) => payloads.organization('member_added', basis, { organization, membership }));
  }

  return {
    invite,
    acceptInvitation(name, invitee, login) {
      const { organizationId, inviteeId, id } = world.acceptInvitation(name, invitee, login);
      const person = need(inviteeId, `invitee of invitation ${id}`);
      const membership = need(world.membership(organizationId, person), `membership of invitation ${id}`);
      tellAdded(membership, person);
      return membership;
    },
    declineInvitation: world.declineInvitation,
    cancelInvitation: world.cancelInvitation,
    failInvitation: world.failInvitation,
    asApi: createApiInvitations(deps, invite, tellAdded),
  };
}

function createApiInvitations(
  { world, now }: InvitationActionDeps,
  invite: InvitationActions['invite'],
  tellAdded: (membership: MembershipRecord, by: number) => void,
): ApiInvitations {
  let arrived: Arrival[] = [];
  let sequence = 0;
  const loginOf = (id: number | null) => (id === null ? null : (world.userById(id)?.login ?? null));
  function note(by: number, arrival: Pick<Arrival, 'organizationId' | 'login' | 'email' | 'role' | 'outcome'>): void {
    sequence += 1;
    arrived.push({ sequence, ...arrival, inviter: loginOf(by), at: isoSeconds(now()) });
  }

  return {
    invite(command) {
      const invitation = invite(command);
      const { organizationId, inviteeId, email, role } = invitation;
      note(command.by, { organizationId, login: loginOf(inviteeId), email, role, outcome: 'invited' });
      return invitation;
    },
    add({ organization, login, role, by }) {
      const membership = world.addMembership({ organization, login, role });
      const { organizationId, userId } = membership;
      note(by, { organizationId, login: loginOf(userId), email: null, role, outcome: 'added' });
      tellAdded(membership, by);
      return membership;
    },
    arrivals(organization) {
      const { id } = need(world.organization(organization), `organization '${organization}'`);
      return arrived.filter(({ organizationId }) => organizationId === id);
    },
    clear() {
      arrived = [];
      sequence = 0;
    },
  };
}
