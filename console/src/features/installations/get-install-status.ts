import type { InstallStatusAnswer } from '@orgdesk/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '../../lib/http-client.ts';
import { endpoints } from '../../lib/paths.ts';
import { keptFresh, personalKey } from '../../lib/query-client.ts';
import { withSortedRepositories } from './installation.ts';

const installStatusQuery = queryOptions({
  queryKey: personalKey('install-status'),
  queryFn: async ({ signal }) => {
    const answer = await request<InstallStatusAnswer>('GET', endpoints.installStatus, signal);
    return { ...answer, accounts: withSortedRepositories(answer.accounts) };
  },
  ...keptFresh,
});

/** The installations of the signed-in person with the repositories they cover, and the state of reading them. */
export const useInstallStatus = () => useQuery(installStatusQuery);
