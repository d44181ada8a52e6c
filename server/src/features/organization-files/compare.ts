import type { PlanStep } from '@orgdesk/contract';
import type { FullTeam } from '../../code-host/people/teams.ts';
import { foldLogin } from '../../domain/account.ts';
import { foldRepository } from '../../lib/texts.ts';
import {
  type DesiredOrganization,
  type DesiredTeam,
  isAtLeast,
  type PermissionName,
  permissionName,
} from './desired.ts';
import { type AccessByName, directAccessOf, inheritedAccess } from './inherited-access.ts';
import { type AnyTeam, type MatchedTeam, type MatchedTeams, matchTeams, nameAfter } from './match-teams.ts';
import type { CurrentOrganization } from './read-organization.ts';

const NOTHING = {
  team: null,
  teamId: null,
  repository: null,
  id: null,
  from: null,
  to: null,
  needs: null,
  after: [],
};

export const step = (kind: PlanStep['kind'], values: Partial<PlanStep>): PlanStep => ({
  kind,
  login: null,
  ...NOTHING,
  ...values,
});

/** Returns the steps for owners and members. An invited person counts with the role of the invitation. */
export function comparePeople(
  { exact, listedRoles, people: desired }: DesiredOrganization,
  { people, invited, joinStep }: Pick<CurrentOrganization, 'people' | 'invited' | 'joinStep'>,
  idOf: (login: string) => number | null,
): PlanStep[] {
  const isExact = exact.has('people');
  const current = new Map(people.map((person) => [foldLogin(person.login), person]));
  const invitedLogins = new Set(invited.map(({ login }) => foldLogin(login)));
  const steps: PlanStep[] = [];
  for (const [key, { login, role }] of desired) {
    const person = current.get(key);
    if (person === undefined) {
      if (!invitedLogins.has(key)) steps.push(step(joinStep, { login, id: idOf(login), to: { role } }));
    } else if (person.role !== role && (isExact || role === 'admin')) {
      const { id } = person;
      steps.push(step('set-role', { login: person.login, id, from: { role: person.role }, to: { role } }));
    }
  }
  if (!isExact) return steps;
  for (const [key, { id, login, role }] of current) {
    if (desired.has(key) || !listedRoles.has(role)) continue;
    // Whoever may be a member for all that the files say, is not removed for not being an owner.
    steps.push(
      role === 'admin' && !listedRoles.has('member')
        ? step('set-role', { login, id, from: { role }, to: { role: 'member' } })
        : step('remove-person', { login, id, from: { role } }),
    );
  }
  return steps;
}

type Settings = NonNullable<PlanStep['to']>;

export interface TeamFacts {
  readonly idOf: (login: string) => number | null;
  /** Owners who will be none, by folded login. */
  readonly demoted: ReadonlySet<string>;
  /** Access that stays as it is, whatever the files say, as `accessKey`. */
  readonly unmanaged: ReadonlySet<string>;
}

export const accessKey = (teamId: number, repository: string): string => `${teamId}\n${foldRepository(repository)}`;

