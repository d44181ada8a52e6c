import type { Accounts } from './accounts.ts';
import { found } from './accounts.ts';
import { isoSeconds } from './installations.ts';
import type { InvitationRecord, InvitationRole, OrganizationRole } from './records.ts';
import type { Repositories } from './repositories.ts';
import type { WorldStore } from './store.ts';

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

/** Invitations into organizations. Functions that change something throw on unknown names and on what is not open. */
export interface Invitations {
  /** Open ones, oldest first. */
  openInvitations(organization: string): readonly InvitationRecord[];
  /** Expired ones and other failures. */
  failedInvitations(organization: string): readonly InvitationRecord[];
  invitation(id: number): InvitationRecord | null;
  /** Throws when the person belongs to the organization or is invited already. Counts against no quota. */
  invite(invitation: NewInvitation): InvitationRecord;
  /** The pending membership becomes an active one; `login` says who answers an invitation by e-mail. */
  acceptInvitation(organization: string, invitee: InviteeName, login?: string): InvitationRecord;
  /** Also changes the pending membership. */
  changeInvitation(organization: string, invitee: InviteeName, role: InvitationRole): InvitationRecord;
  declineInvitation(organization: string, invitee: InviteeName): InvitationRecord;
  cancelInvitation(organization: string, invitee: InviteeName): InvitationRecord;
  /** As if its time were up, or for another reason. */
  failInvitation(organization: string, invitee: InviteeName, reason?: string): InvitationRecord;
  /** Fails the invitations that have been open for seven days. */
  expireInvitations(): void;
}

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

/** The invitations part of a world over its store and its other parts. */
export function createInvitations(
  store: WorldStore,
  accounts: Accounts,
  { team, setTeamMember }: Pick<Repositories, 'team' | 'setTeamMember'>,
  now: () => number,
): Invitations {
  const needOrganization = (login: string) => found(accounts.organization(login), `organization '${login}'`);
  const needUser = (login: string) => found(accounts.user(login), `user '${login}'`);
  const ofState = (login: string, state: InvitationRecord['state']) => {
    const { id } = needOrganization(login);
    return [...store.invitations.values()].filter((record) => record.organizationId === id && record.state === state);
  };
  const isOpenFor = (record: InvitationRecord, inviteeId: number) =>
    record.inviteeId === inviteeId && accounts.membership(record.organizationId, inviteeId)?.state === 'pending';
  const openInvitations = (login: string) =>
    ofState(login, 'open').filter((record) => record.inviteeId === null || isOpenFor(record, record.inviteeId));

  function openFor(organization: string, invitee: InviteeName): InvitationRecord {
    const userId = typeof invitee === 'string' ? accounts.user(invitee)?.id : undefined;
    const record = openInvitations(organization).find(
      ({ id, inviteeId, email }) =>
        id === invitee || email === invitee || (userId !== undefined && inviteeId === userId),
    );
    return found(record, `open invitation of '${invitee}' to '${organization}'`);
  }

  function close(before: InvitationRecord, change: Partial<InvitationRecord>): InvitationRecord {
    const after = { ...before, ...change };
    store.invitations.set(before.id, after);
    const organization = accounts.organizationById(before.organizationId);
    const invitee = before.inviteeId === null ? null : accounts.userById(before.inviteeId);
    if (after.state !== 'accepted' && organization && invitee) {
      accounts.removeMembership(organization.login, invitee.login);
    }
    return after;
  }

  /** Invitations whose membership was changed past them. */
  function closeLeftovers(organizationId: number, inviteeId: number): void {
    for (const [id, record] of store.invitations) {
      if (record.state !== 'open' || record.organizationId !== organizationId || record.inviteeId !== inviteeId)
        continue;
      store.invitations.set(id, { ...record, state: 'cancelled' });
    }
  }

  const failed = (reason: string) => ({
    state: 'failed' as const,
    failedAt: isoSeconds(now()),
    failedReason: reason,
  });

  function firstOwner(organizationId: number): number {
    const owner = accounts
      .membershipsOfOrganization(organizationId)
      .find(({ role, state }) => role === 'admin' && state === 'active');
    return found(owner, `owner of organization ${organizationId}`).userId;
  }

  return {
    openInvitations,
    failedInvitations: (login) => ofState(login, 'failed'),
    invitation: (id) => store.invitations.get(id) ?? null,
    invite({ organization: name, login, email = null, role = 'direct_member', teams = [], by, createdAt }) {
      const { id: organizationId } = needOrganization(name);
      const invitee = login === undefined ? null : needUser(login);
      if (invitee === null && email === null) throw new Error('an invitation needs a login or an e-mail address');
      const before = invitee && accounts.membership(organizationId, invitee.id);
      if (before) throw new Error(`'${login}' has a membership of '${name}', which is ${before.state}`);
      const record: InvitationRecord = {
        id: store.nextId('invitation'),
        organizationId,
        inviteeId: invitee?.id ?? null,
        email: invitee ? null : email,
        role,
        inviterId: typeof by === 'string' ? needUser(by).id : (by ?? firstOwner(organizationId)),
        teamIds: teams.map((slug) => found(team(organizationId, slug), `team '${name}/${slug}'`).id),
        state: 'open',
        createdAt: createdAt ?? isoSeconds(now()),
        failedAt: null,
        failedReason: null,
      };
      if (invitee) {
        closeLeftovers(organizationId, invitee.id);
        accounts.addMembership({ organization: name, login: invitee.login, role: roleAfter[role], state: 'pending' });
      }
      store.invitations.set(record.id, record);
      return record;
    },
    acceptInvitation(organization, invitee, login = String(invitee)) {
      const record = openFor(organization, invitee);
      const person = record.inviteeId === null ? needUser(login) : accounts.userById(record.inviteeId);
      const { id, login: name } = found(person, `user '${login}'`);
      const role = accounts.membership(record.organizationId, id)?.role ?? roleAfter[record.role];
      accounts.addMembership({ organization, login: name, role });
      for (const teamId of record.teamIds) {
        const slug = store.teams.get(teamId)?.slug;
        if (slug !== undefined) setTeamMember(organization, slug, name, 'MEMBER');
      }
      return close(record, { state: 'accepted', inviteeId: id });
    },
    changeInvitation(organization, invitee, role) {
      const after = { ...openFor(organization, invitee), role };
      store.invitations.set(after.id, after);
      const person = after.inviteeId === null ? null : accounts.userById(after.inviteeId);
      if (person) accounts.setRole(organization, person.login, roleAfter[role]);
      return after;
    },
    declineInvitation: (organization, invitee) => close(openFor(organization, invitee), { state: 'declined' }),
    cancelInvitation: (organization, invitee) => close(openFor(organization, invitee), { state: 'cancelled' }),
    failInvitation: (organization, invitee, reason = EXPIRED) => close(openFor(organization, invitee), failed(reason)),
    expireInvitations() {
      for (const record of store.invitations.values()) {
        if (record.state !== 'open' || Date.parse(record.createdAt) + LIFETIME_MS > now()) continue;
        const isOpen = record.inviteeId === null || isOpenFor(record, record.inviteeId);
        if (isOpen) close(record, failed(EXPIRED));
      }
    },
  };
}
