import { ListedInvitations } from '../../features/invitations/listed/listed-invitations.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { invitationsQuery } from '../../lib/reading/owner-reads.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { ownersReadAhead } from './owners-read-ahead.ts';

export const readAhead = ownersReadAhead((client, { login }) => client.prefetchQuery(invitationsQuery(login)));

export function Page() {
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  usePageTitle(`Invitations of ${name}`);
  return <ListedInvitations login={login} organization={name} mayRead={mayRead} />;
}
