import type { QueryClient } from '@tanstack/react-query';
import { repositoriesQuery } from '../../features/organization/repositories/get-repositories.ts';
import { RepositoryTable } from '../../features/organization/repositories/repository-table.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  void client.prefetchQuery(repositoriesQuery(login));

export function Page() {
  usePageTitle(`Repositories of ${useSubject().name}`);
  return <RepositoryTable />;
}
