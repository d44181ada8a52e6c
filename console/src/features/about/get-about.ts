import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: async ({ signal }) => (await answerOf(client.getAbout, { signal })).data,
  // Changes only with a new start of the service.
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the service says about itself and its code host to everybody. */
export const useAbout = () => useQuery(aboutQuery);

/** Begins to read it before anything asks for it. */
export const readAboutAhead = (into: QueryClient): Promise<void> => into.prefetchQuery(aboutQuery);
