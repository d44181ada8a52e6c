import type { QueryClient } from '@tanstack/react-query';
import { membershipIn } from '../../features/account/get-session.ts';
import { Overview, summaryQuery } from '../../features/organization/overview.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { LazyAttention, LazyRecent } from '../lazy-sections.tsx';

export const readAhead = (client: QueryClient, { login }: { readonly login: string }): void =>
  void client.prefetchQuery(summaryQuery(login));

export function Page() {
  const { name, login, organization } = useSubject();
  usePageTitle(name);
  const isOwner = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return (
    <>
      {isOwner && (
        <LazyAttention organizations={organization === null ? undefined : [organization]} namesOrganizations={false} />
      )}
      <Overview />
      {isOwner && organization !== null && <LazyRecent organizations={[organization]} namesOrganizations={false} />}
    </>
  );
}
