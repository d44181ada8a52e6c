import type { Accounts } from './accounts.ts';
import type { InvitationRecord, InvitationRole, OrganizationRole } from './records.ts';
import type { Repositories } from './repositories.ts';
import { isoSeconds, need, type WorldStore } from './store.ts';

/** An invitation by names, of a person or of an e-mail address. */
export interface NewInvitation {
  readonly organization: string;
  readonly login?: string;
  readonly email?: string;
  /** Default `direct_member`. */
  readonly role?: InvitationRole;
  /** Slugs. */
  readonly teams?: readonly string[];
  /** A login or an account ID; default: the first owner. */
  readonly by?: string | number;
  /** Default: now. */
  readonly createdAt?: string;
}

/** Whose invitation: a login, an e-mail address, or the ID of the invitation. */
export type InviteeName = string | number;

/** GitHub docs: Inviting users to join your organization. */
const LIFETIME_MS = 7 * 86_400_000;
const EXPIRED = 'Invitation expired. User did not accept this invite for 7 days.';

/** The membership role an invitation leads to. */
export const roleAfter: Readonly<Record<InvitationRole, OrganizationRole>> = {
  direct_member: 'member',
  reinstate: 'member',
  admin: 'admin',
  billing_manager: 'billing_manager',
};

/** Invitations into organizations. Functions that change something throw on unknown names and on what is not open. */
export type Invitations = ReturnType<typeof createInvitations>;
export function createInvitations(
  store: WorldStore,
  accounts: Accounts,
  { team, setTeamMember }: Pick<Repositories, 'team' | 'setTeamMember'>,
  now: () => number,
) {
  const { needOrganization, needUser } = accounts;
  const ofState = (login: string, state: InvitationRecord['state']): readonly InvitationRecord[] => {
    const { id } = needOrganization(login);
    return [...store.invitations.values()].filter((record) => record.organizationId === id && record.state === state);
  };
  /** Whether the membership has not been changed past the invitation. */
  const isOpen = ({ state, organizationId, inviteeId }: InvitationRecord) =>
    state === 'open' && (inviteeId === null || accounts.membership(organizationId, inviteeId)?.state === 'pending');
  const openInvitations = (login: string) => ofState(login, 'open').filter(isOpen);
  const save = (record: InvitationRecord) => {
    store.invitations.set(record.id, record);
    return record;
  };

  function needOpen(organization: string, invitee: InviteeName): InvitationRecord {
    const userId = typeof invitee === 'string' ? accounts.user(invitee)?.id : undefined;
    const record = openInvitations(organization).find(
      ({ id, inviteeId, email }) =>
        id === invitee || email === invitee || (userId !== undefined && inviteeId === userId),
    );
    return need(record, `open invitation of '${invitee}' to '${organization}'`);
  }

  function close(before: InvitationRecord, change: Partial<InvitationRecord>): InvitationRecord {
    const organization = accounts.organizationById(before.organizationId);
    const invitee = before.inviteeId === null ? null : accounts.userById(before.inviteeId);
    if (change.state !== 'accepted' && organization && invitee) {
      accounts.removeMembership(organization.login, invitee.login);
    }
    return save({ ...before, ...change });
  }

  const fail = (record: InvitationRecord, failedReason: string) =>
    close(record, { state: 'failed', failedAt: isoSeconds(now()), failedReason });

  return {
    /** Oldest first. */
    openInvitations,
    /** Expired ones and other failures. */
    failedInvitations: (login: string) => ofState(login, 'failed'),
    invitation: (id: number) => store.invitations.get(id) ?? null,
    /** Throws when the person belongs to the organization or is invited already. Counts against no quota. */
    invite({ organization: name, login, role = 'direct_member', by, ...given }: NewInvitation) {
      const { id: organizationId } = needOrganization(name);
      const invitee = login === undefined ? null : needUser(login);
      if (invitee === null && given.email === undefined)
        throw new Error('an invitation needs a login or an e-mail address');
      const before = invitee && accounts.membership(organizationId, invitee.id);
      if (before) throw new Error(`'${login}' has a membership of '${name}', which is ${before.state}`);
      const firstOwner = () => need(accounts.ownersOf(organizationId)[0], `owner of organization ${organizationId}`);
      const record: InvitationRecord = {
        id: store.nextId('invitation'),
        organizationId,
        inviteeId: invitee?.id ?? null,
        email: invitee ? null : (given.email ?? null),
        role,
        inviterId: typeof by === 'string' ? needUser(by).id : (by ?? firstOwner().userId),
        teamIds: (given.teams ?? []).map((slug) => need(team(organizationId, slug), `team '${name}/${slug}'`).id),
        state: 'open',
        createdAt: given.createdAt ?? isoSeconds(now()),
        failedAt: null,
        failedReason: null,
      };
      if (invitee) {
        const leftovers = ofState(name, 'open').filter(({ inviteeId }) => inviteeId === invitee.id);
        for (const leftover of leftovers) save({ ...leftover, state: 'cancelled' });
        accounts.addMembership({ organization: name, login: invitee.login, role: roleAfter[role], state: 'pending' });
      }
      return save(record);
    },
    /** The pending membership becomes an active one; `login` says who answers an invitation by e-mail. */
    acceptInvitation(organization: string, invitee: InviteeName, login = String(invitee)) {
      const record = needOpen(organization, invitee);
      const person = record.inviteeId === null ? needUser(login) : accounts.userById(record.inviteeId);
      const { id, login: name } = need(person, `user '${login}'`);
      const role = accounts.membership(record.organizationId, id)?.role ?? roleAfter[record.role];
      accounts.addMembership({ organization, login: name, role });
      for (const teamId of record.teamIds) {
        const slug = store.teams.get(teamId)?.slug;
        if (slug !== undefined) setTeamMember(organization, slug, name, 'MEMBER');
      }
      return close(record, { state: 'accepted', inviteeId: id });
    },
    /** Also changes the pending membership. */
    changeInvitation(organization: string, invitee: InviteeName, role: InvitationRole) {
      const after = save({ ...needOpen(organization, invitee), role });
      const person = after.inviteeId === null ? null : accounts.userById(after.inviteeId);
      if (person) accounts.setRole(organization, person.login, roleAfter[role]);
      return after;
    },
    declineInvitation: (organization: string, invitee: InviteeName) =>
      close(needOpen(organization, invitee), { state: 'declined' }),
    cancelInvitation: (organization: string, invitee: InviteeName) =>
      close(needOpen(organization, invitee), { state: 'cancelled' }),
    /** As if its time were up, or for another reason. */
    failInvitation: (organization: string, invitee: InviteeName, reason = EXPIRED) =>
      fail(needOpen(organization, invitee), reason),
    /** Fails the invitations that have been open for seven days. */
    expireInvitations(): void {
      for (const record of store.invitations.values()) {
        if (isOpen(record) && Date.parse(record.createdAt) + LIFETIME_MS <= now()) fail(record, EXPIRED);
      }
    },
  };
}
