import type { Person } from '@orgdesk/client';
import { countRead, type Read, readFrom } from '../../../lib/reading/read.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import type { PeopleReading } from '../reading/use-people.ts';
import { withheldNames } from '../withheld/withheld-words.ts';

/** The people that were read, and what of the list was not. */
export const peopleRead = (
  { list, failure }: Pick<PeopleReading, 'list' | 'failure'>,
  organization: string,
): Read<number> =>
  readFrom(
    { data: list, error: failure },
    {
      all: `the people of ${organization}`,
      value: ({ people }) => people.length,
      unread: ({ withheld, hasEnded }) => [
        ...withheldNames(withheld),
        ...(hasEnded ? [] : [`the people of ${organization}`]),
      ],
    },
  );

/** Such as "12 people, 2 outside". */
export function countWords(shown: number, people: readonly Person[], read: Read<number>): string {
  const all = countRead(read, 'person', 'people');
  if (shown < people.length) return `${formatCount(shown)} of ${all}`;
  const outside = people.filter(({ role }) => role === 'outside_collaborator').length;
  if (read.kind !== 'whole') return all;
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
