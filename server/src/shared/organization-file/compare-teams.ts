import type { PlanStep } from '@orgdesk/contract';
import { foldLogin } from '../../domain/account.ts';
import type { FullTeam } from '../../ports/code-host/teams/teams.ts';
import { step } from './compare-people.ts';
import type { DesiredOrganization, DesiredTeam } from './desired.ts';
import { directAccessOf } from './direct-access.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';
import type { CurrentOrganization } from './read-organization.ts';

type Settings = NonNullable<PlanStep['to']>;

/** A team of the files with what it is now; null if it must be created. */
interface MatchedTeam {
  readonly desired: DesiredTeam;
  readonly current: FullTeam | null;
}

/** Matches by slug, then by the slug before a rename, then by name. */
export function matchTeams(
  desired: DesiredOrganization['teams'],
  teams: readonly FullTeam[],
): ReadonlyMap<string, MatchedTeam> {
  const bySlug = new Map(teams.map((team) => [foldLogin(team.slug), team]));
  const byName = new Map(teams.map((team) => [team.name, team]));
  const taken = new Set<number>();
  const matched = new Map<string, FullTeam>();
  const match = (key: string, team: FullTeam | undefined) => {
    if (team === undefined || taken.has(team.id) || matched.has(key)) return;
    taken.add(team.id);
    matched.set(key, team);
  };
  for (const key of desired.keys()) match(key, bySlug.get(key));
  for (const [key, { previously }] of desired)
    if (previously !== undefined) match(key, bySlug.get(foldLogin(previously)));
  for (const [key, { name }] of desired) if (name !== undefined) match(key, byName.get(name));
  return new Map([...desired].map(([key, team]) => [key, { desired: team, current: matched.get(key) ?? null }]));
}

export interface TeamFacts {
  readonly idOf: (login: string) => number | null;
  /** Owners who will be none, by folded login. */
  readonly demoted: ReadonlySet<string>;
}

/** Steps grouped by what must come first. */
export interface TeamSteps {
  readonly renames: PlanStep[];
  /** Only teams that are not secret can be nested. */
  readonly openings: PlanStep[];
  readonly creations: PlanStep[];
  readonly edits: PlanStep[];
  readonly additions: PlanStep[];
  readonly removals: PlanStep[];
  readonly deletions: PlanStep[];
  readonly closings: PlanStep[];
}

