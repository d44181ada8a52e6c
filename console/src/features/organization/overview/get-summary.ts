import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

export const summaryQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('summary', login),
    queryFn: ({ signal }) => answerOf((options) => client.query('OrganizationSummary', { login }, options), { signal }),
  });

export const useSummary = (login: string) => useQuery(summaryQuery(login));
