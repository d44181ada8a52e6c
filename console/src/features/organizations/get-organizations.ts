import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';
import { sortedByLogin } from './finder/find-organizations.ts';

export const organizationsQuery = queryOptions({
  queryKey: personalKey('organizations'),
  queryFn: async ({ signal }) => {
    const { data } = await answerOf(client.listOrganizations, { signal });
    return sortedByLogin(data.organizations);
  },
  ...keptFresh,
});

export const useOrganizations = () => useQuery(organizationsQuery);
