import type { MembershipRecord, OrganizationRecord, OrganizationRole, UserRecord } from './records.ts';
import { forgetAccount } from './removal.ts';
import { addToIndex, foldLogin, type WorldStore } from './store.ts';

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

/** People, organizations and who belongs to what. Functions that change something throw on unknown names. */
export interface Accounts {
  users(): readonly UserRecord[];
  user(login: string): UserRecord | null;
  userById(id: number): UserRecord | null;
  organizations(): readonly OrganizationRecord[];
  organization(login: string): OrganizationRecord | null;
  organizationById(id: number): OrganizationRecord | null;
  membership(organizationId: number, userId: number): MembershipRecord | null;
  membershipsOfUser(userId: number): readonly MembershipRecord[];
  membershipsOfOrganization(organizationId: number): readonly MembershipRecord[];
  addUser(user: NewUser): UserRecord;
  updateUser(login: string, change: Partial<Omit<UserRecord, 'id'>>): UserRecord;
  renameUser(login: string, newLogin: string): UserRecord;
  /** With everything of the account: repositories, installation, requests. */
  removeUser(login: string): void;
  addOrganization(organization: NewOrganization): OrganizationRecord;
  updateOrganization(login: string, change: Partial<Omit<OrganizationRecord, 'id'>>): OrganizationRecord;
  renameOrganization(login: string, newLogin: string): OrganizationRecord;
  /** With everything of the account: memberships, teams, repositories, installation, requests. */
  removeOrganization(login: string): void;
  /** Adds a membership or replaces the one there is. */
  addMembership(membership: NewMembership): MembershipRecord;
  setRole(organization: string, login: string, role: OrganizationRole): MembershipRecord;
  removeMembership(organization: string, login: string): void;
  /** Whether Apps of this user get to see the organization at all. */
  setHidden(organization: string, login: string, hidden: boolean): void;
  /** Whether this user has passed single sign-on for a SAML-protected organization. */
  setSamlAuthorized(organization: string, login: string, authorized: boolean): void;
}

const BORN = '2024-03-01T09:00:00Z';

