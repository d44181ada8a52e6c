import type { BudgetLine, PeopleAcrossLine } from '@orgdesk/contract/people/across/list-across';
import { createPeopleAcross, type OrganizationReading, type PersonAcross } from '@orgdesk/contract/people/across/merge';
import { hashKey, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { client, linesOf } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { abortOnQueryEnd } from '../list/get-people.ts';

const SHOWN_EVERY_MS = 250;
const SHOWN_EVERY_MS_PER_PERSON = 1 / 40;

export interface AcrossParts {
  readonly teams: boolean;
  readonly invitations: boolean;
}

interface AcrossResult {
  /** The last complete list, otherwise the most that arrived. */
  readonly list: AcrossList;
  readonly parts: AcrossParts;
  /** When it was complete, in epoch milliseconds; null if it is not. */
  readonly readAt: number | null;
  /** Set while the list is replaced. */
  readonly newer: AcrossList | null;
  readonly isStopped: boolean;
  readonly stop: () => void;
}

const KEY = personalKey('people-across');

/** Runs once and continues on other pages, because it may take hundreds of calls. */
export const peopleAcrossQuery = (parts: AcrossParts) =>
  queryOptions({
    queryKey: [...KEY, parts] as const,
    queryFn: ({ client: queries, queryKey }) => readPeopleAcross(queries, queryKey, parts),
    staleTime: ({ state: { data } }) =>
      data?.list.hasEnded === true || data?.isStopped === true ? Number.POSITIVE_INFINITY : 0,
    refetchOnWindowFocus: false,
    structuralSharing: false,
    placeholderData: keepPreviousData,
  });

const completeIn = (queries: QueryClient): readonly AcrossResult[] =>
  queries
    .getQueriesData<AcrossResult>({ queryKey: KEY })
    .flatMap(([, result]) => (result?.list.hasEnded === true ? [result] : []));

export function partsToRead(queries: QueryClient, wanted: AcrossParts): AcrossParts {
  const includes = ({ parts }: AcrossResult) =>
    (parts.teams || !wanted.teams) && (parts.invitations || !wanted.invitations);
  return completeIn(queries).find(includes)?.parts ?? wanted;
}

export const peopleAcrossIn = (queries: QueryClient): AcrossList | undefined => completeIn(queries)[0]?.list;

async function readPeopleAcross(
  queries: QueryClient,
  queryKey: readonly unknown[],
  parts: AcrossParts,
): Promise<AcrossResult> {
  const reader = createAcrossReader();
  const ended = abortOnQueryEnd(queries, queryKey);
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const own = queries.getQueryData<AcrossResult>(queryKey);
  const former = own?.list.hasEnded === true ? own : (completeIn(queries)[0] ?? own);
  const result = (isStopped: boolean, isOver: boolean): AcrossResult => {
    const list = reader.list();
    const isBetter = former === undefined || (!former.list.hasEnded && list.people.length >= former.list.people.length);
    if (!isBetter && !list.hasEnded) return { ...former, newer: isOver ? null : list, isStopped, stop };
    return { list, parts, readAt: list.hasEnded ? Date.now() : null, newer: null, isStopped, stop };
  };
  const show = () => queries.setQueryData(queryKey, result(false, false));
  show();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let shownAt = Number.NEGATIVE_INFINITY;
  const showSoon = () => {
    const pauseMs = Math.max(SHOWN_EVERY_MS, reader.size() * SHOWN_EVERY_MS_PER_PERSON);
    timer ??= setTimeout(
      () => {
        timer = undefined;
        show();
        shownAt = performance.now();
      },
      shownAt + pauseMs - performance.now(),
    );
  };
  try {
    const query = {
      teams: parts.teams ? 'true' : 'false',
      invitations: parts.invitations ? 'true' : 'false',
    } as const;
    const lines = linesOf(
      (options) => client.listPeopleAcross({ query, ...options }),
      AbortSignal.any([ended.signal, stopping.signal]),
    );
    for await (const line of lines) {
      reader.take(line);
      showSoon();
    }
    if (!stopping.signal.aborted) forgetOthers(queries, queryKey);
    return result(stopping.signal.aborted, true);
  } catch (thrown) {
    ended.signal.throwIfAborted();
    if (stopping.signal.aborted) return result(true, true);
    queries.setQueryData(queryKey, result(false, true));
    throw thrown;
  } finally {
    clearTimeout(timer);
    ended.end();
  }
}

const forgetOthers = (queries: QueryClient, queryKey: readonly unknown[]): void =>
  queries.removeQueries({
    queryKey: KEY,
    predicate: ({ queryHash, state }) => queryHash !== hashKey(queryKey) && state.fetchStatus === 'idle',
  });

export interface ReadOrganization extends OrganizationReading {
  readonly count: number;
}

export interface AcrossList {
  readonly people: readonly PersonAcross[];
  readonly organizations: ReadonlyMap<number, ReadOrganization>;
  readonly budgets: readonly BudgetLine[];
  readonly hasEnded: boolean;
}

interface AcrossReader {
  readonly take: (line: PeopleAcrossLine) => void;
  readonly size: () => number;
  readonly list: () => AcrossList;
}

export function createAcrossReader(): AcrossReader {
  const merged = createPeopleAcross();
  let hasEnded = false;
  return {
    take: (line) => {
      merged.add(line);
      hasEnded ||= line.kind === 'end';
    },
    size: () => merged.people.size,
    list: () => {
      const people = [...merged.people.values()];
      const counts = new Map<number, number>();
      for (const { organizations } of people)
        for (const organization of organizations.keys()) counts.set(organization, (counts.get(organization) ?? 0) + 1);
      const organizations = [...merged.organizations].map(
        ([id, reading]) => [id, { ...reading, count: counts.get(id) ?? 0 }] as const,
      );
      return { people, organizations: new Map(organizations), budgets: merged.budgets, hasEnded };
    },
  };
}
