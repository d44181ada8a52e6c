import { createAddressView } from '../../../lib/address/address-view.ts';
import { csvOf } from '../../../lib/keeping/csv.ts';
import { fold } from '../find/fold.ts';
import { PERMISSION_WORDS, sourceWords } from '../reached/find-reached.ts';
import type { PersonWithAccess } from './get-repository-people.ts';

const WAYS = ['all', 'organization', 'team', 'repository'] as const;
const PERMISSIONS = ['all', 'ADMIN', 'MAINTAIN', 'WRITE', 'TRIAGE', 'READ'] as const;

export interface RepositoryPeopleView {
  /** Part of a name, login or team. */
  readonly text: string;
  readonly may: (typeof PERMISSIONS)[number];
  /** Matches if any of the sources has this kind. */
  readonly way: (typeof WAYS)[number];
}

export const REPOSITORY_PEOPLE_VIEW = createAddressView<RepositoryPeopleView>(
  { text: '', may: 'all', way: 'all' },
  { text: null, may: PERMISSIONS, way: WAYS },
);

/** Sorts by permission, highest first, then by login. */
export function foundPeople(
  people: readonly PersonWithAccess[],
  { text, may, way }: RepositoryPeopleView,
): readonly PersonWithAccess[] {
  const wanted = fold(text.trim());
  return people
    .filter(
      ({ login, name, permission, sources }) =>
        (may === 'all' || permission === may) &&
        (way === 'all' || sources.some(({ kind }) => kind === way)) &&
        [login, name ?? '', ...sources.map(({ team }) => team ?? '')].some((each) => fold(each).includes(wanted)),
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other) || inOrder(fold(one.login), fold(other.login)));
}

const rankOf = ({ permission }: PersonWithAccess): number => PERMISSIONS.indexOf(permission);

const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

export const repositoryPeopleCsv = (people: readonly PersonWithAccess[]): string =>
  csvOf([
    ['login', 'name', 'id', 'may', 'how'],
    ...people.map(({ login, name, id, permission, sources }) => [
      login,
      name ?? '',
      String(id),
      PERMISSION_WORDS[permission],
      sources.map(sourceWords).join('; '),
    ]),
  ]);
