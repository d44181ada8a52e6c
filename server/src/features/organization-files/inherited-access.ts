import type { PlanStep } from '@orgdesk/contract';
import { cyclesOf } from '@orgdesk/organization-files/cycles';
import type { FullTeam } from '../../code-host/people/teams.ts';
import { foldLogin } from '../../domain/account.ts';
import { foldRepository } from '../../lib/texts.ts';
import { isAtLeast, type PermissionName, permissionName } from './desired.ts';
import type { CurrentOrganization } from './read-organization.ts';

export type AccessByName = ReadonlyMap<string, PermissionName>;

interface NestedTeams<Team> {
  readonly teams: Iterable<Team>;
  readonly parentOf: (team: Team) => Team | null;
  /** What a team passes on to those below it. */
  readonly grantsOf: (team: Team) => Iterable<readonly [repository: string, permission: PermissionName]>;
  /** The repositories of which it is asked what a team inherits. */
  readonly namesOf: (team: Team) => Iterable<string>;
}

/**
 * Returns the highest access that each team inherits, by its repositories. Goes through all teams once, parents before
 * their children: the time is linear in teams and grants, however deep the teams are. Teams in a cycle inherit from all
 * of it.
 */
export function inheritedAccess<Team>({
  teams,
  parentOf,
  grantsOf,
  namesOf,
}: NestedTeams<Team>): (team: Team, repository: string) => PermissionName | null {
  const parents = new Map<Team, Team | null>();
  for (const first of teams)
    for (let team: Team | null = first; team !== null && !parents.has(team); team = parents.get(team) ?? null)
      parents.set(team, parentOf(team));
  const children = new Map<Team, Team[]>();
  for (const [team, parent] of parents) {
    if (parent === null) continue;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [team]);
    else siblings.push(team);
  }
  const inherited = new Map<Team, AccessByName>();
  /** By repository, what the teams above grant, each at least what those above it do. */
  const above = new Map<string, PermissionName[]>();
  const now = (repository: string): PermissionName | null => above.get(repository)?.at(-1) ?? null;

  const find = (team: Team): void => {
    const found = new Map<string, PermissionName>();
    for (const name of namesOf(team)) {
      const permission = now(name);
      if (permission !== null) found.set(name, permission);
    }
    inherited.set(team, found);
  };
  const enter = (team: Team): readonly string[] => {
    const entered: string[] = [];
    for (const [repository, permission] of grantsOf(team)) {
      const before = now(repository);
      const grants = above.get(repository) ?? [];
      grants.push(before !== null && isAtLeast(before, permission) ? before : permission);
      above.set(repository, grants);
      entered.push(repository);
    }
    return entered;
  };
  const leave = (entered: readonly string[]): void => {
    for (const repository of entered) above.get(repository)?.pop();
  };

  const inCycle = cyclesOf(parents);
  const goThrough = (top: Team): void => {
    type Visit = { readonly team: Team } | { readonly entered: readonly string[] };
    const open: Visit[] = [{ team: top }];
    for (let visit = open.pop(); visit !== undefined; visit = open.pop()) {
      if ('entered' in visit) {
        leave(visit.entered);
        continue;
      }
      find(visit.team);
      const below = (children.get(visit.team) ?? []).filter((child) => !inCycle.has(child));
      if (below.length === 0) continue;
      open.push({ entered: enter(visit.team) });
      for (const team of below) open.push({ team });
    }
  };
  for (const [team, parent] of parents) if (parent === null) goThrough(team);
  for (const cycle of new Set(inCycle.values())) {
    const entered = cycle.map(enter);
    for (const team of cycle) goThrough(team);
    for (const each of entered.toReversed()) leave(each);
  }
  return (team, repository) => inherited.get(team)?.get(repository) ?? null;
}

/** Returns the access that each team has beyond that of its parents, by team ID and repository. */
export function directAccessOf(teams: readonly FullTeam[]): ReadonlyMap<number, AccessByName> {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const listed = new Map(
    teams.map(({ id, repositories }) => [
      id,
      new Map(repositories.map(({ name, permission }) => [name, permissionName(permission)])),
    ]),
  );
  const grantsOf = ({ id }: FullTeam): ReadonlyMap<string, PermissionName> => listed.get(id) ?? new Map();
  const inherited = inheritedAccess({
    teams,
    parentOf: ({ parentId }) => (parentId === null ? null : (byId.get(parentId) ?? null)),
    grantsOf,
    namesOf: (team) => grantsOf(team).keys(),
  });
  return new Map(
    teams.map((team) => [
      team.id,
      new Map(
        [...grantsOf(team)].filter(([name, permission]) => !isAtLeast(inherited(team, name) ?? 'none', permission)),
      ),
    ]),
  );
}

