import { botIdOf, botLoginOf } from '../views/accounts.ts';
import { inviteeOf } from '../world/departures.ts';
import type { InviteeName, NewInvitation } from '../world/invitations.ts';
import type { InvitationRecord, MemberRole, MembershipRecord } from '../world/records.ts';
import { need } from '../world/store.ts';
import type { Act, Acting, PlatformDeps } from './acting.ts';

export interface ApiInvitation {
  readonly sequence: number;
  readonly organizationId: number;
  /** Null for an email address. */
  readonly login: string | null;
  readonly email: string | null;
  readonly role: string;
  readonly inviter: string | null;
  readonly outcome: 'invited' | 'added';
  readonly at: string;
}

type InvitationCommand = Omit<NewInvitation, 'createdAt'>;

const ELSEWHERE: Act = { via: 'elsewhere' };

export function createInvitationActions(
  { app, world, payloads, changes, now }: Pick<PlatformDeps, 'app' | 'world' | 'payloads' | 'changes' | 'now'>,
  { actorId, basisFor, sendEvent }: Acting,
) {
  const inviteeName = ({ inviteeId, email }: InvitationRecord) =>
    email ?? need(world.userById(inviteeId ?? -1), `user ${inviteeId}`).login;
  function noteOf(
    kind: 'member-invited' | 'invitation-cancelled' | 'invitation-dismissed',
    invitation: InvitationRecord,
    { by, via }: Act,
    values: { readonly before?: string; readonly after?: string },
  ): InvitationRecord {
    const { organizationId } = invitation;
    const noted = { kind, organizationId, via, target: inviteeName(invitation), ...values };
    changes.note({ ...noted, actorId: actorId(organizationId, by) });
    return invitation;
  }
  /** Cancelling or dismissing an invitation sends no event. */
  const cancel = (act: Act, name: string, invitee: InviteeName) => {
    const cancelled = world.cancelInvitation(name, invitee);
    return noteOf('invitation-cancelled', cancelled, act, { before: cancelled.role });
  };
  const dismiss = (act: Act, name: string, id: number) => {
    const dismissed = world.dismissInvitation(name, id);
    return noteOf('invitation-dismissed', dismissed, act, { before: dismissed.role });
  };

  function invite({ via }: Act, command: InvitationCommand): InvitationRecord {
    const organization = world.needOrganization(command.organization);
    const invitation = world.invite(command);
    if (invitation.source === 'member') world.drawInvitation(organization.login);
    noteOf('member-invited', invitation, { by: invitation.inviterId, via }, { after: invitation.role });
    sendEvent(basisFor(organization.id, invitation.inviterId), (basis) =>
      payloads.organization('member_invited', basis, organization, payloads.invited(invitation)),
    );
    return invitation;
  }

  function sendAddedEvent({ by, via }: Act, membership: MembershipRecord): MembershipRecord {
    const { organizationId: id, userId, role: after } = membership;
    const target = need(world.userById(userId), `user ${userId}`).login;
    changes.note({ kind: 'member-added', organizationId: id, via, actorId: actorId(id, by), target, after });
    const organization = need(world.organizationById(id), `organization ${id}`);
    sendEvent(basisFor(id, by), (basis) =>
      payloads.organization('member_added', basis, organization, payloads.membership(membership)),
    );
    return membership;
  }

  let recorded: ApiInvitation[] = [];
  let sequence = 0;
  const loginOf = (id: number | null) => (id === null ? null : (world.userById(id)?.login ?? null));
  function note(
    by: number,
    arrival: Pick<ApiInvitation, 'organizationId' | 'login' | 'email' | 'role' | 'outcome'>,
  ): void {
    sequence += 1;
    const inviter = by === botIdOf(app) ? botLoginOf(app) : loginOf(by);
    recorded.push({ sequence, ...arrival, inviter, at: new Date(now()).toISOString() });
  }

  return {
    invite: (command: InvitationCommand) => invite(ELSEWHERE, command),
    /** Sends `member_added`. `login` accepts an email invitation. */
    acceptInvitation(name: string, invitee: InviteeName, login?: string): MembershipRecord {
      const accepted = world.acceptInvitation(name, invitee, login);
      const { organizationId, id } = accepted;
      const person = need(inviteeOf(accepted), `invitee of invitation ${id}`);
      const membership = need(world.membership(organizationId, person), `membership of invitation ${id}`);
      return sendAddedEvent({ by: person, via: 'elsewhere' }, membership);
    },
    /** Declining an invitation sends no event. */
    declineInvitation: world.declineInvitation,
    cancelInvitation: (name: string, invitee: InviteeName, by?: string) =>
      cancel({ by, via: 'elsewhere' }, name, invitee),
    failInvitation: world.failInvitation,
    dismissInvitation: (name: string, id: number, by?: string) => dismiss({ by, via: 'elsewhere' }, name, id),
    addMember: (organization: string, login: string, role: MemberRole = 'member', by?: string) =>
      sendAddedEvent({ by, via: 'elsewhere' }, world.addMembership({ organization, login, role })),
    asApi: {
      invite(command: InvitationCommand & { readonly by: number }): InvitationRecord {
        const invitation = invite({ by: command.by, via: 'api' }, command);
        const { organizationId, inviteeId, email, role } = invitation;
        note(command.by, { organizationId, login: loginOf(inviteeId), email, role, outcome: 'invited' });
        return invitation;
      },
      add(organization: string, login: string, role: MemberRole, by: number): MembershipRecord {
        const membership = world.addMembership({ organization, login, role });
        const { organizationId, userId } = membership;
        note(by, { organizationId, login: loginOf(userId), email: null, role, outcome: 'added' });
        return sendAddedEvent({ by, via: 'api' }, membership);
      },
      cancelInvitation: (name: string, invitee: InviteeName, by: number) => cancel({ by, via: 'api' }, name, invitee),
      dismissInvitation: (name: string, id: number, by: number) => dismiss({ by, via: 'api' }, name, id),
      arrivals(organization: string): readonly ApiInvitation[] {
        const { id } = world.needOrganization(organization);
        return recorded.filter(({ organizationId }) => organizationId === id);
      },
      clear(): void {
        recorded = [];
        sequence = 0;
        changes.clear();
      },
    },
  };
}
