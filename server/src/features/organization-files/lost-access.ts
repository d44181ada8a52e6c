import type { PlanStep } from '@orgdesk/contract';
import type { FullTeam } from '../../code-host/teams/teams.ts';
import { foldLogin } from '../../domain/account.ts';
import { foldRepository } from '../../lib/repository-name.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';
import type { CurrentOrganization } from './read-organization.ts';

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
