import { enterpriseTeamsOf, leave } from './departures.ts';
import {
  type AccessName,
  type Grant,
  REPOSITORY_PERMISSIONS,
  type RepositoryRecord,
  type TeamMember,
  type TeamRecord,
} from './records.ts';
import {
  deleteWhere,
  foldLogin,
  isoSeconds,
  membershipKey,
  need,
  repositoryKey,
  select,
  type WorldStore,
} from './store.ts';
import { type DotsInSlugs, teamSlugOf } from './team-slugs.ts';

/** Omitted figures derive from the ID. */
export type NewRepository = Partial<Omit<RepositoryRecord, 'ownerId' | 'name'>> & {
  readonly owner: string;
  readonly name: string;
  readonly collaborators?: Readonly<Record<string, AccessName>>;
};

export interface NewTeam {
  readonly organization: string;
  readonly name: string;
  readonly slug?: string;
  readonly description?: string | null;
  readonly privacy?: TeamRecord['privacy'];
  readonly parent?: TeamName;
  readonly members?: readonly { readonly login: string; readonly role?: TeamMember['role'] }[];
  readonly repositories?: readonly { readonly name: string; readonly permission?: AccessName }[];
  readonly synchronized?: boolean;
  readonly isEnterprise?: boolean;
}

/** A slug or the ID. */
export type TeamName = string | number;

