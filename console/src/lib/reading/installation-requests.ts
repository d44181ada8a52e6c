import type { InstallationRequestView } from '@orgdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from './http-client.ts';
import { keptFresh, personalKey } from './query-client.ts';

export const installationRequestsQuery = queryOptions({
  queryKey: personalKey('installation-requests'),
  queryFn: async ({ signal }) => (await answerOf(client.listInstallationRequests, { signal })).data.requests,
  ...keptFresh,
});

const NONE: readonly InstallationRequestView[] = [];

/** Empty while loading or on failure, because nothing depends on the requests. */
export function useInstallationRequests(organizationId: number): readonly InstallationRequestView[] {
  const { data = NONE } = useQuery(installationRequestsQuery);
  return data.filter(({ organization }) => organization.id === organizationId);
}
