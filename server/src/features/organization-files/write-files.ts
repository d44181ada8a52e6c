import type { NamedText } from '@orgdesk/organization-files/check-files';
import type { OrganizationFile, TeamEntry } from '@orgdesk/organization-files/format';
import { keysOf } from '@orgdesk/organization-files/team-keys';
import { fileOf, filesOf } from '@orgdesk/organization-files/write-files';
import type { FullTeam } from '../../code-host/people/teams.ts';
import { type PermissionName, permissionName } from './desired.ts';
import { directAccessOf } from './inherited-access.ts';
import type { CurrentOrganization, Section } from './read-organization.ts';

type Grants = Readonly<Record<string, PermissionName>>;

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

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byLogin = (a: { readonly login: string }, b: { readonly login: string }): number =>
  compare(a.login.toLowerCase(), b.login.toLowerCase());
const sortedLogins = (people: readonly { readonly login: string }[]): string[] =>
  people.toSorted(byLogin).map(({ login }) => login);
const sortedByName = <V>(entries: readonly (readonly [name: string, value: V])[]): Record<string, V> =>
  Object.fromEntries(entries.toSorted(([a], [b]) => compare(a, b)));
