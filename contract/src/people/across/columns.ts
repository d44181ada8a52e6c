import type { PersonRole } from '../people.ts';
import { uncheckedFor } from './filters.ts';
import type { OrganizationReading, PersonAcross, PlaceOfPerson } from './merge.ts';

type Cell = (person: PersonAcross) => string | number | null;

/** Columns of a file with one row per person. */
export function acrossColumns(
  organizations: ReadonlyMap<number, OrganizationReading>,
  roleNames: Readonly<Record<PersonRole, string>>,
): Readonly<Record<string, Cell>> {
  const loginOf = (id: number) => organizations.get(id)?.login ?? String(id);
  const eachPlace = (textOf: (place: PlaceOfPerson, organization: string) => readonly string[]): Cell => {
    return ({ places }) =>
      [...places.values()].flatMap((place) => textOf(place, loginOf(place.organization))).join(', ');
  };
  return {
    login: ({ login }) => login,
    name: ({ name }) => name,
    id: ({ id }) => id,
    'two-factor': ({ secondFactor }) => secondFactor ?? 'unknown',
    organizations: eachPlace(({ role }, organization) => [`${organization} (${roleNames[role]})`]),
    teams: eachPlace(({ teams }, organization) => teams.map(({ slug }) => `${organization}/${slug}`)),
    'last-invited': ({ places }) => {
      const dates = [...places.values()].flatMap(({ lastInvitedAt }) => lastInvitedAt ?? []);
      return dates.toSorted().at(-1) ?? null;
    },
    'not-checked': (person) =>
      uncheckedFor(person, organizations)
        .map(({ login }) => login)
        .join(', '),
  };
}
