import type { QueryClient } from '@tanstack/react-query';
import { invitationsQuery } from '../../../features/invitations/listed/get-invitations.ts';
import { ListedInvitations } from '../../../features/invitations/listed/listed-invitations.tsx';
import { organizationQuery } from '../../../features/organization/frame/get-organization.ts';
import { hasWorkingApp, useSubject } from '../../../features/organization/subject.tsx';
import { usePageTitle } from '../../../lib/moments/use-page-title.ts';

/** Avoids refused requests: only for owners where the App works. */
export function readAhead(client: QueryClient, { login }: { readonly login: string }): void {
  const organization = client.getQueryData(organizationQuery(login).queryKey);
  if (organization === undefined || !organization.viewerCanAdminister || !hasWorkingApp(organization)) return;
  void client.prefetchQuery(invitationsQuery(login));
}

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Invitations of ${name}`);
  return <ListedInvitations login={login} organization={name} mayRead={organization !== null && !isExplained} />;
}
