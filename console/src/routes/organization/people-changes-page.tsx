import { membershipIn } from '../../features/account/get-session.ts';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { ChangeList } from '../../features/people/change/change-list.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { login, name } = useSubject();
  const mayRead = useMayRead();
  usePageTitle(`Changes of people of ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  if (!administers) return <NotAdmin task="change" />;
  return mayRead ? <ChangeList login={login} organization={name} /> : null;
}
