import type { AuditEntry, AuditFilters, AuditTrailAnswer, CallOptions } from '@orgdesk/client';
import { AUDIT_PAGE, AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';

/** Key prefix shared by all filters. */
export const trailsKey = (login: string) => personalKey('audit-trail', login);

/** Newest first. `useLiveTrail` adds new entries. */
export const trailQuery = (login: string, filters: AuditFilters) =>
  infiniteQueryOptions({
    queryKey: [...trailsKey(login), JSON.stringify(filters)],
    queryFn: ({ pageParam: before, signal }) =>
      readPage(
        login,
        { ...filters, limit: String(AUDIT_PAGE), ...(before === null ? {} : { before: String(before) }) },
        signal,
      ),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }: TrailPage) => next,
    refetchOnWindowFocus: false,
    refetchOnMount: ({ state: { data } }) => (data?.pages.length ?? 0) <= 1,
  });

export const useTrail = (
  login: string,
  filters: AuditFilters,
  mayRead: boolean,
): UseInfiniteQueryResult<InfiniteData<TrailPage>> =>
  useInfiniteQuery({ ...trailQuery(login, filters), enabled: mayRead });

export const readNewest = (login: string, filters: AuditFilters, signal: AbortSignal): Promise<TrailPage> =>
  readPage(login, { ...filters, limit: String(AUDIT_PAGE_MAX) }, signal);

async function readPage(
  login: string,
  query: AuditFilters & { readonly limit: string; readonly before?: string },
  signal: AbortSignal,
): Promise<TrailPage> {
  const call = (options: CallOptions) => client.readAuditTrail({ path: { login }, query, ...options });
  return (await answerOf(call, { signal })).data;
}

export type TrailPage = AuditTrailAnswer;

/** After a gap, only the newest page remains. */
export function withNewest(pages: readonly TrailPage[], newest: TrailPage): readonly TrailPage[] {
  const loaded = pages.flatMap(({ entries }) => entries);
  // The newest page is complete from this number on.
  const completeFrom = newest.next ?? 0;
  const [first, ...others] = pages;
  if (first === undefined || (loaded.length > 0 && first.newest < completeFrom)) return [newest];

  const fresh = new Map(newest.entries.map((entry) => [entry.number, entry]));
  const loadedNumbers = new Set(loaded.map(({ number }) => number));
  // Lower entries belong to pages not loaded yet.
  const lowest = pages.at(-1)?.next ?? 0;
  const added = newest.entries.filter(({ number }) => !loadedNumbers.has(number) && number >= lowest);
  const refreshed = (entries: readonly AuditEntry[]) =>
    entries.flatMap((entry) => (entry.number < completeFrom ? [entry] : (fresh.get(entry.number) ?? [])));
  return [
    {
      ...first,
      newest: newest.newest,
      missingSince: newest.missingSince,
      entries: [...added, ...refreshed(first.entries)],
    },
    ...others.map((page) => ({ ...page, entries: refreshed(page.entries) })),
  ];
}

export const entriesIn = (pages: readonly TrailPage[]): readonly AuditEntry[] =>
  pages.flatMap(({ entries }) => entries).toSorted((one, other) => other.number - one.number);
