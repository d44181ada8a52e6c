import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { SessionWait } from '../features/account/session-gate.tsx';
import { organizationPlace } from '../lib/paths.ts';
import type { OrganizationPageProps } from './organization-page.tsx';

const pageQuery = queryOptions({
  queryKey: ['organization-page'],
  queryFn: async () => (await import('./organization-page.tsx')).OrganizationPage,
  staleTime: Number.POSITIVE_INFINITY,
  // A browser answers a second import of the same address with the failure of the first.
  retry: false,
});

/**
 * The page of one organization, whose script is fetched only where it is shown, so that the first page stays small. Not
 * a lazy component of React: what follows the placeholder of one is held back for 300 ms. Throws when the script cannot
 * be had.
 */
export function OrganizationPageSoon(props: OrganizationPageProps) {
  const { data: Page } = useQuery({ ...pageQuery, throwOnError: true });
  return Page === undefined ? <SessionWait /> : <Page {...props} />;
}

/** Begins to fetch the script where the path is that of an organization. */
export function fetchOrganizationPageAhead(into: QueryClient, path: string): void {
  if (organizationPlace(path) !== null) void into.prefetchQuery(pageQuery);
}