export type Repositories = ReturnType<typeof createRepositories>;
export function createRepositories(store: WorldStore) {
  const repositoriesOf = (ownerId: number) => store.repositories.of(ownerId);
  const teamsOf = (organizationId: number) => store.teams.of(organizationId);
  const repository = (owner: string, name: string) =>
    repositoriesOf(store.accountIds.get(foldLogin(owner)) ?? -1).find(
      (record) => foldLogin(record.name) === foldLogin(name),
    ) ?? null;
  const needRepository = (owner: string, name: string) =>
    need(repository(owner, name), `repository '${owner}/${name}'`);
  const team = (organizationId: number, slug: string) =>
    (slug === '' ? null : teamsOf(organizationId).find((record) => record.slug === foldLogin(slug))) ?? null;
  const slugOf = (name: string, isEnterprise: boolean) => teamSlugOf(name, { ...store.slugRule, isEnterprise });
  /** Names of one organization differ in their slugs, or in full where they have none. */
  const teamCalled = (organizationId: number, name: string, isEnterprise = false): TeamRecord | null => {
    const slug = slugOf(name, isEnterprise);
    if (slug !== '') return team(organizationId, slug);
    return teamsOf(organizationId).find((record) => record.name.toLowerCase() === name.toLowerCase()) ?? null;
  };

  function needTeam(organization: string, name: TeamName): TeamRecord {
    const organizationId = store.accountIdOf(organization);
    const found = typeof name === 'string' ? team(organizationId, name) : store.teams.get(name);
    return need(found?.organizationId === organizationId ? found : null, `team '${organization}/${name}'`);
  }
  const childrenOf = (team: TeamRecord): readonly TeamRecord[] =>
    teamsOf(team.organizationId)
      .filter(({ parentId }) => parentId === team.id)
      .flatMap((child) => [child, ...childrenOf(child)]);

  function setIndirectMembership(organizationId: number, userId: number): void {
    const key = membershipKey(organizationId, userId);
    const membership = store.memberships.get(key);
    const isIndirect = enterpriseTeamsOf(store, organizationId, userId).length > 0;
    if (isIndirect && membership?.state !== 'active') {
      store.memberships.set(key, { organizationId, userId, role: 'member', state: 'active', isDirect: false });
    }
    if (!isIndirect && membership?.isDirect === false) leave(store, organizationId, userId);
  }

  function namedGrant(ownerId: number, access: AccessName): Grant | null {
    const permission = REPOSITORY_PERMISSIONS.find((each) => each === access);
    if (permission !== undefined) return { permission, role: null };
    const roles = store.organizations.get(ownerId)?.repositoryRoles ?? [];
    const role = roles.find(({ name }) => foldLogin(name) === foldLogin(access));
    return role ? { permission: role.base, role: role.name } : null;
  }
  const grantOf = (ownerId: number, access: AccessName) => need(namedGrant(ownerId, access), `access '${access}'`);

  function forgetInTeams(id: number): void {
    for (const team of store.teams.values()) {
      const others = team.repositories.filter(({ repositoryId }) => repositoryId !== id);
      if (others.length < team.repositories.length) store.teams.set(team.id, { ...team, repositories: others });
    }
  }

  function changeRepository(before: RepositoryRecord, change: Partial<Omit<RepositoryRecord, 'id'>>): RepositoryRecord {
    const after = { ...before, ...change };
    store.repositories.set(after.id, after);
    const [from, to] = [before, after].map(({ ownerId, name }) => repositoryKey(ownerId, name));
    if (from !== undefined && to !== undefined && from !== to) {
      store.formerRepositories.delete(to);
      store.formerRepositories.set(from, after.id);
    }
    return after;
  }

  return {
    repositoriesOf,
    repository,
    needRepository,
    teamsOf,
    team,
    needTeam,
    teamCalled,
    enterpriseTeamsOf: (organizationId: number, userId: number): readonly TeamRecord[] =>
      enterpriseTeamsOf(store, organizationId, userId),
    /** Applies to names from now on. */
    setDotsInSlugs(dots: DotsInSlugs): void {
      store.slugRule.dots = dots;
    },
    teamById: (id: number) => store.teams.get(id) ?? null,
    teamMembersOf(team: TeamRecord, membership: 'ALL' | 'IMMEDIATE' | 'CHILD_TEAM' = 'ALL'): readonly TeamMember[] {
      const children = membership === 'IMMEDIATE' ? [] : childrenOf(team).flatMap(({ members }) => members);
      const own = membership === 'CHILD_TEAM' ? [] : team.members;
      return [...new Map([...children, ...own].map((member) => [member.userId, member])).values()];
    },
    addRepository({ owner, collaborators = {}, ...options }: NewRepository): RepositoryRecord {
      const [ownerId, id] = [store.accountIdOf(owner), options.id ?? store.nextId('repository')];
      const record = { ...figuresFrom(id, options.pushedAt === null), ...options, id, ownerId };
      store.repositories.set(id, record);
      store.formerRepositories.delete(repositoryKey(ownerId, record.name));
      const grants = Object.entries(collaborators);
      if (grants.length > 0) {
        const options = grants.map(([login, access]) => ({
          userId: store.accountIdOf(login),
          ...grantOf(ownerId, access),
        }));
        store.directAccess.set(id, options);
      }
      return record;
    },
    removeRepository(owner: string, name: string): void {
      const { id } = needRepository(owner, name);
      store.repositories.delete(id);
      store.directAccess.delete(id);
      deleteWhere(store.repositoryInvitations, ({ repositoryId }) => repositoryId === id);
      forgetInTeams(id);
    },
    addTeam({ organization, name, isEnterprise = false, parent, ...options }: NewTeam): TeamRecord {
      const organizationId = store.accountIdOf(organization);
      const slug = options.slug ?? slugOf(name, isEnterprise);
      if (slug !== '' && team(organizationId, slug)) throw new Error(`'${organization}' has a team '${slug}' already`);
      const repositories = options.repositories ?? [];
      const repositoryIds = new Map(
        repositories.length === 0 ? [] : repositoriesOf(organizationId).map((record) => [record.name, record.id]),
      );
      const record: TeamRecord = {
        id: store.nextId('team'),
        organizationId,
        slug,
        name,
        description: options.description ?? null,
        privacy: options.privacy ?? 'VISIBLE',
        parentId: parent === undefined ? null : needTeam(organization, parent).id,
        members: (options.members ?? []).map(({ login, role = 'MEMBER' }) => ({
          userId: store.accountIdOf(login),
          role,
        })),
        repositories: repositories.map((entry) => ({
          repositoryId: need(repositoryIds.get(entry.name), `repository '${organization}/${entry.name}'`),
          ...grantOf(organizationId, entry.permission ?? 'WRITE'),
        })),
        synchronized: options.synchronized ?? false,
        isEnterprise,
        createdAt: '2024-05-06T07:08:09Z',
      };
      store.teams.set(record.id, record);
      if (isEnterprise) for (const { userId } of record.members) setIndirectMembership(organizationId, userId);
      return record;
    },
    updateTeam(
      organization: string,
      named: TeamName,
      change: Partial<Pick<TeamRecord, 'name' | 'description' | 'privacy' | 'parentId'>>,
    ) {
      const before = needTeam(organization, named);
      const after = {
        ...before,
        ...change,
        slug: change.name === undefined ? before.slug : slugOf(change.name, before.isEnterprise),
      };
      store.teams.set(before.id, after);
      return after;
    },
    removeTeam(organization: string, named: TeamName): TeamRecord {
      const gone = needTeam(organization, named);
      store.teams.delete(gone.id);
      for (const team of select(store.teams, ({ parentId }) => parentId === gone.id)) {
        store.teams.set(team.id, { ...team, parentId: null });
      }
      return gone;
    },
    setTeamRepository(organization: string, named: TeamName, name: string, access: AccessName | null) {
      const before = needTeam(organization, named);
      const { id: repositoryId } = needRepository(organization, name);
      const others = before.repositories.filter((entry) => entry.repositoryId !== repositoryId);
      const granted = access === null ? [] : [{ repositoryId, ...grantOf(before.organizationId, access) }];
      const repositories = [...others, ...granted];
      const after = { ...before, repositories };
      store.teams.set(before.id, after);
      return after;
    },
    updateRepository(owner: string, name: string, change: Partial<Omit<RepositoryRecord, 'id' | 'ownerId'>>) {
      return changeRepository(needRepository(owner, name), change);
    },
    /** Teams of the former owner lose their access. */
    transferRepository(owner: string, name: string, newOwner: string): RepositoryRecord {
      const before = needRepository(owner, name);
      forgetInTeams(before.id);
      return changeRepository(before, { ownerId: store.accountIdOf(newOwner) });
    },
    /** A repository that had the name, unless another one has it now. */
    formerRepository(ownerId: number, name: string): RepositoryRecord | null {
      const id = store.formerRepositories.get(repositoryKey(ownerId, name));
      return id === undefined ? null : (store.repositories.get(id) ?? null);
    },
    namedGrant,
    grantOf,
    repositoryById: (id: number) => store.repositories.get(id) ?? null,
    /** Members of an enterprise team are members of the organization as long as they are in it. */
    setTeamMember(organization: string, named: TeamName, login: string, role: TeamMember['role'] | null): TeamRecord {
      const before = needTeam(organization, named);
      const userId = store.accountIdOf(login);
      const others = before.members.filter((member) => member.userId !== userId);
      const after = { ...before, members: role === null ? others : [...others, { userId, role }] };
      store.teams.set(before.id, after);
      if (before.isEnterprise) setIndirectMembership(before.organizationId, userId);
      return after;
    },
  };
}

