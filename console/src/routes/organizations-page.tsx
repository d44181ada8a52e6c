import type { QueryClient } from '@tanstack/react-query';
import { organizationsQuery } from '../features/organizations/get-organizations.ts';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { usePageTitle } from '../lib/moments/use-page-title.ts';
import { installationRequestsQuery } from '../lib/reading/installation-requests.ts';
import { useSignedIn } from '../lib/reading/signed-in.ts';

export function readAhead(client: QueryClient): void {
  void client.prefetchQuery(organizationsQuery);
  void client.prefetchQuery(installationRequestsQuery);
}

export function Page() {
  const { user } = useSignedIn();
  usePageTitle('Organizations');
  return <OrganizationList memberships={user.organizations} />;
}
