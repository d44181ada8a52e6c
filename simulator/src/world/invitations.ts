import type { Accounts } from './accounts.ts';
import { closeInvitation, inviteeOf } from './departures.ts';
import type { InvitationFailure, InvitationRecord, InvitationRole, MemberRole } from './records.ts';
import { INVITATION_FAILURES } from './records.ts';
import type { Repositories, TeamName } from './repositories.ts';
import { foldLogin, isoSeconds, need, type WorldStore, withOrWithout } from './store.ts';

export interface NewInvitation {
  readonly organization: string;
  readonly login?: string;
  readonly email?: string;
  readonly role?: InvitationRole;
  readonly teams?: readonly TeamName[];
  /** A login or account ID; default: the first owner. */
  readonly by?: string | number;
  /** Default `member`; `scim` for identity providers. */
  readonly source?: InvitationRecord['source'];
  readonly createdAt?: string;
}

/** A login, email address or invitation ID. */
export type InviteeName = string | number;

/** GitHub docs: Inviting users to join your organization. */
const LIFETIME_MS = 7 * 86_400_000;

const roleAfter: Readonly<Record<InvitationRole, MemberRole>> = {
  direct_member: 'member',
  reinstate: 'member',
  admin: 'admin',
  billing_manager: 'billing_manager',
};

export const sameAddress = (one: string | null, other: string) => one !== null && foldLogin(one) === foldLogin(other);

