import fc from 'fast-check';
import type { Service } from '../../support/service/start-service.ts';

const PEOPLE = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5'] as const;
const TEAMS = ['t0', 'T1 Näme', 't2.dotted', 't3 / slashed', 't4'] as const;
const REPOSITORIES = ['r0', 'r1', 'r2'] as const;
const PERMISSIONS = ['READ', 'TRIAGE', 'WRITE', 'MAINTAIN', 'ADMIN'] as const;

type Permission = (typeof PERMISSIONS)[number];

export interface GeneratedOrganization {
  readonly roles: readonly ('admin' | 'member' | 'outside' | null)[];
  readonly teams: readonly {
    readonly exists: boolean;
    readonly parent: number | null;
    readonly isSecret: boolean;
    readonly description: string;
    readonly members: readonly (readonly [person: number, isMaintainer: boolean])[];
    readonly access: readonly (Permission | null)[];
  }[];
  readonly outside: readonly (Permission | null)[];
}

const permission = fc.option(fc.constantFrom(...PERMISSIONS), { nil: null });

/** Organizations of the same few people, teams and repositories. */
export const organizations: fc.Arbitrary<GeneratedOrganization> = fc.record({
  roles: fc.tuple(...PEOPLE.map(() => fc.constantFrom('admin', 'member', 'outside', null))),
  teams: fc.tuple(
    ...TEAMS.map((_, index) =>
      fc.record({
        exists: fc.boolean(),
        parent: index === 0 ? fc.constant(null) : fc.option(fc.nat({ max: index - 1 }), { nil: null }),
        isSecret: fc.boolean(),
        description: fc.constantFrom('', 'Builds', 'it: "is" # a\ttest', '- 1', 'é 🚀'),
        members: fc.uniqueArray(fc.tuple(fc.nat({ max: PEOPLE.length - 1 }), fc.boolean()), {
          selector: ([person]) => person,
        }),
        access: fc.tuple(...REPOSITORIES.map(() => permission)),
      }),
    ),
  ),
  outside: fc.tuple(...REPOSITORIES.map(() => permission)),
});

/** What makes an organization differ from what files can say. */
export interface Oddities {
  readonly archived: readonly boolean[];
  readonly renamed: readonly boolean[];
  /** Per team and for the outside collaborators: the repository in which they have a custom role. */
  readonly customRoles: readonly (number | null)[];
  readonly customOutside: number | null;
  /** A team with a role for all repositories, which the App may not read. */
  readonly roleTeam: number | null;
  /** Open invitations of somebody from outside. */
  readonly invited: readonly (Permission | null)[];
}

const repositoryOrNone = fc.option(fc.nat({ max: REPOSITORIES.length - 1 }), { nil: null });
const ofRepositories = <T>(each: fc.Arbitrary<T>) => fc.tuple(...REPOSITORIES.map(() => each));

export const oddities: fc.Arbitrary<Oddities> = fc.record({
  archived: ofRepositories(fc.boolean()),
  renamed: ofRepositories(fc.boolean()),
  customRoles: fc.tuple(...TEAMS.map(() => repositoryOrNone)),
  customOutside: repositoryOrNone,
  roleTeam: fc.option(fc.nat({ max: TEAMS.length - 1 }), { nil: null }),
  invited: ofRepositories(permission),
});

/** Makes an organization odd that was added as generated, and not reversed. */
export function addOddities(
  { simulator: { world } }: Pick<Service, 'simulator'>,
  organization: string,
  { roles, teams }: GeneratedOrganization,
  odd: Oddities,
): void {
  world.addRepositoryRole(organization, 'auditor', 'READ');
  const { id } = world.needOrganization(organization);
  const ofTeam = (index: number) => world.teamsOf(id).find(({ name }) => name === TEAMS[index]);
  const outside = PEOPLE.filter((_, index) => roles[index] === 'outside');
  for (const [index, repository] of odd.customRoles.entries()) {
    const team = teams[index]?.exists === true ? ofTeam(index) : undefined;
    if (team !== undefined && repository !== null)
      world.setTeamRepository(organization, team.id, REPOSITORIES[repository] ?? '', 'auditor');
  }
  if (odd.customOutside !== null)
    for (const login of outside)
      world.setDirectAccess(organization, REPOSITORIES[odd.customOutside] ?? '', login, 'auditor');
  const roleTeam = odd.roleTeam === null ? undefined : ofTeam(odd.roleTeam);
  if (roleTeam !== undefined) world.addRole({ organization, name: 'Reader', baseRole: 'read', teams: [roleTeam.id] });
  for (const [index, repository] of REPOSITORIES.entries()) {
    const access = odd.invited[index] ?? null;
    for (const login of outside) {
      const has = world
        .directAccessOf(world.needRepository(organization, repository).id)
        .some(({ userId }) => userId === world.needUser(login).id);
      if (access !== null && !has)
        world.inviteToRepository({ owner: organization, repository, login, access, by: 'ada' });
    }
    const isArchived = odd.archived[index] === true;
    const name = odd.renamed[index] === true ? `${repository}-now` : repository;
    world.updateRepository(organization, repository, { isArchived, name });
  }
}

let count = 0;

/** Adds an organization as generated. Teams named alike in different organizations may be nested the other way around. */
export function addGenerated(
  { simulator: { world } }: Pick<Service, 'simulator'>,
  { roles, teams, outside }: GeneratedOrganization,
  isReversed: boolean,
): string {
  count += 1;
  const organization = `generated-${count}`;
  world.addOrganization({ login: organization });
  world.addMembership({ organization, login: 'ada', role: 'admin' });
  const { id } = world.addInstallation({ account: organization });
  world.setInstallationPermissions(id, { members: 'write', administration: 'write' });
  for (const name of REPOSITORIES)
    world.addRepository({ owner: organization, name, isPrivate: true, isArchived: false });
  for (const login of PEOPLE) if (world.user(login) === null) world.addUser({ login });
  for (const [index, role] of roles.entries()) {
    const login = PEOPLE[index] ?? '';
    if (role === 'admin' || role === 'member') world.addMembership({ organization, login, role });
    if (role !== 'outside') continue;
    for (const [index, granted] of outside.entries())
      if (granted !== null) world.setDirectAccess(organization, REPOSITORIES[index] ?? '', login, granted);
  }
  const nameOf = (index: number): string => (isReversed ? TEAMS.toReversed() : TEAMS)[index] ?? '';
  const hasChildren = (index: number) => teams.some(({ exists, parent }) => exists && parent === index);
  const slugs: string[] = [];
  for (const [index, team] of teams.entries()) {
    if (!team.exists) continue;
    const parent = team.parent !== null && teams[team.parent]?.exists === true ? team.parent : null;
    const { slug } = world.addTeam({
      organization,
      name: nameOf(index),
      description: team.description === '' ? null : team.description,
      privacy: team.isSecret && parent === null && !hasChildren(index) ? 'SECRET' : 'VISIBLE',
      ...(parent !== null && { parent: slugs[parent] ?? '' }),
      members: team.members.flatMap(([person, isMaintainer]) => {
        const role = roles[person];
        if (role !== 'admin' && role !== 'member') return [];
        return [
          { login: PEOPLE[person] ?? '', role: isMaintainer || role === 'admin' ? 'MAINTAINER' : 'MEMBER' },
        ] as const;
      }),
      repositories: team.access.flatMap((granted, index) =>
        granted === null ? [] : [{ name: REPOSITORIES[index] ?? '', permission: granted }],
      ),
    });
    slugs[index] = slug;
  }
  return organization;
}
