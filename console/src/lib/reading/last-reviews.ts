import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

/** The person's last access review of each organization, as the service stored it. */
export const lastReviewsQuery = queryOptions({
  queryKey: personalKey('last-reviews'),
  queryFn: async ({ signal }) => (await answerOf(client.listLastReviews, { signal })).data.reviews,
  // A review may have ended on another page. Each read checks the person's rights in all organizations.
  staleTime: 0,
  refetchOnWindowFocus: false,
});
