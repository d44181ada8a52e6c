import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: async ({ signal }) => (await answerOf(client.getAbout, { signal })).data,
  // The data changes only when the service restarts.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Readable without signing in. */
export const useAbout = () => useQuery(aboutQuery);

export const readAboutAhead = (into: QueryClient): Promise<void> => into.prefetchQuery(aboutQuery);