export function compareTeams(
  { exact, teams: desiredTeams, people: desiredPeople }: DesiredOrganization,
  { teams, people, invited }: CurrentOrganization,
  { idOf, demoted }: TeamFacts,
): TeamSteps {
  const isExact = exact.has('teams');
  const matches = matchTeams(desiredTeams, teams);
  const steps: TeamSteps = {
    renames: [],
    openings: [],
    creations: [],
    edits: [],
    additions: [],
    removals: [],
    deletions: [],
    closings: [],
  };
  const access = directAccessOf(teams);
  const bySlug = new Map(teams.map((team) => [foldLogin(team.slug), team]));
  const byId = new Map(teams.map((team) => [team.id, team]));
  const listed = new Map(
    teams.map(({ id, repositories }) => [
      id,
      byName(repositories.map(({ name, permission }) => [name, permissionName(permission)])),
    ]),
  );
  const desiredAccess = new Map(
    [...desiredTeams].map(([key, { repositories }]) => [key, byName(Object.entries(repositories ?? {}))]),
  );
  /** Slugs after all renames. */
  const slugs = new Map(teams.map(({ id, slug }) => [id, slug]));
  const kept = new Set<number>();
  for (const { desired, current } of matches.values()) {
    if (current === null || desired.absent) continue;
    kept.add(current.id);
    slugs.set(current.id, desired.slug);
  }
  const unwanted = new Set(
    [...matches.values()].flatMap(({ desired, current }) => (desired.absent && current !== null ? [current.id] : [])),
  );
  const isUnwanted = ({ id, parentId }: FullTeam): boolean => {
    if (unwanted.has(id)) return true;
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent !== undefined && isUnwanted(parent);
  };
  const gone = teams.filter((team) => !kept.has(team.id) && (isExact || isUnwanted(team)));
  const goneIds = new Set(gone.map(({ id }) => id));
  const owners = ownersAfter();

  for (const { desired, current } of parentsFirst(matches)) {
    if (desired.absent) continue;
    const name = desired.name ?? current?.name ?? desired.slug;
    const { slug: team } = desired;
    if (current === null) {
      const { description = '', privacy = 'closed', parent = null } = desired;
      steps.creations.push(step('create-team', { team, to: { name, description, privacy, parent } }));
    } else {
      const isRenamed = foldLogin(current.slug) !== foldLogin(team);
      const nameAfter = desired.name ?? (isRenamed ? team : current.name);
      if (nameAfter !== current.name) {
        const [from, to] = [
          { name: current.name, slug: current.slug },
          { name: nameAfter, slug: team },
        ];
        steps.renames.push(step('edit-team', { team: current.slug, id: current.id, from, to }));
      }
      const { privacy } = desired;
      if (privacy !== undefined && privacy !== current.privacy) {
        const list = privacy === 'secret' ? steps.closings : steps.openings;
        const change = { from: { privacy: current.privacy }, to: { privacy } };
        list.push(step('edit-team', { team, id: current.id, ...change }));
      }
      const edit = editOf(desired, current);
      if (edit !== null) steps.edits.push(step('edit-team', { team, id: current.id, ...edit }));
    }
    comparePeopleOf(desired, current);
    compareAccessOf(desired, current);
  }
  for (const team of childrenFirst(gone))
    steps.deletions.push(step('delete-team', { team: team.slug, id: team.id, from: { name: team.name } }));
  return steps;

  function ownersAfter(): ReadonlySet<string> {
    const owning = new Set(people.filter(({ role }) => role === 'admin').map(({ login }) => foldLogin(login)));
    for (const [key, { role }] of desiredPeople) if (role === 'admin') owning.add(key);
    for (const key of demoted) owning.delete(key);
    return owning;
  }

  function editOf(desired: DesiredTeam, current: FullTeam): { from: Settings; to: Settings } | null {
    const parentNow = current.parentId === null ? null : (slugs.get(current.parentId) ?? null);
    // A deleted parent would take its children along.
    const isOrphan = current.parentId !== null && goneIds.has(current.parentId);
    const parent = desired.parent === undefined ? (isOrphan ? null : parentNow) : desired.parent;
    const [from, to]: [Record<string, string | null>, Record<string, string | null>] = [{}, {}];
    const set = (key: string, before: string | null, after: string | null) => {
      from[key] = before;
      to[key] = after;
    };
    const description = current.description ?? '';
    if (desired.description !== undefined && desired.description !== description)
      set('description', description, desired.description);
    if (foldLogin(parent ?? '') !== foldLogin(parentNow ?? '')) set('parent', parentNow, parent);
    return Object.keys(to).length === 0 ? null : { from, to };
  }

  function comparePeopleOf({ slug: team, maintainers, members }: DesiredTeam, current: FullTeam | null): void {
    if (maintainers === undefined && members === undefined) return;
    const now = new Map((current?.people ?? []).map((person) => [foldLogin(person.login), person]));
    const listed = new Set<string>();
    for (const [logins, role] of [
      [maintainers ?? [], 'maintainer'],
      [members ?? [], 'member'],
    ] as const) {
      for (const login of logins) {
        const key = foldLogin(login);
        listed.add(key);
        const person = now.get(key);
        if (person === undefined) {
          if (isInvitedInto(key, current)) continue;
          steps.additions.push(step('set-team-role', { login, team, id: idOf(login), to: { role } }));
        } else if (person.role !== role && !owners.has(key) && (isExact || role === 'maintainer')) {
          const change = { from: { role: person.role }, to: { role } };
          steps.additions.push(step('set-team-role', { login: person.login, team, id: person.id, ...change }));
        }
      }
    }
    if (!isExact) return;
    for (const [key, { id, login, role }] of now) {
      const isListedRole = role === 'maintainer' ? maintainers !== undefined : members !== undefined;
      if (listed.has(key) || !(isListedRole || owners.has(key))) continue;
      steps.removals.push(step('remove-from-team', { login, team, id, from: { role } }));
    }
  }

  function isInvitedInto(key: string, current: FullTeam | null): boolean {
    if (current === null) return false;
    return invited.some(({ login, teamIds }) => foldLogin(login) === key && teamIds.includes(current.id));
  }

  function compareAccessOf(desired: DesiredTeam, current: FullTeam | null): void {
    const { slug: team, repositories } = desired;
    if (repositories === undefined) return;
    const direct = current === null ? null : access.get(current.id);
    const now = new Map<string, { name: string; permission: PermissionName }>();
    for (const { name, permission: listed } of current?.repositories ?? []) {
      const permission = permissionName(listed);
      // What a parent hides now may be all that is left later.
      if (direct?.has(name) || !isAtLeast(inheritedAfter(desired, name) ?? 'none', permission))
        now.set(name.toLowerCase(), { name, permission });
    }
    compareGrants(repositories, now, isExact, (repository, from, to) => {
      if (from === null && isAtLeast(inheritedAfter(desired, repository) ?? 'none', to ?? 'admin')) return;
      const list = to === null ? steps.removals : steps.additions;
      list.push(
        step('set-team-access', { team, repository, id: current?.id ?? null, from: grant(from), to: grant(to) }),
      );
    });
  }

  /** Returns what the parents of a team will give it, all steps done. */
  function inheritedAfter(team: DesiredTeam, repository: string): PermissionName | null {
    let highest: PermissionName | null = null;
    const passed = new Set<string>();
    for (let above = parentAfter(team.slug); above !== null && !passed.has(above); above = parentAfter(above)) {
      passed.add(above);
      const match = matches.get(above);
      const current = match === undefined ? bySlug.get(above) : match.current;
      const isReplaced = current && isExact && match?.desired.repositories !== undefined;
      const now = isReplaced ? undefined : listed.get(current?.id ?? 0)?.get(repository.toLowerCase());
      for (const permission of [desiredAccess.get(above)?.get(repository.toLowerCase()), now])
        if (permission !== undefined && isAtLeast(permission, highest ?? 'none')) highest = permission;
    }
    return highest;
  }

  function parentAfter(slug: string): string | null {
    const key = foldLogin(slug);
    const match = matches.get(key);
    if (match?.desired.parent !== undefined)
      return match.desired.parent === null ? null : foldLogin(match.desired.parent);
    const current = match === undefined ? bySlug.get(key) : match.current;
    const parentId = current ? current.parentId : null;
    if (parentId === null || goneIds.has(parentId)) return null;
    return foldLogin(slugs.get(parentId) ?? '');
  }
}

