import { type QueryClient, useQuery } from '@tanstack/react-query';
import { PEOPLE_VIEW } from '../find/people-view.ts';
import { peopleQuery } from './get-people.ts';
import type { PeopleList } from './people-list.ts';

/** The people of an organization and the state of reading them. */
export interface PeopleReading {
  /** Undefined until the first have come. */
  readonly list: PeopleList | undefined;
  readonly failure: Error | null;
  readonly isReading: boolean;
  /** Whether everything that was asked for has come: the teams, too, where they were. */
  readonly isWhole: boolean;
  /** When that was, in milliseconds since 1970. */
  readonly readAt: number;
  readonly readAgain: () => void;
}

interface Wanted {
  /** Whether there is something to be read. */
  readonly mayRead: boolean;
  readonly wantsTeams: boolean;
}

/** Everybody in an organization; their teams are read only once they are wanted, and then told with the rest. */
export function usePeople(login: string, { mayRead, wantsTeams }: Wanted): PeopleReading {
  const withTeams = useQuery({ ...peopleQuery(login, true), enabled: mayRead && wantsTeams });
  const hasBoth = withTeams.data?.hasEnded === true;
  const withoutTeams = useQuery({ ...peopleQuery(login, false), enabled: mayRead && !wantsTeams && !hasBoth });
  const reading = wantsTeams || hasBoth ? withTeams : withoutTeams;
  return {
    list: wantsTeams || hasBoth ? together(withoutTeams.data, withTeams.data) : withoutTeams.data,
    failure: reading.error,
    isReading: reading.isFetching,
    isWhole: reading.data?.hasEnded === true,
    readAt: reading.dataUpdatedAt,
    readAgain: () => void reading.refetch(),
  };
}

/** While the teams come, everybody who came before stays. */
function together(before: PeopleList | undefined, withTeams: PeopleList | undefined): PeopleList | undefined {
  if (before === undefined || withTeams === undefined || withTeams.hasEnded) return withTeams ?? before;
  return before.people.length > withTeams.people.length || before.hasEnded
    ? { ...before, teams: withTeams.teams, hasEnded: false }
    : withTeams;
}

/** Begins to read what the list will ask for, unless that was tried before. */
export function readPeopleAhead(queries: QueryClient, login: string): void {
  const wanted = peopleQuery(login, PEOPLE_VIEW.read(window.location.search).teams !== 'all');
  if (queries.getQueryState(wanted.queryKey) === undefined) void queries.prefetchQuery(wanted);
}
