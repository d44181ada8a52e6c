import type { MembershipRecord, OrganizationRecord, OrganizationRole, UserRecord } from './records.ts';
import { forgetAccount } from './removal.ts';
import { addToIndex, foldLogin, need, type WorldStore } from './store.ts';

/** Everything about a new user that may differ from the usual. */
export type NewUser = Partial<Omit<UserRecord, 'login'>> & { readonly login: string };

/** Everything about a new organization that may differ from the usual. */
export type NewOrganization = Partial<Omit<OrganizationRecord, 'login'>> & { readonly login: string };

/** A membership by names. The role defaults to `member`, the state to `active`. */
export interface NewMembership {
  readonly organization: string;
  readonly login: string;
  readonly role?: OrganizationRole;
  readonly state?: MembershipRecord['state'];
}

const BORN = '2024-03-01T09:00:00Z';

const USUAL_USER = {
  signInNote: null,
  company: null,
  emailVerified: true,
  suspension: null,
  createdAt: BORN,
  unknownToGraphql: false,
  hiddenOrganizationIds: [],
  samlOrganizationIds: [],
} as const satisfies Partial<UserRecord>;

const USUAL_ORGANIZATION = {
  description: null,
  websiteUrl: null,
  verified: false,
  requiresTwoFactor: false,
  samlEnforced: false,
  paidPlan: false,
  seats: null,
  invitationsDisabled: false,
  managedUsers: false,
  ipAllowList: false,
  repeatsOpenInvitations: false,
  invitationLimit: null,
  addsMembersDirectly: null,
  createdAt: BORN,
} as const satisfies Partial<OrganizationRecord>;

