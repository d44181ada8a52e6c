import type { Person } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import type { PeopleReading } from '../reading/use-people.ts';

/** How many of a whole list show; of all, how many of them work here from outside. */
export function countWords(shown: number, people: readonly Person[]): string {
  if (shown < people.length) return `${formatCount(shown)} of ${counted(people.length, 'person', 'people')}`;
  const outside = people.filter(({ role }) => role === 'outside_collaborator').length;
  const members = counted(people.length - outside, 'person', 'people');
  return outside === 0 ? members : `${members}, ${formatCount(outside)} more from outside`;
}

/** How far a list has come, as in "3,400 of 10,000 people read"; blank once it is whole. */
export function progressWords({ list, isReading, isWhole }: PeopleReading, shown: number, wantsTeams: boolean): string {
  if (!isReading) return '';
  if (list === undefined) return 'Reading the people…';
  if (isWhole) return 'Reading again…';
  const found = shown === list.people.length ? '' : `${formatCount(shown)} found, `;
  const members = list.people.filter(({ role }) => role !== 'outside_collaborator').length;
  const { total } = list;
  if (total !== null && members < total)
    return `${found}${formatCount(members)} of ${counted(total, 'person', 'people')} read`;
  const known = `${found}${counted(list.people.length, 'person', 'people')} read`;
  return wantsTeams ? `${known}, reading who is in which team…` : `${known}…`;
}
