import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

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
