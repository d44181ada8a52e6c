import { Inviting } from '../../features/invitations/inviting.tsx';
import { useSubject } from '../../features/organization/subject.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { login, name, isExplained } = useSubject();
  usePageTitle(`Invite people to ${name}`);
  return <Inviting login={login} organization={name} mayBegin={!isExplained} />;
}
