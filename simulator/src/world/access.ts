import type { Accounts, MemberWithUser } from './accounts.ts';
import { leave } from './departures.ts';
import {
  type AccessName,
  type Grant,
  type OrganizationRecord,
  type OrganizationRoleRecord,
  type PersonalTokenRecord,
  REPOSITORY_PERMISSIONS,
  type RepositoryPermission,
  type RepositoryRecord,
  type RepositoryRoleRecord,
  type TeamRecord,
  type UserRecord,
} from './records.ts';
import type { Repositories, TeamName } from './repositories.ts';
import type { WorldStore } from './store.ts';

export type PermissionSource = Grant &
  (
    | { readonly kind: 'organization'; readonly organization: OrganizationRecord }
    | { readonly kind: 'team'; readonly team: TeamRecord }
    | { readonly kind: 'repository' }
  );

/** `DIRECT` needs a direct grant; `OUTSIDE` also excludes members. */
export type Affiliation = 'ALL' | 'DIRECT' | 'OUTSIDE';

export interface NewRole extends Partial<Pick<OrganizationRoleRecord, 'baseRole'>> {
  readonly organization: string;
  readonly name: string;
  /** Logins. */
  readonly people?: readonly string[];
  readonly teams?: readonly TeamName[];
}

interface GeneralAccess {
  readonly people: readonly UserRecord[];
  readonly ids: ReadonlySet<number>;
}

export const strongest = (permissions: readonly RepositoryPermission[]): RepositoryPermission | null =>
  REPOSITORY_PERMISSIONS.findLast((permission) => permissions.includes(permission)) ?? null;

export function strongestGrant(grants: readonly Grant[]): Grant | null {
  const highest = strongest(grants.map(({ permission }) => permission));
  const found = grants.find(({ permission }) => permission === highest);
  return found ? { permission: found.permission, role: found.role } : null;
}

const PERMISSION_OF_ROLE = {
  read: 'READ',
  triage: 'TRIAGE',
  write: 'WRITE',
  maintain: 'MAINTAIN',
  admin: 'ADMIN',
} as const;