/** Steps grouped by what must come first. */
interface TeamSteps {
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
  { idOf, demoted, unmanaged }: TeamFacts,
): TeamSteps {
  const isExact = exact.has('teams');
  const matches = matchTeams(desiredTeams, teams);
  const matched = [...matches.byKey.values()];
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
  const byId = new Map(teams.map((team) => [team.id, team]));
  const listed = new Map(
    teams.map(({ id, repositories }) => [
      id,
      byName(repositories.map(({ name, permission }) => [name, permissionName(permission)])),
    ]),
  );
  const desiredAccess = new Map(
    [...desiredTeams.values()].map((team) => [team, byName(Object.entries(team.repositories ?? {}))]),
  );
  const kept = new Set(matched.flatMap(({ desired, current }) => (current && !desired.absent ? [current.id] : [])));
  const unwanted = new Set(matched.flatMap(({ desired, current }) => (current && desired.absent ? [current.id] : [])));
  const isUnwanted = ({ id, parentId }: FullTeam): boolean => {
    if (unwanted.has(id)) return true;
    if (kept.has(id)) return false;
    const parent = parentId === null ? undefined : byId.get(parentId);
    return parent !== undefined && isUnwanted(parent);
  };
  const gone = teams.filter((team) => !kept.has(team.id) && (isExact || isUnwanted(team)));
  const goneIds = new Set(gone.map(({ id }) => id));
  const owners = ownersAfter();
  const invitedInto = new Set(
    invited.flatMap(({ login, teamIds }) => teamIds.map((id) => `${id}\n${foldLogin(login)}`)),
  );
  const inherited = inheritedAfterSteps();

  for (const team of parentsFirst(matches)) {
    const { desired, current } = team;
    if (desired.absent) continue;
    if (current === null) createTeam(desired);
    else editTeam(desired, current, nameAfter(team));
    comparePeopleOf(desired, current);
    compareAccessOf(desired, current);
  }
  for (const { id, slug, name, parentId } of childrenFirst(gone)) {
    const from = { name, ...(parentId !== null && { parentId: String(parentId) }) };
    steps.deletions.push(step('delete-team', { team: slug, teamId: id, id, from }));
  }
  return steps;

  function createTeam({ key, name = key, description = '', privacy = 'closed', parent = null }: DesiredTeam): void {
    const settings = { name, description, privacy, ...parentValues(parent === null ? null : matches.find(parent)) };
    steps.creations.push(step('create-team', { team: key, to: settings }));
  }

  function editTeam(desired: DesiredTeam, current: FullTeam, name: string): void {
    const edit = (from: Settings, to: Settings) =>
      step('edit-team', { team: current.slug, teamId: current.id, id: current.id, from, to });
    if (name !== current.name) steps.renames.push(edit({ name: current.name }, { name }));
    const { privacy } = desired;
    if (privacy !== undefined && privacy !== current.privacy) {
      const list = privacy === 'secret' ? steps.closings : steps.openings;
      list.push(edit({ privacy: current.privacy }, { privacy }));
    }
    const settings = editOf(desired, current);
    if (settings !== null) steps.edits.push(edit(settings.from, settings.to));
  }

  function ownersAfter(): ReadonlySet<string> {
    const owning = new Set(people.filter(({ role }) => role === 'admin').map(({ login }) => foldLogin(login)));
    for (const [key, { role }] of desiredPeople) if (role === 'admin') owning.add(key);
    for (const key of demoted) owning.delete(key);
    return owning;
  }

  function editOf(desired: DesiredTeam, current: FullTeam): { from: Settings; to: Settings } | null {
    const [from, to]: [Record<string, string | null>, Record<string, string | null>] = [{}, {}];
    const description = current.description ?? '';
    if (desired.description !== undefined && desired.description !== description) {
      from.description = description;
      to.description = desired.description;
    }
    const parentNow = current.parentId === null ? null : matches.ofId(current.parentId);
    const parent = parentAfter({ desired, current });
    if ((parent?.current ?? parent?.desired) !== (parentNow?.current ?? parentNow?.desired)) {
      Object.assign(from, parentValues(parentNow));
      Object.assign(to, parentValues(parent));
    }
    return Object.keys(to).length === 0 ? null : { from, to };
  }

  function comparePeopleOf({ key, maintainers, members }: DesiredTeam, current: FullTeam | null): void {
    if (maintainers === undefined && members === undefined) return;
    const at = { team: current?.slug ?? key, teamId: current?.id ?? null };
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
          steps.additions.push(step('set-team-role', { ...at, login, id: idOf(login), to: { role } }));
        } else if (person.role !== role && !owners.has(key) && (isExact || role === 'maintainer')) {
          const change = { from: { role: person.role }, to: { role } };
          steps.additions.push(step('set-team-role', { ...at, login: person.login, id: person.id, ...change }));
        }
      }
    }
    if (!isExact) return;
    for (const [key, { id, login, role }] of now) {
      const isListedRole = role === 'maintainer' ? maintainers !== undefined : members !== undefined;
      if (listed.has(key) || !(isListedRole || owners.has(key))) continue;
      steps.removals.push(step('remove-from-team', { ...at, login, id, from: { role } }));
    }
  }

  function isInvitedInto(key: string, current: FullTeam | null): boolean {
    if (current === null) return false;
    return invitedInto.has(`${current.id}\n${key}`);
  }

  function compareAccessOf(desired: DesiredTeam, current: FullTeam | null): void {
    const { key, repositories } = desired;
    if (repositories === undefined) return;
    const at = { team: current?.slug ?? key, teamId: current?.id ?? null, id: current?.id ?? null };
    const team = { desired, current };
    const direct = current === null ? null : access.get(current.id);
    const now = new Map<string, { name: string; permission: PermissionName }>();
    for (const { name, permission: listed } of current?.repositories ?? []) {
      const permission = permissionName(listed);
      // What a parent hides now may be all that is left later.
      if (direct?.has(name) || !isAtLeast(inheritedAfter(team, name) ?? 'none', permission))
        now.set(foldRepository(name), { name, permission });
    }
    compareGrants(repositories, now, isExact, (repository, from, to) => {
      if (from === null && isAtLeast(inheritedAfter(team, repository) ?? 'none', to ?? 'admin')) return;
      const list = to === null ? steps.removals : steps.additions;
      list.push(step('set-team-access', { ...at, repository, from: grant(from), to: grant(to) }));
    });
  }

  /** Returns what the parents of a team will give it. */
  function inheritedAfter(team: AnyTeam, repository: string): PermissionName | null {
    return inherited(nodeOf(team), foldRepository(repository));
  }

  /** All steps done that can be. */
  function inheritedAfterSteps() {
    const all = [...matched, ...teams.flatMap(({ id }) => matches.ofId(id) ?? [])];
    const byNode = new Map<object, AnyTeam>(all.map((team) => [nodeOf(team), team]));
    const ofNode = (node: object): AnyTeam => byNode.get(node) ?? { desired: null, current: null };
    const namesOf = ({ desired, current }: AnyTeam): ReadonlySet<string> =>
      new Set([
        ...(desired === null ? [] : (desiredAccess.get(desired)?.keys() ?? [])),
        ...(current === null ? [] : (listed.get(current.id)?.keys() ?? [])),
      ]);
    return inheritedAccess<object>({
      teams: byNode.keys(),
      parentOf: (node) => {
        const parent = parentAfter(ofNode(node));
        return parent === null ? null : nodeOf(parent);
      },
      grantsOf: (node) => {
        const team = ofNode(node);
        return [...namesOf(team)].flatMap((repository) => {
          const permission = grantAfter(team, repository);
          return permission === null ? [] : [[repository, permission] as const];
        });
      },
      namesOf: (node) => namesOf(ofNode(node)),
    });
  }

  /** Returns what a team itself will have, by the folded name of the repository. */
  function grantAfter({ desired, current }: AnyTeam, repository: string): PermissionName | null {
    const isKept = current !== null && unmanaged.has(accessKey(current.id, repository));
    const isReplaced = current !== null && isExact && desired?.repositories !== undefined && !isKept;
    const now = isReplaced ? undefined : listed.get(current?.id ?? 0)?.get(repository);
    const described = desired === null || isKept ? undefined : desiredAccess.get(desired)?.get(repository);
    if (described === undefined || now === undefined) return described ?? now ?? null;
    return isAtLeast(described, now) ? described : now;
  }

  /** A deleted parent would take its children along. */
  function parentAfter({ desired, current }: AnyTeam): AnyTeam | null {
    if (desired?.parent !== undefined) return desired.parent === null ? null : matches.find(desired.parent);
    const parentId = current?.parentId ?? null;
    return parentId === null || goneIds.has(parentId) ? null : matches.ofId(parentId);
  }
}

