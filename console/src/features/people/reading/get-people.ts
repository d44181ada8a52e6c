import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, hasStatus, linesOf } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { createListReader, type PeopleList, REFUSED } from './people-list.ts';

/** How often a list that is coming is drawn anew: what it tells in between waits. */
const SHOWN_EVERY_MS = 250;

/**
 * Everybody in an organization, read once a visit: it may be hundreds of calls at the code host. What has come is there
 * before the end, and does not become less when it is read again before all of that has come. Reading goes on while the
 * person looks at another page.
 */
export const peopleQuery = (login: string, withTeams: boolean) =>
  queryOptions({
    queryKey: personalKey('people', login, withTeams ? 'with-teams' : 'without-teams'),
    // The signal that comes along would end the reading as soon as nobody looks at the list.
    queryFn: ({ client: queries, queryKey }) => readPeople(queries, queryKey, login, withTeams),
    staleTime: ({ state: { data } }) => (data?.hasEnded === true && !data.isRefused ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    // Comparing ten thousand people with those before takes longer than drawing those that show.
    structuralSharing: false,
  });

type PeopleKey = ReturnType<typeof personalKey>;

async function readPeople(
  queries: QueryClient,
  queryKey: PeopleKey,
  login: string,
  withTeams: boolean,
): Promise<PeopleList> {
  const reader = createListReader({ withTeams });
  const { signal, end } = untilGivenUp(queries, queryKey);
  const before = queries.getQueryData<PeopleList>(queryKey);
  const show = (list: PeopleList) => {
    if (before?.hasEnded === true || list.people.length < (before?.people.length ?? 1)) return;
    queries.setQueryData(queryKey, list);
  };
  let shownAt = Number.NEGATIVE_INFINITY;
  try {
    const lines = linesOf(
      (options) => client.listPeople({ path: { login }, query: { teams: withTeams ? 'true' : 'false' }, ...options }),
      signal,
    );
    for await (const line of lines) {
      reader.take(line);
      if (performance.now() - shownAt < SHOWN_EVERY_MS) continue;
      shownAt = performance.now();
      show(reader.list());
    }
    return reader.list();
  } catch (thrown) {
    signal.throwIfAborted();
    if (hasStatus(thrown, 403) || hasStatus(thrown, 404)) return REFUSED;
    show(reader.list());
    throw thrown;
  } finally {
    end();
  }
}

/** Aborted once the read is given up, or its answers are forgotten: nothing is written after that. */
function untilGivenUp(queries: QueryClient, queryKey: PeopleKey) {
  const givenUp = new AbortController();
  const reading = queries.getQueryCache().find({ queryKey, exact: true });
  const end = queries.getQueryCache().subscribe(({ type, query }) => {
    if (query === reading && (type === 'removed' || query.state.fetchStatus === 'idle')) givenUp.abort();
  });
  return { signal: givenUp.signal, end };
}
