import type { FullTeam } from '../../ports/code-host/teams/teams.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';

/** Returns the access that each team has beyond that of its parents, by team ID and repository. */
export function directAccessOf(teams: readonly FullTeam[]): ReadonlyMap<number, ReadonlyMap<string, PermissionName>> {
  const byId = new Map(teams.map((team) => [team.id, team]));
  const listed = new Map(
    teams.map(({ id, repositories }) => [
      id,
      new Map(repositories.map(({ name, permission }) => [name, permissionName(permission)])),
    ]),
  );
  return new Map(
    teams.map((team) => [
      team.id,
      new Map([...(listed.get(team.id) ?? [])].filter(([name, permission]) => !inherits(team, name, permission))),
    ]),
  );

  function inherits(team: FullTeam, name: string, permission: PermissionName): boolean {
    const passed = new Set([team.id]);
    for (let id = team.parentId; id !== null && !passed.has(id); id = byId.get(id)?.parentId ?? null) {
      passed.add(id);
      const inherited = listed.get(id)?.get(name);
      if (inherited !== undefined && isAtLeast(inherited, permission)) return true;
    }
    return false;
  }
}