/** What stands for a team: its entry in the files if it has one. */
const nodeOf = ({ desired, current }: AnyTeam): object => desired ?? current ?? {};

/** The ID is left out for no parent, and for one that does not exist yet. */
const parentValues = (parent: AnyTeam | null): Settings => ({
  parent: parent?.current?.slug ?? parent?.desired?.key ?? null,
  ...(parent?.current && { parentId: String(parent.current.id) }),
});

const byName = (grants: readonly (readonly [name: string, permission: PermissionName])[]): AccessByName =>
  new Map(grants.map(([name, permission]) => [foldRepository(name), permission]));

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
    listed.add(foldRepository(name));
    const current = now.get(foldRepository(name));
    if (current === undefined) report(name, null, permission);
    else if (current.permission !== permission && (isExact || isAtLeast(permission, current.permission)))
      report(current.name, current.permission, permission);
  }
  if (!isExact) return;
  for (const [key, { name, permission }] of now) if (!listed.has(key)) report(name, permission, null);
}

function parentsFirst({ byKey, find }: MatchedTeams): readonly MatchedTeam[] {
  const sorted = new Set<MatchedTeam>();
  for (const team of byKey.values()) {
    const path = new Set<MatchedTeam>();
    for (let each: MatchedTeam | undefined = team; each !== undefined; ) {
      if (sorted.has(each) || path.has(each)) break;
      path.add(each);
      const above: AnyTeam | null = each.desired.parent == null ? null : find(each.desired.parent);
      each = above?.desired == null ? undefined : byKey.get(foldLogin(above.desired.key));
    }
    for (const each of [...path].toReversed()) sorted.add(each);
  }
  return [...sorted];
}

function childrenFirst(teams: readonly FullTeam[]): readonly FullTeam[] {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const depths = new Map<number, number>();
  for (const { id } of teams) {
    const path = new Set<number>();
    let above: number | null = id;
    for (; above !== null && byId.has(above) && !depths.has(above) && !path.has(above); ) {
      path.add(above);
      above = byId.get(above)?.parentId ?? null;
    }
    let depth = above === null ? 0 : (depths.get(above) ?? 0) + 1;
    for (const each of [...path].toReversed()) {
      depths.set(each, depth);
      depth += 1;
    }
  }
  return teams.toSorted((a, b) => (depths.get(b.id) ?? 0) - (depths.get(a.id) ?? 0));
}
