import type { PlanStep } from '@orgdesk/contract';
import { foldLogin } from '../../domain/account.ts';
import type { FullTeam } from '../../ports/code-host/teams/teams.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';

/** The ID of a team, or the folded key of one that does not exist yet. */
type TeamReference = number | string;
/** By repository in lower case. */
type Grants = ReadonlyMap<string, { readonly name: string; readonly permission: PermissionName }>;

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
  const parents = new Map<TeamReference, TeamReference | null>(teams.map(({ id, parentId }) => [id, parentId]));
  const own = new Map<TeamReference, Grants>(
    teams.map(({ id, repositories }) => [
      id,
      new Map(
        repositories.map(({ name, permission }) => [
          name.toLowerCase(),
          { name, permission: permissionName(permission) },
        ]),
      ),
    ]),
  );
  const before = effectiveAccess(own, parents);
  const [ownAfter, parentsAfter] = [new Map(own), new Map(parents)];
  const deleted = new Set<number | null>();
  for (const step of steps) {
    const { kind, team, teamId, id, repository, to, needs } = step;
    const reference = teamId ?? foldLogin(team ?? '');
    if (kind === 'delete-team') deleted.add(id);
    if ((kind === 'create-team' || kind === 'edit-team') && to?.parent !== undefined)
      parentsAfter.set(reference, to.parentId == null ? to.parent && foldLogin(to.parent) : Number(to.parentId));
    // What the App may not grant makes up for nothing.
    if (kind !== 'set-team-access' || repository === null || (needs !== null && !isLessAccess(step))) continue;
    const grants = new Map(ownAfter.get(reference));
    const permission = to?.permission as PermissionName | null | undefined;
    if (permission == null) grants.delete(repository.toLowerCase());
    else grants.set(repository.toLowerCase(), { name: repository, permission });
    ownAfter.set(reference, grants);
  }
  const after = effectiveAccess(ownAfter, parentsAfter);
  return teams.flatMap(({ id, slug }) =>
    [...before(id)]
      .filter(([key, { permission }]) => {
        return deleted.has(id) || !isAtLeast(after(id).get(key)?.permission ?? 'none', permission);
      })
      .map(([, { name }]) => `${slug} to ${name}`),
  );
}

/** Returns the access of a team with that of its parents. Teams without grants of their own share their parent's. */
function effectiveAccess(
  own: ReadonlyMap<TeamReference, Grants>,
  parents: ReadonlyMap<TeamReference, TeamReference | null>,
): (team: TeamReference) => Grants {
  const found = new Map<TeamReference, Grants>();
  return (team) => {
    const path = new Set<TeamReference>();
    let each: TeamReference | null = team;
    for (; each !== null && !found.has(each) && !path.has(each); each = parents.get(each) ?? null) path.add(each);
    let grants: Grants = (each === null ? undefined : found.get(each)) ?? new Map();
    for (const below of [...path].toReversed()) {
      grants = withOwn(grants, own.get(below));
      found.set(below, grants);
    }
    return grants;
  };
}

function withOwn(inherited: Grants, own: Grants = new Map()): Grants {
  if (own.size === 0) return inherited;
  const grants = new Map(inherited);
  for (const [key, grant] of own)
    if (isAtLeast(grant.permission, grants.get(key)?.permission ?? 'none')) grants.set(key, grant);
  return grants;
}

function isLessAccess({ from, to }: PlanStep): boolean {
  if (from?.permission == null) return false;
  return to?.permission == null || !isAtLeast(to.permission as PermissionName, from.permission as PermissionName);
}
