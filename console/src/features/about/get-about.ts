import type { AboutAnswer } from '@orgdesk/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { endpoints } from '../../lib/paths.ts';

const aboutQuery = queryOptions({
  queryKey: ['about'],
  queryFn: ({ signal }) => request<AboutAnswer>('GET', endpoints.about, signal),
  // Changes only with a new start of the service.
  staleTime: Number.POSITIVE_INFINITY,
});

/** What the service says about itself and its code host to everybody. */
export const useAbout = () => useQuery(aboutQuery);
