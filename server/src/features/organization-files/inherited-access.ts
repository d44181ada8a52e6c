import { cyclesOf } from '@orgdesk/organization-files/cycles';
import type { FullTeam } from '../../code-host/teams/teams.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';

export type AccessByName = ReadonlyMap<string, PermissionName>;

export interface NestedTeams<Team> {
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
