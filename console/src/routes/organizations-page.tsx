import type { QueryClient } from '@tanstack/react-query';
import { organizationsQuery, useOrganizations } from '../features/organizations/get-organizations.ts';
import { OrganizationList } from '../features/organizations/organization-list.tsx';
import { installationRequestsQuery } from '../lib/app.ts';
import { useSignedIn } from '../lib/reading/signed-in.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { LazyAttention, LazyRecent } from './lazy-sections.tsx';

export function readAhead(client: QueryClient): void {
  void client.prefetchQuery(organizationsQuery);
  void client.prefetchQuery(installationRequestsQuery);
}

export function Page() {
  const { user } = useSignedIn();
  const { data: organizations, error } = useOrganizations();
  usePageTitle('Organizations');
  const ownsAny = user.organizations.some(({ viewerCanAdminister }) => viewerCanAdminister);
  return (
    <>
      {ownsAny && error === null && <LazyAttention organizations={organizations} namesOrganizations />}
      <OrganizationList memberships={user.organizations} />
      {ownsAny && error === null && <LazyRecent organizations={organizations} namesOrganizations />}
    </>
  );
}