export type Access = ReturnType<typeof createAccess>;
export function createAccess(
  store: WorldStore,
  { membership, membersOf, organizationById, needOrganization, updateOrganization, needUser, userById }: Accounts,
  { needRepository, repositoriesOf, needTeam, teamsOf, teamById, grantOf }: Repositories,
) {
  const directAccessOf = (repositoryId: number) => store.directAccess.get(repositoryId) ?? [];
  const isMember = (organizationId: number, userId: number) => membership(organizationId, userId)?.state === 'active';

  const rolesOf = (team: TeamRecord) =>
    (organizationById(team.organizationId)?.roles ?? []).filter(({ teamIds }) => teamIds.includes(team.id));
  const lineOf = (team: TeamRecord): readonly TeamRecord[] => {
    const parent = team.parentId === null ? null : teamById(team.parentId);
    return parent ? [team, ...lineOf(parent)] : [team];
  };

  /** What the team has in every repository. */
  function generalGrantsOf(team: TeamRecord): readonly Grant[] {
    const bases = rolesOf(team).flatMap(({ baseRole }) => baseRole ?? []);
    return bases.map((base) => ({ permission: PERMISSION_OF_ROLE[base], role: null }));
  }

  /** Child teams inherit their parents' permissions. */
  function grantsOfTeam(team: TeamRecord) {
    const line = lineOf(team);
    const general = line.flatMap(generalGrantsOf);
    return (repositoryId: number): Grant | null => {
      const own = line.flatMap(
        ({ repositories }) => repositories.find((entry) => entry.repositoryId === repositoryId) ?? [],
      );
      return strongestGrant([...own, ...general]);
    };
  }

  const teamsWith = ({ id, ownerId }: RepositoryRecord) =>
    teamsOf(ownerId).flatMap((team) => {
      const grant = grantsOfTeam(team)(id);
      return grant === null ? [] : [{ team, ...grant }];
    });

  /** Owners get everything, members the base permission. */
  function organizationPermission(organization: OrganizationRecord, userId: number): RepositoryPermission | null {
    const belongs = membership(organization.id, userId);
    if (belongs?.state !== 'active' || belongs.role === 'billing_manager') return null;
    if (belongs.role === 'admin') return 'ADMIN';
    return organization.basePermission === 'NONE' ? null : organization.basePermission;
  }

  const generalCache = new WeakMap<readonly MemberWithUser[], Map<string, GeneralAccess>>();
  function generalAccessOf(organization: OrganizationRecord): GeneralAccess {
    const members = membersOf(organization.id);
    const byPermission = generalCache.get(members) ?? new Map<string, GeneralAccess>();
    generalCache.set(members, byPermission);
    const cached = byPermission.get(organization.basePermission);
    if (cached) return cached;
    const people = members
      .map(({ user }) => user)
      .filter(({ id }) => organizationPermission(organization, id) !== null)
      .toSorted((a, b) => a.id - b.id);
    const general = { people, ids: new Set(people.map(({ id }) => id)) };
    byPermission.set(organization.basePermission, general);
    return general;
  }

  function accessTo(repository: RepositoryRecord) {
    const organization = organizationById(repository.ownerId);
    const teams = organization ? teamsWith(repository) : [];
    return (userId: number): readonly PermissionSource[] => {
      if (!organization && repository.ownerId === userId)
        return [{ kind: 'repository', permission: 'ADMIN', role: null }];
      const general = organization && organizationPermission(organization, userId);
      const direct = directAccessOf(repository.id).find((access) => access.userId === userId);
      return [
        ...(organization && general
          ? [{ kind: 'organization', organization, permission: general, role: null } as const]
          : []),
        ...teams
          .filter(({ team }) => team.members.some((member) => member.userId === userId))
          .map((entry) => ({ kind: 'team', ...entry }) as const),
        ...(direct ? [{ kind: 'repository', permission: direct.permission, role: direct.role } as const] : []),
      ];
    };
  }

  function setDirectAccess(owner: string, name: string, login: string, access: AccessName | null): void {
    const [{ id, ownerId }, { id: userId }] = [needRepository(owner, name), needUser(login)];
    const others = directAccessOf(id).filter((access) => access.userId !== userId);
    const granted = access === null ? [] : [{ userId, ...grantOf(ownerId, access) }];
    store.directAccess.set(id, [...others, ...granted]);
  }

  const accessBesideOrganization = (organizationId: number, userId: number) =>
    repositoriesOf(organizationId).flatMap((repository) => {
      const sources = accessTo(repository)(userId).filter(({ kind }) => kind !== 'organization');
      const grant = strongestGrant(sources);
      return grant === null ? [] : [{ repository, ...grant }];
    });

  function addRole({ organization, name, baseRole = null, people = [], teams = [] }: NewRole): OrganizationRoleRecord {
    const { roles } = needOrganization(organization);
    const role = {
      id: store.nextId('role'),
      name,
      baseRole,
      userIds: people.map((login) => needUser(login).id),
      teamIds: teams.map((team) => needTeam(organization, team).id),
    };
    updateOrganization(organization, { roles: [...(roles ?? []), role] });
    return role;
  }

  function addPersonalToken(organization: string, login: string, name: string): PersonalTokenRecord {
    const token = { id: store.nextId('personalToken'), userId: needUser(login).id, name };
    const { personalTokens } = needOrganization(organization);
    updateOrganization(organization, { personalTokens: [...personalTokens, token] });
    return token;
  }

  return {
    addRole,
    addPersonalToken,
    removePersonalToken(organization: string, id: number): void {
      const { personalTokens } = needOrganization(organization);
      updateOrganization(organization, { personalTokens: personalTokens.filter((token) => token.id !== id) });
    },
    addRepositoryRole(organization: string, name: string, base: RepositoryPermission): RepositoryRoleRecord {
      const role = { id: store.nextId('repositoryRole'), name, base };
      const { repositoryRoles } = needOrganization(organization);
      updateOrganization(organization, { repositoryRoles: [...repositoryRoles, role] });
      return role;
    },
    directAccessOf,
    teamsWith,
    /** The roles of the organization that give the team access to every repository. */
    generalGrantsOf,
    /** With those of parent teams and of roles for all repositories. */
    repositoriesOfTeam(team: TeamRecord) {
      const grantIn = grantsOfTeam(team);
      return repositoriesOf(team.organizationId).flatMap((repository) => {
        const grant = grantIn(repository.id);
        return grant === null ? [] : [{ repository, ...grant }];
      });
    },
    /**
     * The person keeps access from teams and direct grants. GitHub docs: Converting an organization member to an
     * outside collaborator.
     */
    makeOutside(name: string, login: string) {
      const { id: organizationId } = needOrganization(name);
      const { id: userId } = needUser(login);
      const remainingAccess = accessBesideOrganization(organizationId, userId);
      leave(store, organizationId, userId);
      for (const { repository, permission, role } of remainingAccess)
        setDirectAccess(name, repository.name, login, role ?? permission);
      return remainingAccess;
    },
    setDirectAccess,
    accessTo,
    permissionIn(repository: RepositoryRecord, userId: number): RepositoryPermission | null {
      const highest = strongest(accessTo(repository)(userId).map(({ permission }) => permission));
      return highest ?? (repository.isPrivate ? null : 'READ');
    },
    collaboratorsOf(
      repository: RepositoryRecord,
      affiliation: Affiliation,
      among?: readonly UserRecord[],
    ): readonly UserRecord[] {
      const direct = directAccessOf(repository.id).map(({ userId }) => userId);
      const isIncluded = ({ id }: UserRecord) => affiliation !== 'OUTSIDE' || !isMember(repository.ownerId, id);
      const named = (ids: Iterable<number>) =>
        [...ids].map(userById).filter((user) => user !== null && isIncluded(user)) as UserRecord[];
      if (affiliation !== 'ALL') {
        const amongIds = among && new Set(among.map(({ id }) => id));
        return named(direct.filter((id) => amongIds?.has(id) !== false).toSorted((a, b) => a - b));
      }
      const sourcesOf = accessTo(repository);
      if (among) return among.filter(({ id }) => sourcesOf(id).length > 0);
      const organization = organizationById(repository.ownerId);
      if (!organization) return named(new Set([repository.ownerId, ...direct]));
      const ofTeams = teamsWith(repository).flatMap(({ team }) => team.members.map(({ userId }) => userId));
      const general = generalAccessOf(organization);
      const others = [...new Set([...ofTeams, ...direct])].filter((id) => !general.ids.has(id));
      return others.length === 0 ? general.people : [...general.people, ...named(others)].sort((a, b) => a.id - b.id);
    },
    outsideCollaboratorsOf(organizationId: number) {
      const repositoriesByUser = new Map<
        number,
        { repository: RepositoryRecord; permission: RepositoryPermission }[]
      >();
      for (const repository of repositoriesOf(organizationId)) {
        for (const { userId, permission } of directAccessOf(repository.id)) {
          if (isMember(organizationId, userId)) continue;
          repositoriesByUser.set(userId, [...(repositoriesByUser.get(userId) ?? []), { repository, permission }]);
        }
      }
      return [...repositoriesByUser]
        .sort(([a], [b]) => a - b)
        .flatMap(([userId, repositories]) => {
          const user = userById(userId);
          return user ? [{ user, repositories }] : [];
        });
    },
    ownersReached(userId: number): ReadonlySet<number> {
      const owners = [...store.directAccess].map(([id, grants]) =>
        grants.some((access) => access.userId === userId) ? store.repositories.get(id)?.ownerId : undefined,
      );
      return new Set(owners.filter((id) => id !== undefined));
    },
  };
}
