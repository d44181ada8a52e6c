import { BatchList } from '../../features/invitations/batch-list.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  usePageTitle(`Invitation batches of ${name}`);
  return <BatchList login={login} organization={name} mayRead={mayRead} />;
}
