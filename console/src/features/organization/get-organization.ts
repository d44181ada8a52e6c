import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

export const organizationQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('organization', login),
    queryFn: async ({ signal }) => {
      const { data } = await answerOf((options) => client.getOrganization({ path: { login }, ...options }), { signal });
      return data.organization;
    },
    ...keptFresh,
  });

export const useOrganization = (login: string) => useQuery(organizationQuery(login));
