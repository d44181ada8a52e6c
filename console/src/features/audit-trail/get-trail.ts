import type { AuditEntry, AuditFilters, AuditTrailAnswer, CallOptions } from '@orgdesk/client';
import { AUDIT_PAGE, AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIsVisible } from '../../lib/page-state.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';

/** Key prefix shared by all filters. */
const trailsKey = (login: string) => personalKey('audit-trail', login);

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

const readNewest = (login: string, filters: AuditFilters, signal: AbortSignal): Promise<TrailPage> =>
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

/** Entries become unknown without an event. */
const UNDER_WAY_POLL_MS = 60_000;

interface LiveTrailOptions {
  readonly login: string;
  readonly filters: AuditFilters;
  /** False if the service would refuse. */
  readonly mayRead: boolean;
  readonly pages: readonly TrailPage[] | undefined;
  readonly onChange: () => void;
}

/** Adds new entries while the page is visible. Returns the numbers of the latest, or none after the filters change. */
export function useLiveTrail({ login, filters, mayRead, pages, onChange }: LiveTrailOptions): ReadonlySet<number> {
  const queries = useQueryClient();
  const isVisible = useIsVisible();
  const [newestReported, setNewestReported] = useState(0);
  const [arrived, setArrived] = useState<ArrivedEntries>({ of: filters, numbers: NONE });
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  }, [onChange]);

  useEffect(() => {
    if (!isVisible || !mayRead) return;
    const left = new AbortController();
    const watch = async () => {
      const watched = client.watchAuditTrail({ path: { login }, signal: left.signal });
      for await (const { data, status } of watched) {
        if (data !== undefined) setNewestReported(data.newest);
        // The refetch reveals the lost access.
        else if (status === 403 || status === 404) void queries.invalidateQueries({ queryKey: trailsKey(login) });
      }
    };
    // The stream throws when it is aborted.
    watch().catch(() => undefined);
    return () => left.abort();
  }, [queries, login, isVisible, mayRead]);

  const newestShown = pages?.[0]?.newest;
  const hasUnderWay = pages?.some(({ entries }) => entries.some(({ outcome }) => outcome === 'under-way')) === true;
  const isBehind = newestShown !== undefined && newestReported > newestShown;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more may have happened while the newest were read.
  useEffect(() => {
    if (!isVisible || !mayRead || !(isBehind || hasUnderWay)) return;
    const left = new AbortController();
    const mergeNewest = async () => {
      const newest = await readNewest(login, filters, left.signal);
      const { queryKey } = trailQuery(login, filters);
      const before = queries.getQueryData<InfiniteData<TrailPage, number | null>>(queryKey);
      if (before === undefined || left.signal.aborted) return;
      const pagesNow = withNewest(before.pages, newest);
      const loadedNumbers = new Set(entriesIn(before.pages).map(({ number }) => number));
      const numbers = entriesIn(pagesNow).flatMap(({ number }) => (loadedNumbers.has(number) ? [] : [number]));
      change.current();
      queries.setQueryData<InfiniteData<TrailPage, number | null>>(queryKey, {
        pages: [...pagesNow],
        pageParams: before.pageParams.slice(0, pagesNow.length),
      });
      if (numbers.length > 0) setArrived({ of: filters, numbers: new Set(numbers) });
    };
    // The interval retries after a failure.
    const refresh = () => void mergeNewest().catch(() => undefined);
    if (isBehind) refresh();
    const interval = setInterval(refresh, UNDER_WAY_POLL_MS);
    return () => {
      clearInterval(interval);
      left.abort();
    };
  }, [queries, login, filters, isVisible, mayRead, isBehind, hasUnderWay, newestShown]);

  return arrived.of === filters ? arrived.numbers : NONE;
}

interface ArrivedEntries {
  readonly of: AuditFilters;
  readonly numbers: ReadonlySet<number>;
}

const NONE: ReadonlySet<number> = new Set();
