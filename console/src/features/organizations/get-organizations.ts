import { fold } from '@orgdesk/contract/fold';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { inOrder, sortKey } from '../../lib/fold.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

export const organizationsQuery = queryOptions({
  queryKey: personalKey('organizations'),
  queryFn: async ({ signal }) => {
    const { data } = await answerOf(client.listOrganizations, { signal });
    return data.organizations.toSorted((a, b) => inOrder(sortKey(fold(a.login)), sortKey(fold(b.login))));
  },
  ...keptFresh,
});

export const useOrganizations = () => useQuery(organizationsQuery);
