import type { PersonRole } from '../people.ts';
import { uncheckedFor } from './filters.ts';
import type { OrganizationOfPerson, OrganizationReading, PersonAcross } from './merge.ts';

type Cell = (person: PersonAcross) => string | number | null;

/** Columns of a file with one row per person. */
export function acrossColumns(
  organizations: ReadonlyMap<number, OrganizationReading>,
  roleNames: Readonly<Record<PersonRole, string>>,
): Readonly<Record<string, Cell>> {
  const loginOf = (id: number) => organizations.get(id)?.login ?? String(id);
  const eachOrganization = (textOf: (entry: OrganizationOfPerson, organization: string) => readonly string[]): Cell => {
    return ({ organizations }) =>
      [...organizations.values()].flatMap((entry) => textOf(entry, loginOf(entry.organization))).join(', ');
  };
  return {
    login: ({ login }) => login,
    name: ({ name }) => name,
    id: ({ id }) => id,
    'two-factor': ({ secondFactor }) => secondFactor ?? 'unknown',
    organizations: eachOrganization(({ role }, organization) => [`${organization} (${roleNames[role]})`]),
    teams: eachOrganization(({ teams }, organization) => teams.map(({ slug }) => `${organization}/${slug}`)),
    'last-invited': ({ organizations }) => {
      const dates = [...organizations.values()].flatMap(({ lastInvitedAt }) => lastInvitedAt ?? []);
      return dates.toSorted().at(-1) ?? null;
    },
    'not-checked': (person) =>
      uncheckedFor(person, organizations)
        .map(({ login }) => login)
        .join(', '),
  };
}
