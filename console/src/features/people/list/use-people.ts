import type { Person } from '@orgdesk/client';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type PeopleList, peopleQuery } from './get-people.ts';
import { PEOPLE, type PeopleView } from './people-columns.tsx';

export interface PeopleReading {
  /** Undefined before the first people arrive. */
  readonly list: PeopleList | undefined;
  readonly failure: Error | null;
  readonly isReading: boolean;
  readonly isWhole: boolean;
  /** When the read ended, in epoch milliseconds. */
  readonly readAt: number;
  readonly readAgain: () => void;
}

interface PeopleReadOptions {
  readonly mayRead: boolean;
  readonly wantsTeams: boolean;
}

export function usePeople(login: string, { mayRead, wantsTeams }: PeopleReadOptions): PeopleReading {
  const withTeams = useQuery({ ...peopleQuery(login, true), enabled: mayRead && wantsTeams });
  const hasBoth = withTeams.data?.hasEnded === true;
  const withoutTeams = useQuery({ ...peopleQuery(login, false), enabled: mayRead && !wantsTeams && !hasBoth });
  const reading = wantsTeams || hasBoth ? withTeams : withoutTeams;
  return {
    list: wantsTeams || hasBoth ? combined(withoutTeams.data, withTeams.data) : withoutTeams.data,
    failure: reading.error,
    isReading: reading.isFetching,
    isWhole: reading.data?.hasEnded === true,
    readAt: reading.dataUpdatedAt,
    readAgain: () => void reading.refetch(),
  };
}

/** Keeps the people shown while the teams load. */
function combined(before: PeopleList | undefined, withTeams: PeopleList | undefined): PeopleList | undefined {
  if (before === undefined || withTeams === undefined || withTeams.hasEnded) return withTeams ?? before;
  return before.people.length > withTeams.people.length || before.hasEnded
    ? { ...before, teams: withTeams.teams, hasEnded: false }
    : withTeams;
}

/** Wide screens have room for the column of teams. */
export const wantsTeamsIn = ({ teams }: Pick<PeopleView, 'teams'>): boolean =>
  teams !== 'all' || window.matchMedia('(min-width: 100rem)').matches;

/** Reads the list that the URL needs, unless tried before. */
export function readPeopleAhead(queries: QueryClient, login: string, urlQuery: string): void {
  const people = peopleQuery(login, wantsTeamsIn(PEOPLE.address.read(urlQuery)));
  if (queries.getQueryState(people.queryKey) === undefined) void queries.prefetchQuery(people);
}

const cachedLists = (queries: QueryClient, login: string): readonly (readonly Person[])[] =>
  [false, true].flatMap((withTeams) => {
    const list = queries.getQueryData(peopleQuery(login, withTeams).queryKey);
    return list === undefined ? [] : [list.people];
  });

/** The longer cached list; undefined if never read. */
export const peopleIn = (queries: QueryClient, login: string): readonly Person[] | undefined =>
  cachedLists(queries, login).toSorted((one, other) => other.length - one.length)[0];

export async function readPeopleOnce(queries: QueryClient, login: string): Promise<PeopleList> {
  const withTeams = queries.getQueryData(peopleQuery(login, true).queryKey);
  return withTeams?.hasEnded === true ? withTeams : queries.fetchQuery(peopleQuery(login, false));
}

/** False if somebody may be missing; what only owners may see is about people, and leaves out nobody. */
export const isWholeList = ({ hasEnded, isRefused, withheld }: PeopleList): boolean =>
  hasEnded && !isRefused && withheld.every(({ reason }) => reason === 'owners-only');

/** Null if nobody follows in the cached list. */
export function nextPerson(queries: QueryClient, login: string, { id }: Pick<Person, 'id'>): string | null {
  const list = cachedLists(queries, login).find((people) => people.some((person) => person.id === id)) ?? [];
  return list[list.findIndex((person) => person.id === id) + 1]?.login ?? null;
}