const LANGUAGES = ['TypeScript', 'Go', 'Python', 'Rust', 'Java', 'Shell'] as const;
const DESCRIPTIONS = [
  'Service behind the public API',
  'Shared build and release scripts',
  'Website and product documentation',
  'Component library of all web apps',
  'Import and export of customer data',
  'Dashboards and alerts of the platform',
  'Command line for internal tasks',
  'Examples for partners',
] as const;
const LICENSES = ['MIT', 'Apache-2.0', null, 'MPL-2.0'] as const;
const DAY_MS = 86_400_000;
const NEWEST_PUSH = Date.UTC(2026, 5, 30, 12);

type Figures = Omit<RepositoryRecord, 'id' | 'ownerId' | 'name'>;

/** Every simulator of a process has the same repositories. */
const figuresById = { empty: new Map<number, Figures>(), filled: new Map<number, Figures>() };

/** Figures derive from the ID, so that tests always see the same ones. */
function figuresFrom(id: number, isEmpty: boolean): Figures {
  const cached = figuresById[isEmpty ? 'empty' : 'filled'];
  const figures = cached.get(id) ?? newFigures(id, isEmpty);
  cached.set(id, figures);
  return figures;
}

function newFigures(id: number, isEmpty: boolean): Figures {
  const spread = (modulus: number, salt: number) => ((id * 2_654_435_761 + salt * 40_503) >>> 7) % modulus;
  const pushed = NEWEST_PUSH - spread(700, 1) * DAY_MS - spread(86_400, 2) * 1000;
  return {
    description: spread(5, 3) === 0 ? null : (DESCRIPTIONS[spread(DESCRIPTIONS.length, 24)] ?? null),
    isPrivate: spread(2, 4) === 0,
    isArchived: spread(12, 5) === 0,
    isFork: spread(15, 6) === 0,
    isTemplate: spread(40, 7) === 0,
    defaultBranch: isEmpty ? null : 'main',
    language: isEmpty ? null : (LANGUAGES[spread(LANGUAGES.length, 8)] ?? null),
    license: LICENSES[spread(LICENSES.length, 9)] ?? null,
    codeOfConduct: spread(3, 10) === 0 ? 'contributor_covenant' : null,
    hasSecurityPolicy: spread(3, 11) === 0,
    stars: spread(400, 12),
    forks: spread(40, 13),
    watchers: spread(30, 14),
    openIssues: spread(25, 15),
    closedIssues: spread(250, 16),
    openPullRequests: spread(9, 17),
    mergedPullRequests: spread(300, 18),
    releases: spread(12, 19),
    branchProtectionRules: spread(3, 20),
    commits: isEmpty ? 0 : 1 + spread(2_000, 21),
    diskUsageKilobytes: isEmpty ? 0 : 10 + spread(90_000, 22),
    checkState: isEmpty ? null : ((['SUCCESS', 'FAILURE', 'PENDING', null] as const)[spread(4, 23)] ?? null),
    createdAt: isoSeconds(pushed - 900 * DAY_MS),
    updatedAt: isoSeconds(pushed + 3_600_000),
    pushedAt: isEmpty ? null : isoSeconds(pushed),
  };
}
