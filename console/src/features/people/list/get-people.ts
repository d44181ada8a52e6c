import type { ListedTeam, PeopleLine, Person, Withheld } from '@orgdesk/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, hasStatus, linesOf } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

/** Minimum time between renders while the list loads. */
const SHOWN_EVERY_MS = 250;

/**
 * Streams an organization's people. It may take hundreds of code host calls, so it runs once and continues on other
 * pages. Partial results show unless a complete list is refetched.
 */
export const peopleQuery = (login: string, withTeams: boolean) =>
  queryOptions({
    queryKey: personalKey('people', login, withTeams ? 'with-teams' : 'without-teams'),
    // The query's signal would abort when the list unmounts.
    queryFn: ({ client: queries, queryKey }) => readPeople(queries, queryKey, login, withTeams),
    staleTime: ({ state: { data } }) => (data?.hasEnded === true && !data.isRefused ? Number.POSITIVE_INFINITY : 0),
    refetchOnWindowFocus: false,
    // Comparing ten thousand people takes longer than rendering the visible ones.
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
  const { signal, end } = abortOnQueryEnd(queries, queryKey);
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

/** Aborts when the query is cancelled or removed, so that nothing is written later. */
export function abortOnQueryEnd(queries: QueryClient, queryKey: readonly unknown[]) {
  const controller = new AbortController();
  const reading = queries.getQueryCache().find({ queryKey, exact: true });
  const end = queries.getQueryCache().subscribe(({ type, query }) => {
    if (query === reading && (type === 'removed' || query.state.fetchStatus === 'idle')) controller.abort();
  });
  return { signal: controller.signal, end };
}

export interface PeopleList {
  /** In the code host's order. */
  readonly people: readonly Person[];
  /** Includes members not loaded yet; null if unknown. */
  readonly total: number | null;
  /** Person IDs; null if hidden from the viewer. */
  readonly secondFactors: SecondFactorGroups | null;
  /** Keyed by person ID; null if not requested. */
  readonly teams: ReadonlyMap<number, readonly ListedTeam[]> | null;
  /** Instants by person ID; null if none is known. */
  readonly joined: ReadonlyMap<number, string> | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
  readonly isRefused: boolean;
}

const REFUSED: PeopleList = {
  people: [],
  total: null,
  secondFactors: null,
  teams: null,
  joined: null,
  withheld: [],
  hasEnded: true,
  isRefused: true,
};

export interface SecondFactorGroups {
  readonly disabled: ReadonlySet<number>;
  readonly insecure: ReadonlySet<number> | null;
}

interface ListReader {
  readonly take: (line: PeopleLine) => void;
  readonly list: () => PeopleList;
}

export function createListReader({ withTeams }: { readonly withTeams: boolean }): ListReader {
  const people = new Map<number, Person>();
  const teams = new Map<number, ListedTeam[]>();
  const withheld: Withheld[] = [];
  let total: number | null = null;
  let secondFactors: SecondFactorGroups | null = null;
  let joined: PeopleList['joined'] = null;
  let hasEnded = false;

  const take = (line: PeopleLine): void => {
    switch (line.kind) {
      case 'people':
        // Pages shift when people join or leave, which can repeat a person.
        for (const person of line.people) if (!people.has(person.id)) people.set(person.id, person);
        total = line.total ?? total;
        break;
      case 'second-factors':
        secondFactors = {
          disabled: new Set(line.disabled),
          insecure: line.insecure === null ? null : new Set(line.insecure),
        };
        break;
      case 'joined':
        joined = new Map(line.people.map(({ id, at }) => [id, at]));
        break;
      case 'team':
        for (const { id } of line.people) teams.set(id, [...(teams.get(id) ?? []), line.team]);
        break;
      case 'withheld':
        withheld.push(line.withheld);
        break;
      case 'end':
        hasEnded = true;
        break;
    }
  };
  const list = () => ({
    people: [...people.values()],
    total,
    secondFactors,
    teams: withTeams ? new Map(teams) : null,
    joined,
    withheld: [...withheld],
    hasEnded,
    isRefused: false,
  });
  return { take, list };
}
