import { csvLine } from '@orgdesk/contract/csv';
import type { OrganizationRole } from '../../ports/code-host/access/organization-roles.ts';
import type {
  NamedRepository,
  PeopleOfRepository,
  PersonOfRepository,
} from '../../ports/code-host/access/reached-repositories.ts';
import { type HostRefusal, hostWords } from '../../ports/code-host/refusals.ts';

/** `unseen` counts the lines that report something unreadable. */
export interface FileLines {
  readonly text: string;
  readonly rows: number;
  readonly unseen: number;
}

/** Null if unknown. */
export type RoleOf = (person: Pick<PersonOfRepository, 'login'>) => string | null;

/** One line per person and source, one for anything withheld. */
export function linesOfRepository(repository: NamedRepository & PeopleOfRepository, roleOf: RoleOf): FileLines {
  const { people, withheld } = repository;
  const lines = people.flatMap((person) => linesOfPerson(repository, person, roleOf));
  const missing = withheld === null ? [] : [unseenLine(repository, reasonOf(withheld))];
  return { text: [...lines, ...missing].join(''), rows: lines.length + missing.length, unseen: missing.length };
}

/** One line per person, for all repositories; a team that has the role follows its name. */
export function linesOfRoles(roles: readonly OrganizationRole[], roleOf: RoleOf): FileLines {
  const lines = roles.flatMap(({ name, permission, people }) =>
    people.map((person) => {
      const cells = [ALL_REPOSITORIES, null, null, person.login, null, roleOf(person), permission];
      return csvLine([...cells, `role: ${name}`, person.teams.join(' '), permission]);
    }),
  );
  return { text: lines.join(''), rows: lines.length, unseen: 0 };
}

const ALL_REPOSITORIES = 'all repositories';

export const NO_LINES: FileLines = { text: '', rows: 0, unseen: 0 };

export function linesOfUnseen(reason: string, repository: Partial<NamedRepository> = {}): FileLines {
  return { text: unseenLine(repository, reason), rows: 1, unseen: 1 };
}

export const joinLines = (parts: readonly FileLines[]): FileLines => ({
  text: parts.map(({ text }) => text).join(''),
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  unseen: parts.reduce((sum, { unseen }) => sum + unseen, 0),
});

export const reasonOf = (refusal: HostRefusal): string => hostWords(refusal) ?? 'not reported by the code host';

function linesOfPerson(
  { name, isPrivate, isArchived }: NamedRepository,
  person: PersonOfRepository,
  roleOf: RoleOf,
): readonly string[] {
  const { login, permission, sources } = person;
  const cells = [name, String(isPrivate), String(isArchived), login, person.name, roleOf(person), permission];
  if (sources.length === 0) return [csvLine([...cells, 'not told', null, null])];
  return sources.map((source) => csvLine([...cells, source.kind, source.team, source.permission]));
}

const unseenLine = ({ name, isPrivate, isArchived }: Partial<NamedRepository>, reason: string): string =>
  csvLine([
    name ?? null,
    isPrivate === undefined ? null : String(isPrivate),
    isArchived === undefined ? null : String(isArchived),
    null,
    null,
    null,
    null,
    `not seen: ${reason}`,
    null,
    null,
  ]);
