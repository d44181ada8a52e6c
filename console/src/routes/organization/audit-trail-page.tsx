import type { QueryClient } from '@tanstack/react-query';
import { membershipIn } from '../../features/account/get-session.ts';
import { AuditTrail } from '../../features/audit-trail/audit-trail.tsx';
import { trailQuery } from '../../features/audit-trail/reading/get-trail.ts';
import { organizationQuery } from '../../features/organization/frame/get-organization.ts';
import { NotAdmin } from '../../features/organization/people/not-admin.tsx';
import { hasWorkingApp, useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { Why } from './why.tsx';

/** Avoids refused requests: only for owners where the App works. */
export function readAhead(client: QueryClient, { login }: { readonly login: string }): void {
  const organization = client.getQueryData(organizationQuery(login).queryKey);
  if (organization === undefined || !organization.viewerCanAdminister || !hasWorkingApp(organization)) return;
  void client.prefetchInfiniteQuery(trailQuery(login, {}));
}

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Audit trail of ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  return (
    <>
      {administers ? (
        <AuditTrail login={login} organization={name} mayRead={organization !== null && !isExplained} />
      ) : (
        <NotAdmin deed="trail" />
      )}
      <Why isOptional />
    </>
  );
}