/** People, organizations and who belongs to what. Functions that change something throw on unknown names. */
export type Accounts = ReturnType<typeof createAccounts>;
export function createAccounts(store: WorldStore) {
  const user = (login: string) => store.users.get(store.accountIds.get(foldLogin(login)) ?? -1) ?? null;
  const organization = (login: string) => store.organizations.get(store.accountIds.get(foldLogin(login)) ?? -1) ?? null;
  const userById = (id: number) => store.users.get(id) ?? null;
  const organizationById = (id: number) => store.organizations.get(id) ?? null;
  const needUser = (login: string) => need(user(login), `user '${login}'`);
  const needOrganization = (login: string) => need(organization(login), `organization '${login}'`);
  const membership = (organizationId: number, userId: number) =>
    store.memberships.get(organizationId)?.get(userId) ?? null;
  const membershipsOfOrganization = (id: number): readonly MembershipRecord[] => [
    ...(store.memberships.get(id)?.values() ?? []),
  ];

  function save<T extends UserRecord | OrganizationRecord>(table: Map<number, T>, account: T, before?: T): T {
    const owner = store.accountIds.get(foldLogin(account.login));
    if (owner !== undefined && owner !== account.id) throw new Error(`the login '${account.login}' is taken`);
    if (before) store.accountIds.delete(foldLogin(before.login));
    store.accountIds.set(foldLogin(account.login), account.id);
    table.set(account.id, account);
    return account;
  }

  function remove(table: Map<number, UserRecord | OrganizationRecord>, { id, login }: UserRecord | OrganizationRecord) {
    forgetAccount(store, id);
    table.delete(id);
    store.accountIds.delete(foldLogin(login));
  }

  function updateUser(login: string, change: Partial<Omit<UserRecord, 'id'>>): UserRecord {
    const before = needUser(login);
    return save(store.users, { ...before, ...change }, before);
  }

  function updateOrganization(login: string, change: Partial<Omit<OrganizationRecord, 'id'>>): OrganizationRecord {
    const before = needOrganization(login);
    return save(store.organizations, { ...before, ...change }, before);
  }

  /** Adds a membership or replaces the one there is. */
  function addMembership({ organization: name, login, role = 'member', state = 'active' }: NewMembership) {
    const organizationId = needOrganization(name).id;
    const userId = needUser(login).id;
    const record: MembershipRecord = { organizationId, userId, role, state };
    const members = store.memberships.get(organizationId) ?? new Map<number, MembershipRecord>();
    members.set(userId, record);
    store.memberships.set(organizationId, members);
    addToIndex(store.organizationIdsOfUser, userId, organizationId);
    return record;
  }

  function removeMembership(name: string, login: string): void {
    const organizationId = needOrganization(name).id;
    const userId = needUser(login).id;
    store.memberships.get(organizationId)?.delete(userId);
    store.organizationIdsOfUser.get(userId)?.delete(organizationId);
    for (const teamId of store.teamIdsOfOrganization.get(organizationId) ?? []) {
      const team = store.teams.get(teamId);
      if (!team?.members.some((member) => member.userId === userId)) continue;
      store.teams.set(teamId, { ...team, members: team.members.filter((member) => member.userId !== userId) });
    }
  }

  return {
    users: (): readonly UserRecord[] => [...store.users.values()],
    /** Who is offered on the pages that ask who somebody is. */
    offeredUsers: () => [...store.users.values()].filter(({ signInNote }) => signInNote !== null),
    user,
    userById,
    needUser,
    organizations: (): readonly OrganizationRecord[] => [...store.organizations.values()],
    organization,
    organizationById,
    needOrganization,
    /** An organization or a person. */
    account: (login: string) => organization(login) ?? user(login),
    accountById: (id: number) => organizationById(id) ?? userById(id),
    membership,
    membershipsOfUser: (userId: number): readonly MembershipRecord[] =>
      [...(store.organizationIdsOfUser.get(userId) ?? [])]
        .map((id) => membership(id, userId))
        .filter((record) => record !== null),
    membershipsOfOrganization,
    /** People with an active membership. */
    membersOf: (organizationId: number) =>
      membershipsOfOrganization(organizationId).flatMap((record) => {
        const member = record.state === 'active' ? userById(record.userId) : null;
        return member ? [{ membership: record, user: member }] : [];
      }),
    /** Memberships of those who administer it. */
    ownersOf: (organizationId: number) =>
      membershipsOfOrganization(organizationId).filter(({ role, state }) => role === 'admin' && state === 'active'),
    addUser: (given: NewUser): UserRecord =>
      save(store.users, { ...USUAL_USER, name: given.login, ...given, id: given.id ?? store.nextId('account') }),
    updateUser,
    renameUser: (login: string, newLogin: string) => updateUser(login, { login: newLogin }),
    /** With everything of the account: repositories, installation, requests. */
    removeUser(login: string): void {
      const account = needUser(login);
      for (const id of [...(store.organizationIdsOfUser.get(account.id) ?? [])]) {
        removeMembership(need(organizationById(id), `organization ${id}`).login, login);
      }
      remove(store.users, account);
    },
    addOrganization: (given: NewOrganization): OrganizationRecord =>
      save(store.organizations, {
        ...USUAL_ORGANIZATION,
        name: given.login,
        ...given,
        id: given.id ?? store.nextId('account'),
      }),
    updateOrganization,
    renameOrganization: (login: string, newLogin: string) => updateOrganization(login, { login: newLogin }),
    /** With everything of the account: memberships, teams, repositories, installation, requests. */
    removeOrganization: (login: string): void => remove(store.organizations, needOrganization(login)),
    addMembership,
    setRole(name: string, login: string, role: OrganizationRole): MembershipRecord {
      const before = membership(needOrganization(name).id, needUser(login).id);
      const { state } = need(before, `membership of '${login}' in '${name}'`);
      return addMembership({ organization: name, login, role, state });
    },
    removeMembership,
    /** Whether Apps of this user get to see the organization at all. */
    setHidden(name: string, login: string, hidden: boolean): void {
      const ids = withOrWithout(needUser(login).hiddenOrganizationIds, needOrganization(name).id, hidden);
      updateUser(login, { hiddenOrganizationIds: ids });
    },
    /** Whether this user has passed single sign-on for a SAML-protected organization. */
    setSamlAuthorized(name: string, login: string, authorized: boolean): void {
      const ids = withOrWithout(needUser(login).samlOrganizationIds, needOrganization(name).id, authorized);
      updateUser(login, { samlOrganizationIds: ids });
    },
  };
}

/** The list with the ID at its end, or without it. */
export function withOrWithout(ids: readonly number[], id: number, wanted: boolean): readonly number[] {
  const others = ids.filter((other) => other !== id);
  return wanted ? [...others, id] : others;
}
