import { invitationsQuery } from '../../../features/invitations/listed/get-invitations.ts';
import { ListedInvitations } from '../../../features/invitations/listed/listed-invitations.tsx';
import { useSubject } from '../../../features/organization/subject.tsx';
import { usePageTitle } from '../../../lib/moments/use-page-title.ts';
import { ownersReadAhead } from '../owners-read-ahead.ts';

export const readAhead = ownersReadAhead((client, { login }) => client.prefetchQuery(invitationsQuery(login)));

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Invitations of ${name}`);
  return <ListedInvitations login={login} organization={name} mayRead={organization !== null && !isExplained} />;
}
