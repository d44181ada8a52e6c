import { enterpriseTeamsOf, inviteeOf, leave } from './departures.ts';
import type { MemberRole, MembershipRecord, OrganizationRecord, UserRecord } from './records.ts';
import { deleteWhere, foldLogin, membershipKey, need, select, type WorldStore, withOrWithout } from './store.ts';

export type NewUser = Partial<Omit<UserRecord, 'login'>> & { readonly login: string };

export type NewOrganization = Partial<Omit<OrganizationRecord, 'login'>> & { readonly login: string };

export interface NewMembership {
  readonly organization: string;
  readonly login: string;
  readonly role?: MemberRole;
  readonly state?: MembershipRecord['state'];
  /** Default: true. */
  readonly isDirect?: boolean;
}

export interface MemberWithUser {
  readonly membership: MembershipRecord;
  readonly user: UserRecord;
}

const BORN = '2024-03-01T09:00:00Z';

const USUAL_USER = {
  signInNote: null,
  company: null,
  emailVerified: true,
  suspension: null,
  secondFactor: 'secure',
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
  plan: 'free',
  seats: null,
  invitationsDisabled: false,
  managedUsers: false,
  ipAllowList: false,
  repeatsOpenInvitations: false,
  failuresBlockInviting: false,
  failuresAsCodes: false,
  limitsAppInvitations: false,
  invitationLimit: null,
  basePermission: 'READ',
  roles: null,
  repositoryRoles: [],
  personalTokens: [],
  filtersInsecureFactors: true,
  addsMembersDirectly: null,
  createdAt: BORN,
} as const satisfies Partial<OrganizationRecord>;

export type Accounts = ReturnType<typeof createAccounts>;
export function createAccounts(store: WorldStore) {
  const users = createAccountTable(store, store.users, 'user');
  const organizations = createAccountTable(store, store.organizations, 'organization');
  const membership = (organizationId: number, userId: number) =>
    store.memberships.get(membershipKey(organizationId, userId)) ?? null;
  const membershipsOfOrganization = (id: number) =>
    select(store.memberships, ({ organizationId }) => organizationId === id);

  /** Cached, because pages of large organizations repeat the query. */
  const membersCache = new Map<number, { readonly state: string; readonly members: readonly MemberWithUser[] }>();
  function membersOf(organizationId: number): readonly MemberWithUser[] {
    const state = `${store.memberships.changes()} ${store.users.changes()}`;
    const cached = membersCache.get(organizationId);
    if (cached?.state === state) return cached.members;
    const members = membershipsOfOrganization(organizationId).flatMap((record) => {
      const member = record.state === 'active' ? users.byId(record.userId) : null;
      return member ? [{ membership: record, user: member }] : [];
    });
    membersCache.set(organizationId, { state, members });
    return members;
  }

  const idOf = ({ id }: NewUser | NewOrganization) => id ?? store.nextId('account');

  function addMembership(added: NewMembership): MembershipRecord {
    const { organization, login, role = 'member', state = 'active', isDirect = true } = added;
    const [organizationId, userId] = [organizations.needed(organization).id, users.needed(login).id];
    const record = { organizationId, userId, role, state, isDirect };
    store.memberships.set(membershipKey(organizationId, userId), record);
    return record;
  }

  /** Only the direct membership of somebody in an enterprise team ends. GitHub docs: Remove organization membership. */
  function removeMembership(organization: string, login: string): void {
    const [organizationId, userId] = [organizations.needed(organization).id, users.needed(login).id];
    if (enterpriseTeamsOf(store, organizationId, userId).length === 0) leave(store, organizationId, userId);
    else addMembership({ organization, login, isDirect: false });
  }

  const listOrganization =
    (list: 'hiddenOrganizationIds' | 'samlOrganizationIds') => (name: string, login: string, isListed: boolean) =>
      void users.update(login, {
        [list]: withOrWithout(users.needed(login)[list], organizations.needed(name).id, isListed),
      });

  return {
    users: users.all,
    offeredUsers: () => users.all().filter(({ signInNote }) => signInNote !== null),
    user: users.named,
    userById: users.byId,
    /** Every account's email address is `LOGIN@people.example`. */
    userByAddress: (email: string) => users.named(/^([^@]+)@people\.example$/i.exec(email)?.[1] ?? ''),
    needUser: users.needed,
    organizations: organizations.all,
    organization: organizations.named,
    organizationById: organizations.byId,
    needOrganization: organizations.needed,
    account: (login: string) => organizations.named(login) ?? users.named(login),
    accountById: (id: number) => organizations.byId(id) ?? users.byId(id),
    membership,
    membershipsOfUser: (id: number) => select(store.memberships, ({ userId }) => userId === id),
    membershipsOfOrganization,
    membersOf,
    ownersOf: (organizationId: number) =>
      membershipsOfOrganization(organizationId).filter(({ role, state }) => role === 'admin' && state === 'active'),
    addUser: (newUser: NewUser) => users.add({ ...USUAL_USER, name: newUser.login, ...newUser, id: idOf(newUser) }),
    updateUser: users.update,
    renameUser: (login: string, newLogin: string) => users.update(login, { login: newLogin }),
    removeUser(login: string): void {
      const account = users.needed(login);
      for (const { organizationId } of select(store.memberships, ({ userId }) => userId === account.id)) {
        leave(store, organizationId, account.id);
      }
      users.remove(account);
    },
    addOrganization: (newOrganization: NewOrganization) =>
      organizations.add({
        ...USUAL_ORGANIZATION,
        name: newOrganization.login,
        ...newOrganization,
        id: idOf(newOrganization),
      }),
    updateOrganization: organizations.update,
    renameOrganization(login: string, newLogin: string): OrganizationRecord {
      const after = organizations.update(login, { login: newLogin });
      store.formerOrganizations.set(foldLogin(login), after.id);
      return after;
    },
    /** An organization that had the login, unless another account has it now. */
    formerOrganization(login: string): OrganizationRecord | null {
      if (store.accountIds.has(foldLogin(login))) return null;
      return organizations.byId(store.formerOrganizations.get(foldLogin(login)) ?? -1);
    },
    removeOrganization: (login: string): void => organizations.remove(organizations.needed(login)),
    addMembership,
    setRole(organization: string, login: string, role: MemberRole): MembershipRecord {
      const before = membership(organizations.needed(organization).id, users.needed(login).id);
      const { state, isDirect } = need(before, `membership of '${login}' in '${organization}'`);
      return addMembership({ organization, login, role, state, isDirect });
    },
    removeMembership,
    setHidden: listOrganization('hiddenOrganizationIds'),
    setSamlAuthorized: listOrganization('samlOrganizationIds'),
  };
}

