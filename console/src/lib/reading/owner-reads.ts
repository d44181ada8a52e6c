import type { CallOptions } from '@orgdesk/client';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

/** The service reads many pages from the code host. */
const INVITATIONS_LIMIT_MS = 60_000;

/** Not refetched automatically, because it may take many calls. */
export const invitationsQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('invitations', login),
    queryFn: async ({ signal }) => {
      const { data } = await answerOf((options) => client.listInvitations({ path: { login }, ...options }), {
        signal,
        limitMs: INVITATIONS_LIMIT_MS,
      });
      return data;
    },
  });

export const useInvitations = (login: string, mayRead: boolean) =>
  useQuery({ ...invitationsQuery(login), enabled: mayRead });

export const ORGANIZATION_READ_LIMIT_MS = 5 * 60_000;

/** What differs from the files applied last, with or without these files. */
export const driftQuery = (login: string, files: 'true' | 'false') => ({
  queryKey: personalKey('organization-drift', login, files),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const call = (options: CallOptions) =>
      client.getOrganizationDrift({ path: { login }, query: { files }, ...options });
    return (await answerOf(call, { signal, limitMs: ORGANIZATION_READ_LIMIT_MS })).data;
  },
});

export const driftKey = (login: string) => personalKey('organization-drift', login);

/** The person's last access review of each organization, as the service stored it. */
export const lastReviewsQuery = queryOptions({
  queryKey: personalKey('last-reviews'),
  queryFn: async ({ signal }) => (await answerOf(client.listLastReviews, { signal })).data.reviews,
  // Each read checks the person's rights in all organizations.
  staleTime: 60_000,
  refetchOnWindowFocus: false,
});

/** A review that has ended, at a time, is the last one now. */
export function useReviewEnded(hasEnded: boolean, at: number): void {
  const queries = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another review ends at another time
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries(lastReviewsQuery);
  }, [queries, hasEnded, at]);
}
