import type { QueryClient } from '@tanstack/react-query';
import { membershipIn, sessionIn } from '../../features/account/get-session.ts';
import { invitationsQuery } from '../../features/invitations/listed/get-invitations.ts';
import { ListedInvitations } from '../../features/invitations/listed/listed-invitations.tsx';
import { NotAdmin } from '../../features/organization/people/not-admin.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { Why } from './why.tsx';

/** Not for others than admins: to them the service says no. */
export function readAhead(client: QueryClient, { login }: { readonly login: string }): void {
  const session = sessionIn(client);
  const administers = session !== null && membershipIn(session, login)?.viewerCanAdminister === true;
  if (administers) void client.prefetchQuery(invitationsQuery(login));
}

/** Open and failed invitations, for the admins of an organization; for others, who they are. */
export function Page() {
  const { login, name } = useSubject();
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  usePageTitle(`Invitations of ${name}`);
  return (
    <>
      {administers ? <ListedInvitations login={login} organization={name} notAdmin={<NotAdmin />} /> : <NotAdmin />}
      <Why isOptional />
    </>
  );
}
