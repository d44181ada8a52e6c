import { type QueryClient, useQuery } from '@tanstack/react-query';
import { PEOPLE } from '../table/columns.tsx';
import { peopleQuery } from './get-people.ts';
import type { PeopleList } from './people-list.ts';

export interface PeopleReading {
  /** Undefined before the first people arrive. */
  readonly list: PeopleList | undefined;
  readonly failure: Error | null;
  readonly isReading: boolean;
  /** True once everything requested is loaded, including teams. */
  readonly isWhole: boolean;
  /** When the read ended, in epoch milliseconds. */
  readonly readAt: number;
  readonly readAgain: () => void;
}

interface PeopleReadOptions {
  readonly mayRead: boolean;
  readonly wantsTeams: boolean;
}

/** Reads the people, and their teams only if requested. */
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

/** Reads the list that the URL needs, unless tried before. */
export function readPeopleAhead(queries: QueryClient, login: string, urlQuery: string): void {
  const people = peopleQuery(login, PEOPLE.address.read(urlQuery).teams !== 'all');
  if (queries.getQueryState(people.queryKey) === undefined) void queries.prefetchQuery(people);
}
