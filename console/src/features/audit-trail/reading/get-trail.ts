import type { AuditFilters, CallOptions } from '@orgdesk/client';
import { AUDIT_PAGE, AUDIT_PAGE_MAX } from '@orgdesk/contract/limits';
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import type { TrailPage } from './trail-pages.ts';

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