export type Invitations = ReturnType<typeof createInvitations>;
export function createInvitations(
  store: WorldStore,
  accounts: Accounts,
  { needTeam, setTeamMember }: Pick<Repositories, 'needTeam' | 'setTeamMember'>,
  now: () => number,
) {
  const { needOrganization, needUser } = accounts;
  const save = (record: InvitationRecord) => {
    store.invitations.set(record.id, record);
    return record;
  };
  const fail = (record: InvitationRecord, failedReason: InvitationFailure, failedAt = isoSeconds(now())) =>
    closeInvitation(store, record, { state: 'failed', failedAt, failedReason });

  /** Fails invitations after seven days, except `scim` invitations. */
  function expireInvitations(): void {
    const oldest = isoSeconds(now() - LIFETIME_MS);
    for (const record of store.invitations.values()) {
      if (record.state !== 'open' || record.source === 'scim' || record.createdAt > oldest || !isOpen(record)) continue;
      fail(record, 'expired', isoSeconds(Date.parse(record.createdAt) + LIFETIME_MS));
    }
  }

  function ofState(login: string, state: InvitationRecord['state']): readonly InvitationRecord[] {
    const { id } = needOrganization(login);
    expireInvitations();
    return [...store.invitations.values()].filter((record) => record.organizationId === id && record.state === state);
  }
  function isOpen(record: InvitationRecord): boolean {
    const userId = inviteeOf(record);
    if (record.state !== 'open' || userId === null) return record.state === 'open';
    return accounts.membership(record.organizationId, userId)?.state === 'pending';
  }
  const openInvitations = (login: string) => ofState(login, 'open').filter(isOpen);
  const openInvitationsOf = (login: string, userId: number) =>
    openInvitations(login).filter((record) => inviteeOf(record) === userId);

  function needOpen(organization: string, invitee: InviteeName): InvitationRecord {
    const userId = typeof invitee === 'string' ? accounts.user(invitee)?.id : undefined;
    const record = openInvitations(organization).find(
      (open) =>
        open.id === invitee ||
        sameAddress(open.email, String(invitee)) ||
        (userId !== undefined && inviteeOf(open) === userId),
    );
    return need(record, `open invitation of '${invitee}' to '${organization}'`);
  }

  return {
    openInvitations,
    openInvitationsOf,
    /** Includes expired invitations; excludes dismissed ones. */
    failedInvitations: (login: string) => ofState(login, 'failed'),
    invitation: (id: number) => store.invitations.get(id) ?? null,
    /** Ignores the quota. */
    invite({ organization: name, login, email, role = 'direct_member', by, ...options }: NewInvitation) {
      const { id: organizationId } = needOrganization(name);
      const invitee = login === undefined ? null : needUser(login);
      if (invitee === null && email === undefined) throw new Error('an invitation needs a login or an e-mail address');
      const person = invitee ?? accounts.userByAddress(email ?? '');
      const open = openInvitations(name).filter((invitation) =>
        person ? inviteeOf(invitation) === person.id : sameAddress(invitation.email, email ?? ''),
      );
      const before = person && accounts.membership(organizationId, person.id);
      const isByAddress = invitee !== null && open.length > 0 && open.every(({ inviteeId }) => inviteeId === null);
      if (before && !isByAddress)
        throw new Error(`'${login ?? email}' has a membership of '${name}', which is ${before.state}`);
      if (open.length > 0 && !isByAddress) throw new Error(`'${email}' is invited to '${name}' already`);
      const firstOwner = () => need(accounts.ownersOf(organizationId)[0], `owner of organization ${organizationId}`);
      const record: InvitationRecord = {
        id: store.nextId('invitation'),
        organizationId,
        inviteeId: invitee?.id ?? null,
        addresseeId: invitee ? null : (person?.id ?? null),
        email: invitee ? null : (email ?? null),
        role,
        inviterId: typeof by === 'string' ? needUser(by).id : (by ?? firstOwner().userId),
        teamIds: (options.teams ?? []).map((team) => needTeam(name, team).id),
        state: 'open',
        source: options.source ?? 'member',
        createdAt: options.createdAt ?? isoSeconds(now()),
        failedAt: null,
        failedReason: null,
      };
      if (person) {
        const leftovers = ofState(name, 'open').filter(
          (invitation) => inviteeOf(invitation) === person.id && !isOpen(invitation),
        );
        for (const leftover of leftovers) save({ ...leftover, state: 'cancelled' });
        accounts.addMembership({ organization: name, login: person.login, role: roleAfter[role], state: 'pending' });
      }
      return save(record);
    },
    /** Fails the person's other invitations; default: the address's owner accepts. */
    acceptInvitation(organization: string, invitee: InviteeName, login?: string) {
      const record = needOpen(organization, invitee);
      const answering = record.inviteeId === null && login !== undefined ? needUser(login) : null;
      const person = answering ?? accounts.userById(inviteeOf(record) ?? -1);
      const { id, login: name } = need(person, `user who answers invitation ${record.id}`);
      const role = accounts.membership(record.organizationId, id)?.role ?? roleAfter[record.role];
      if (answering && answering.id !== record.addresseeId) closeInvitation(store, record, { state: 'cancelled' });
      for (const other of openInvitationsOf(organization, id))
        if (other.id !== record.id) fail(other, 'already_accepted');
      accounts.addMembership({ organization, login: name, role });
      for (const teamId of record.teamIds) {
        if (store.teams.has(teamId)) setTeamMember(organization, teamId, name, 'MEMBER');
      }
      return closeInvitation(store, record, { state: 'accepted', addresseeId: record.inviteeId === null ? id : null });
    },
    changeInvitation(organization: string, invitee: InviteeName, role: InvitationRole) {
      const after = save({ ...needOpen(organization, invitee), role });
      const person = accounts.userById(inviteeOf(after) ?? -1);
      if (person) accounts.setRole(organization, person.login, roleAfter[role]);
      return after;
    },
    setInvitationTeam(organization: string, id: number, teamId: number, isAdded: boolean) {
      const record = needOpen(organization, id);
      return save({ ...record, teamIds: withOrWithout(record.teamIds, teamId, isAdded) });
    },
    declineInvitation: (organization: string, invitee: InviteeName) =>
      closeInvitation(store, needOpen(organization, invitee), { state: 'declined' }),
    cancelInvitation: (organization: string, invitee: InviteeName) =>
      closeInvitation(store, needOpen(organization, invitee), { state: 'cancelled' }),
    failInvitation(organization: string, invitee: InviteeName, reason: InvitationFailure = 'expired') {
      if (!Object.hasOwn(INVITATION_FAILURES, reason)) throw new Error(`'${reason}' is no reason for a failure`);
      return fail(needOpen(organization, invitee), reason);
    },
    dismissInvitation(organization: string, id: number) {
      const record = ofState(organization, 'failed').find((failed) => failed.id === id);
      return save({ ...need(record, `failed invitation ${id} to '${organization}'`), state: 'cancelled' });
    },
    expireInvitations,
  };
}
