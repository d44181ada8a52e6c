import { InstallationList } from '../features/installations/installation-list.tsx';
import { useOrganizations } from '../features/organizations/get-organizations.ts';
import type { PageContext } from './page-context.ts';

/** The installations, told apart by what is known of the organizations they are on. */
export function InstallationsPage({ session, codeHostName, codeHostUrl }: PageContext) {
  // Read here, where changes arrive: a part further down would be told only of what it had read before.
  const { data, error, isFetching, refetch } = useOrganizations();
  return (
    <InstallationList
      organizations={{ data, error, isFetching, refetch }}
      expectedCount={session.installationIds.length}
      codeHostName={codeHostName}
      codeHostUrl={codeHostUrl}
    />
  );
}
