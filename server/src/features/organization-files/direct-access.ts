import type { FullTeam } from '../../code-host/teams/teams.ts';
import { type AccessByName, inheritedAccess } from './inherited-access.ts';
import { isAtLeast, type PermissionName, permissionName } from './permission-names.ts';

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
