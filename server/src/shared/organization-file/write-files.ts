import { ORGANIZATION_FILES_MAX } from '@orgdesk/contract/limits';
import type { OrganizationFile } from '@orgdesk/contract/organizations/file/format';
import { stringify } from 'yaml';
import type { FullTeam } from '../../ports/code-host/teams/teams.ts';
import { directAccessOf } from './direct-access.ts';
import type { NamedText } from './files/check-files.ts';
import { type PermissionName, permissionName } from './permission-names.ts';
import type { CurrentOrganization, Section } from './read-organization.ts';
import { keysOf } from './team-keys.ts';

/** Files beside those of teams. */
const COMMON_FILES = 2;

type Grants = Readonly<Record<string, PermissionName>>;
export type TeamEntry = NonNullable<OrganizationFile['teams']>['entries'][string];

/** Writes sections of an organization. The result depends on nothing but the organization. */
export function writeFiles(
  current: CurrentOrganization,
  sections: ReadonlySet<Section>,
  isOneFile: boolean,
): NamedText[] {
  const { people } = current;
  const organization: OrganizationFile = {
    version: 1,
    organization: current.login,
    ...(sections.has('people') && {
      people: {
        mode: 'exact',
        owners: sortedLogins(people.filter(({ role }) => role === 'admin')),
        members: sortedLogins(people.filter(({ role }) => role === 'member')),
      },
    }),
    ...(sections.has('teams') && { teams: { mode: 'exact', entries: {} } }),
  };
  const others: OrganizationFile[] = [];
  if (sections.has('outsideCollaborators')) {
    const entries = outsideEntriesOf(current);
    others.push({ version: 1, outsideCollaborators: { mode: 'exact', entries } });
  }
  const entries = teamEntriesOf(current);
  if (!isOneFile) return filesOf([organization, ...others], entries);
  if (organization.teams !== undefined) organization.teams.entries = Object.fromEntries(entries);
  return [fileOf('organization.yaml', Object.assign(organization, ...others))];
}

/** Returns the repositories of outside collaborators, by login. */
export const outsideEntriesOf = ({ outside }: CurrentOrganization): Readonly<Record<string, Grants>> =>
  Object.fromEntries(
    outside
      .toSorted(byLogin)
      .map(({ login, repositories }) => [
        login,
        sortedByName(repositories.map(({ name, permission }) => [name, permissionName(permission)])),
      ]),
  );

/** Returns all that files say about each team, by key. */
export function teamEntriesOf({ teams: unsorted, people }: CurrentOrganization): ReadonlyMap<string, TeamEntry> {
  const keys = keysOf(unsorted);
  const keyOf = ({ id, slug }: FullTeam): string => keys.get(id) ?? slug;
  const teams = unsorted.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  const access = directAccessOf(teams);
  // Owners are maintainers of every team they are in.
  const owners = new Set(people.filter(({ role }) => role === 'admin').map(({ id }) => id));
  const isMaintainer = ({ id, role }: FullTeam['people'][number]) => role === 'maintainer' || owners.has(id);
  return new Map(teams.map((team) => [keyOf(team), entryOf(team)]));

  function entryOf({ id, name, description, privacy, parentId, people: members }: FullTeam): TeamEntry {
    const parent = parentId === null ? undefined : keys.get(parentId);
    const repositories = sortedByName([...(access.get(id) ?? [])]);
    return {
      ...(name !== keys.get(id) && { name }),
      description: description ?? '',
      privacy,
      parent: parent ?? null,
      maintainers: sortedLogins(members.filter(isMaintainer)),
      members: sortedLogins(members.filter((person) => !isMaintainer(person))),
      repositories,
    };
  }
}

/** Writes common contents, and each team into a file of its own, unless there are too many. */
export function filesOf(common: readonly OrganizationFile[], teams: ReadonlyMap<string, TeamEntry>): NamedText[] {
  const files = common.map((content) =>
    fileOf(content.outsideCollaborators === undefined ? 'organization.yaml' : 'outside-collaborators.yaml', content),
  );
  const entries = [...teams];
  const perFile = Math.ceil(entries.length / (ORGANIZATION_FILES_MAX - COMMON_FILES));
  for (let first = 0; first < entries.length; first += perFile) {
    const some = entries.slice(first, first + perFile);
    files.push(fileOf(`teams/${some[0]?.[0]}.yaml`, { version: 1, teams: { entries: Object.fromEntries(some) } }));
  }
  return files.toSorted((a, b) => compare(a.name, b.name));
}

/** Lines are not folded, so that a changed word changes one line. */
const fileOf = (name: string, content: OrganizationFile): NamedText => ({
  name,
  text: stringify(content, { version: '1.2', lineWidth: 0, aliasDuplicateObjects: false }),
});

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byLogin = (a: { readonly login: string }, b: { readonly login: string }): number =>
  compare(a.login.toLowerCase(), b.login.toLowerCase());
const sortedLogins = (people: readonly { readonly login: string }[]): string[] =>
  people.toSorted(byLogin).map(({ login }) => login);
const sortedByName = <V>(entries: readonly (readonly [name: string, value: V])[]): Record<string, V> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)));
