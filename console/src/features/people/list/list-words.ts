import type { Person } from '@orgdesk/client';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { PeopleReading } from '../reading/use-people.ts';

export function countWords(shown: number, people: readonly Person[]): string {
  if (shown < people.length) return `${formatCount(shown)} of ${counted(people.length, 'person', 'people')}`;
  const outside = people.filter(({ role }) => role === 'outside_collaborator').length;
  const members = counted(people.length - outside, 'person', 'people');
  return outside === 0 ? members : `${members}, ${formatCount(outside)} outside`;
}

/** Such as "3,400 of 10,000 people read"; empty once complete. */
export function progressWords({ list, isReading, isWhole }: PeopleReading, shown: number, wantsTeams: boolean): string {
  if (!isReading) return '';
  if (list === undefined) return 'Loading people…';
  if (isWhole) return 'Refreshing…';
  const { people, total } = list;
  const read = formatCount(people.length);
  const isComing = total !== null && people.length < total;
  if (shown < people.length)
    return `${formatCount(shown)} found in ${read}${isComing ? ` of ${formatCount(total)}` : ''}…`;
  if (isComing) return `${read} of ${counted(total, 'person', 'people')} loaded`;
  return wantsTeams ? 'Loading teams…' : `${counted(people.length, 'person', 'people')} loaded…`;
}