/** The ID of a team, or the folded key of one that does not exist yet. */
type TeamReference = number | string;
type Parents = ReadonlyMap<TeamReference, TeamReference | null>;
/** Of one repository, by team. */
type Grants = ReadonlyMap<TeamReference, PermissionName>;

/**
 * Names the access to repositories that teams and outside collaborators would lose. Teams also lose what a parent gave
 * them that loses it, is deleted, or is their parent no longer.
 */
export const lostAccess = (steps: readonly PlanStep[], teams: readonly FullTeam[]): readonly string[] => [
  ...steps
    .filter((step) => step.kind === 'set-collaborator' && isLessAccess(step))
    .map(({ login, repository }) => `${login} to ${repository}`),
  ...lostByTeams(steps, teams),
];

function lostByTeams(steps: readonly PlanStep[], teams: readonly FullTeam[]): readonly string[] {
  const slugs = new Map<TeamReference, string>(teams.map(({ id, slug }) => [id, slug]));
  const before = grantsOf(teams);
  const parents = parentsOf(teams);
  const parentsAfter = new Map(parents);
  const after = new Map([...before].map(([key, { grants }]) => [key, new Map(grants)]));
  const deleted = new Set<TeamReference | null>();
  for (const step of steps) {
    const { kind, team, teamId, id, repository, to, needs } = step;
    const reference = teamId ?? foldLogin(team ?? '');
    if (kind === 'delete-team') deleted.add(id);
    if ((kind === 'create-team' || kind === 'edit-team') && to?.parent !== undefined)
      parentsAfter.set(reference, to.parentId == null ? to.parent && foldLogin(to.parent) : Number(to.parentId));
    // What the App may not grant makes up for nothing.
    if (kind !== 'set-team-access' || (needs !== null && !isLessAccess(step))) continue;
    const grants = after.get(foldRepository(repository ?? ''));
    if (to?.permission == null) grants?.delete(reference);
    else grants?.set(reference, to.permission as PermissionName);
  }
  const [children, childrenAfter] = [childrenIn(parents), childrenIn(parentsAfter)];
  return [...before].flatMap(([key, { name, grants }]) => {
    const left = withChildren(after.get(key) ?? new Map(), childrenAfter);
    return [...withChildren(grants, children)]
      .filter(([team, permission]) => deleted.has(team) || !isAtLeast(left.get(team) ?? 'none', permission))
      .map(([team]) => `${slugs.get(team)} to ${name}`);
  });
}

/** Counts as `lostAccess` does: with what teams inherit. */
export function countAccess(teams: readonly FullTeam[], outside: CurrentOrganization['outside']): number {
  const children = childrenIn(parentsOf(teams));
  const ofTeams = [...grantsOf(teams).values()].map(({ grants }) => withChildren(grants, children).size);
  return [...ofTeams, ...outside.map(({ repositories }) => repositories.length)].reduce((sum, each) => sum + each, 0);
}

/** By the folded name of the repository. */
function grantsOf(teams: readonly FullTeam[]) {
  const found = new Map<string, { readonly name: string; readonly grants: Map<TeamReference, PermissionName> }>();
  for (const { id, repositories } of teams)
    for (const { name, permission } of repositories) {
      const repository = found.get(foldRepository(name)) ?? { name, grants: new Map() };
      found.set(foldRepository(name), repository);
      repository.grants.set(id, permissionName(permission));
    }
  return found;
}

const parentsOf = (teams: readonly FullTeam[]): Parents => new Map(teams.map(({ id, parentId }) => [id, parentId]));

function childrenIn(parents: Parents): ReadonlyMap<TeamReference | null, readonly TeamReference[]> {
  const children = new Map<TeamReference | null, TeamReference[]>();
  for (const [team, parent] of parents) {
    const siblings = children.get(parent) ?? [];
    siblings.push(team);
    children.set(parent, siblings);
  }
  return children;
}

/** Adds what teams pass on to their child teams. */
function withChildren(grants: Grants, children: ReturnType<typeof childrenIn>): Grants {
  const effective = new Map<TeamReference, PermissionName>();
  const open = [...grants];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    const [team, permission] = each;
    if (isAtLeast(effective.get(team) ?? 'none', permission)) continue;
    effective.set(team, permission);
    for (const child of children.get(team) ?? []) open.push([child, permission]);
  }
  return effective;
}

/** A grant that is removed or lowered. */
export function isLessAccess({ from, to }: PlanStep): boolean {
  if (from?.permission == null) return false;
  return to?.permission == null || !isAtLeast(to.permission as PermissionName, from.permission as PermissionName);
}
