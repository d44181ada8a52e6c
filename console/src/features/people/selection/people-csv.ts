import type { Person } from '@orgdesk/client';
import { csvOf } from '../../../lib/keeping/csv.ts';
import { ROLE_WORDS, SECOND_FACTOR_WORDS, secondFactorOf } from '../people-words.ts';
import type { PeopleList } from '../reading/people-list.ts';

/** Exports people without data that is hidden or was not requested. */
export function peopleCsv(
  people: readonly Person[],
  { secondFactors, teams }: Pick<PeopleList, 'secondFactors' | 'teams'>,
): string {
  const heading = [
    'login',
    'name',
    'id',
    'role',
    ...(secondFactors === null ? [] : ['second factor']),
    ...(teams === null ? [] : ['teams']),
  ];
  const rows = people.map((person) => [
    person.login,
    person.name ?? '',
    String(person.id),
    ROLE_WORDS[person.role],
    ...(secondFactors === null ? [] : [SECOND_FACTOR_WORDS[secondFactorOf(person, secondFactors)]]),
    ...(teams === null ? [] : [(teams.get(person.id) ?? []).map(({ slug }) => slug).join('; ')]),
  ]);
  return csvOf([heading, ...rows]);
}
