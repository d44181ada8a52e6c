import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';
import { withSortedRepositories } from './installation.ts';

export const installStatusQuery = queryOptions({
  queryKey: personalKey('install-status'),
  queryFn: async ({ signal }) => {
    const { data } = await answerOf(client.getInstallStatus, { signal });
    return { ...data, accounts: withSortedRepositories(data.accounts) };
  },
  ...keptFresh,
});

export const useInstallStatus = () => useQuery(installStatusQuery);