/** The accounts part of a world over its store. */
export function createAccounts(store: WorldStore): Accounts {
  const user = (login: string) => store.users.get(store.accountIds.get(foldLogin(login)) ?? -1) ?? null;
  const organization = (login: string) => store.organizations.get(store.accountIds.get(foldLogin(login)) ?? -1) ?? null;
  const needUser = (login: string) => found(user(login), `user '${login}'`);
  const needOrganization = (login: string) => found(organization(login), `organization '${login}'`);

  function claimLogin(login: string, id: number): void {
    const owner = store.accountIds.get(foldLogin(login));
    if (owner !== undefined && owner !== id) throw new Error(`the login '${login}' is taken`);
    store.accountIds.set(foldLogin(login), id);
  }

  function updateUser(login: string, change: Partial<Omit<UserRecord, 'id'>>): UserRecord {
    const before = needUser(login);
    const after = { ...before, ...change };
    if (foldLogin(after.login) !== foldLogin(before.login)) {
      claimLogin(after.login, before.id);
      store.accountIds.delete(foldLogin(before.login));
    }
    store.users.set(before.id, after);
    return after;
  }

  function updateOrganization(login: string, change: Partial<Omit<OrganizationRecord, 'id'>>): OrganizationRecord {
    const before = needOrganization(login);
    const after = { ...before, ...change };
    if (foldLogin(after.login) !== foldLogin(before.login)) {
      claimLogin(after.login, before.id);
      store.accountIds.delete(foldLogin(before.login));
    }
    store.organizations.set(before.id, after);
    return after;
  }

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
    users: () => [...store.users.values()],
    user,
    userById: (id) => store.users.get(id) ?? null,
    organizations: () => [...store.organizations.values()],
    organization,
    organizationById: (id) => store.organizations.get(id) ?? null,
    membership: (organizationId, userId) => store.memberships.get(organizationId)?.get(userId) ?? null,
    membershipsOfUser: (userId) =>
      [...(store.organizationIdsOfUser.get(userId) ?? [])]
        .map((id) => store.memberships.get(id)?.get(userId))
        .filter((membership) => membership !== undefined),
    membershipsOfOrganization: (organizationId) => [...(store.memberships.get(organizationId)?.values() ?? [])],
    addUser(given) {
      const record: UserRecord = {
        id: given.id ?? store.nextId('account'),
        login: given.login,
        name: given.name === undefined ? given.login : given.name,
        signInNote: given.signInNote ?? null,
        company: given.company ?? null,
        emailVerified: given.emailVerified ?? true,
        suspension: given.suspension ?? null,
        createdAt: given.createdAt ?? BORN,
        unknownToGraphql: given.unknownToGraphql ?? false,
        hiddenOrganizationIds: given.hiddenOrganizationIds ?? [],
        samlOrganizationIds: given.samlOrganizationIds ?? [],
      };
      claimLogin(record.login, record.id);
      store.users.set(record.id, record);
      return record;
    },
    updateUser,
    renameUser: (login, newLogin) => updateUser(login, { login: newLogin }),
    removeUser(login) {
      const { id } = needUser(login);
      for (const organizationId of [...(store.organizationIdsOfUser.get(id) ?? [])]) {
        removeMembership(found(store.organizations.get(organizationId), `organization ${organizationId}`).login, login);
      }
      forgetAccount(store, id);
      store.users.delete(id);
      store.accountIds.delete(foldLogin(login));
    },
    addOrganization(given) {
      const record: OrganizationRecord = {
        id: given.id ?? store.nextId('account'),
        login: given.login,
        name: given.name === undefined ? given.login : given.name,
        description: given.description ?? null,
        websiteUrl: given.websiteUrl ?? null,
        verified: given.verified ?? false,
        requiresTwoFactor: given.requiresTwoFactor ?? false,
        samlEnforced: given.samlEnforced ?? false,
        paidPlan: given.paidPlan ?? false,
        seats: given.seats ?? null,
        invitationsDisabled: given.invitationsDisabled ?? false,
        managedUsers: given.managedUsers ?? false,
        ipAllowList: given.ipAllowList ?? false,
        repeatsOpenInvitations: given.repeatsOpenInvitations ?? false,
        invitationLimit: given.invitationLimit ?? null,
        addsMembersDirectly: given.addsMembersDirectly ?? null,
        createdAt: given.createdAt ?? BORN,
      };
      claimLogin(record.login, record.id);
      store.organizations.set(record.id, record);
      return record;
    },
    updateOrganization,
    renameOrganization: (login, newLogin) => updateOrganization(login, { login: newLogin }),
    removeOrganization(login) {
      const { id } = needOrganization(login);
      forgetAccount(store, id);
      store.organizations.delete(id);
      store.accountIds.delete(foldLogin(login));
    },
    addMembership,
    setRole(name, login, role) {
      const before = store.memberships.get(needOrganization(name).id)?.get(needUser(login).id);
      const { state } = found(before, `membership of '${login}' in '${name}'`);
      return addMembership({ organization: name, login, role, state });
    },
    removeMembership,
    setHidden(name, login, hidden) {
      const ids = withOrWithout(needUser(login).hiddenOrganizationIds, needOrganization(name).id, hidden);
      updateUser(login, { hiddenOrganizationIds: ids });
    },
    setSamlAuthorized(name, login, authorized) {
      const ids = withOrWithout(needUser(login).samlOrganizationIds, needOrganization(name).id, authorized);
      updateUser(login, { samlOrganizationIds: ids });
    },
  };
}

/** The value, or an error that says what the world does not have. */
export function found<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`the simulated world has no ${what}`);
  return value;
}

function withOrWithout(ids: readonly number[], id: number, wanted: boolean): readonly number[] {
  const others = ids.filter((other) => other !== id);
  return wanted ? [...others, id] : others;
}