type AccessByName = ReadonlyMap<string, PermissionName>;

const byName = (grants: readonly (readonly [name: string, permission: PermissionName])[]): AccessByName =>
  new Map(grants.map(([name, permission]) => [name.toLowerCase(), permission]));

const grant = (permission: PermissionName | null): Settings | null => (permission === null ? null : { permission });

/** Reports each grant to change; null stands for none. */
export function compareGrants(
  desired: Readonly<Record<string, PermissionName>>,
  now: ReadonlyMap<string, { readonly name: string; readonly permission: PermissionName }>,
  isExact: boolean,
  report: (repository: string, from: PermissionName | null, to: PermissionName | null) => void,
): void {
  const listed = new Set<string>();
  for (const [name, permission] of Object.entries(desired)) {
    listed.add(name.toLowerCase());
    const current = now.get(name.toLowerCase());
    if (current === undefined) report(name, null, permission);
    else if (current.permission !== permission && (isExact || isAtLeast(permission, current.permission)))
      report(current.name, current.permission, permission);
  }
  if (!isExact) return;
  for (const [key, { name, permission }] of now) if (!listed.has(key)) report(name, permission, null);
}

function parentsFirst(matches: ReadonlyMap<string, MatchedTeam>): readonly MatchedTeam[] {
  const sorted = new Map<string, MatchedTeam>();
  const add = (key: string) => {
    const team = matches.get(key);
    if (team === undefined || sorted.has(key)) return;
    const path = [key];
    // Files without problems have no cycles.
    for (let parent = team.desired.parent ?? null; parent !== null; ) {
      const above = foldLogin(parent);
      if (sorted.has(above) || !matches.has(above)) break;
      path.push(above);
      parent = matches.get(above)?.desired.parent ?? null;
    }
    for (const each of path.toReversed()) {
      const found = matches.get(each);
      if (found !== undefined) sorted.set(each, found);
    }
  };
  for (const key of matches.keys()) add(key);
  return [...sorted.values()];
}

function childrenFirst(teams: readonly FullTeam[]): readonly FullTeam[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const depthOf = ({ id }: FullTeam): number => {
    let depth = 0;
    for (let above = byId.get(id)?.parentId ?? null; above !== null && depth < teams.length; depth += 1)
      above = byId.get(above)?.parentId ?? null;
    return depth;
  };
  const depths = new Map(teams.map((team) => [team.id, depthOf(team)]));
  return teams.toSorted((a, b) => (depths.get(b.id) ?? 0) - (depths.get(a.id) ?? 0));
}
