import { type QueryClient, useQuery } from '@tanstack/react-query';
import { installStatusQuery } from '../../features/installations/installation.ts';
import { repositoriesQuery, useRepositories } from '../../features/organization/get-repositories.ts';
import { RepositoryTable } from '../../features/organization/repository-table.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  void client.prefetchQuery(repositoriesQuery(login));

export function Page() {
  const { login, name, organization } = useSubject();
  usePageTitle(`Repositories of ${name}`);
  return <RepositoryTable covered={useCovered(login, organization)} />;
}

/** Reads only for owners, if there are more than the code host lists at once. */
function useCovered(login: string, organization: ReturnType<typeof useSubject>['organization']) {
  const { data } = useRepositories(login);
  const isOwner = organization?.viewerCanAdminister === true;
  const isPart = data !== undefined && data.repositories.length < (data.total ?? 0);
  const status = useQuery({ ...installStatusQuery, enabled: isOwner && isPart });
  return (
    status.data?.accounts.find(({ installationId }) => installationId === organization?.installationId)?.repositories ??
    null
  );
}