/** Users and organizations share one namespace. */
function createAccountTable<T extends UserRecord | OrganizationRecord>(
  store: WorldStore,
  table: Map<number, T>,
  kind: string,
) {
  const named = (login: string) => table.get(store.accountIds.get(foldLogin(login)) ?? -1) ?? null;
  const needed = (login: string) => need(named(login), `${kind} '${login}'`);

  function save(account: T, before?: T): T {
    const owner = store.accountIds.get(foldLogin(account.login));
    if (owner !== undefined && owner !== account.id) throw new Error(`the login '${account.login}' is taken`);
    if (before) store.accountIds.delete(foldLogin(before.login));
    store.accountIds.set(foldLogin(account.login), account.id);
    table.set(account.id, account);
    return account;
  }

  return {
    all: (): readonly T[] => [...table.values()],
    named,
    byId: (id: number) => table.get(id) ?? null,
    needed,
    add: (account: T) => save(account),
    update(login: string, change: Partial<Omit<T, 'id'>>): T {
      const before = needed(login);
      return save({ ...before, ...change }, before);
    },
    remove({ id, login }: T): void {
      forgetAccount(store, id);
      table.delete(id);
      store.accountIds.delete(foldLogin(login));
    },
  };
}

function forgetAccount(store: WorldStore, accountId: number): void {
  deleteWhere(store.installations, (installation) => installation.accountId === accountId);
  for (const [id, { collaboratorIds, ...installation }] of store.installations) {
    store.installations.set(id, { ...installation, collaboratorIds: withOrWithout(collaboratorIds, accountId, false) });
  }
  deleteWhere(store.installationRequests, (request) => [request.accountId, request.requesterId].includes(accountId));
  deleteWhere(store.invitations, (invitation) =>
    [invitation.organizationId, inviteeOf(invitation)].includes(accountId),
  );
  store.invitationTimes.delete(accountId);
  deleteWhere(store.repositoryInvitations, ({ inviteeId, repositoryId }) => {
    return inviteeId === accountId || store.repositories.get(repositoryId)?.ownerId === accountId;
  });
  for (const { id, ownerId } of store.repositories.values()) {
    const others = store.directAccess.get(id)?.filter(({ userId }) => userId !== accountId) ?? [];
    if (ownerId === accountId) store.directAccess.delete(id);
    else if (store.directAccess.has(id)) store.directAccess.set(id, others);
  }
  deleteWhere(store.repositories, ({ ownerId }) => ownerId === accountId);
  deleteWhere(store.teams, ({ organizationId }) => organizationId === accountId);
  deleteWhere(store.memberships, ({ organizationId }) => organizationId === accountId);
}
