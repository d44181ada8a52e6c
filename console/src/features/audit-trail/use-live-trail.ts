import type { AuditFilters } from '@orgdesk/client';
import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useIsVisible } from '../../lib/page-state.ts';
import { client } from '../../lib/reading/http-client.ts';
import { entriesIn, readNewest, type TrailPage, trailQuery, trailsKey, withNewest } from './get-trail.ts';

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
