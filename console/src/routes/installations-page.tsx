import type { QueryClient } from '@tanstack/react-query';
import { installStatusQuery } from '../features/installations/installation.ts';
import { InstallationList } from '../features/installations/installation-list.tsx';
import { organizationsQuery, useOrganizations } from '../features/organizations/get-organizations.ts';
import { useSignedIn } from '../lib/reading/signed-in.ts';
import { usePageTitle } from '../lib/use-page-title.ts';

export const readAhead = (client: QueryClient): Promise<unknown> =>
  Promise.all([client.prefetchQuery(installStatusQuery), client.prefetchQuery(organizationsQuery)]);

export function Page() {
  const { installationIds } = useSignedIn();
  // One query observer here sees every change.
  const { data, error, isFetching, refetch } = useOrganizations();
  usePageTitle('Installations');
  return (
    <InstallationList organizations={{ data, error, isFetching, refetch }} expectedCount={installationIds.length} />
  );
}
