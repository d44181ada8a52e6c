import type { QueryClient } from '@tanstack/react-query';
import { summaryQuery } from '../../features/organization/overview/get-summary.ts';
import { Overview } from '../../features/organization/overview/overview.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  void client.prefetchQuery(summaryQuery(login));

export function Page() {
  usePageTitle(useSubject().name);
  return <Overview />;
}
