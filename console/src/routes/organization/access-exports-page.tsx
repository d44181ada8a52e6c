import { membershipIn } from '../../features/account/get-session.ts';
import { AccessExports } from '../../features/organization/access-exports.tsx';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { login, name } = useSubject();
  usePageTitle(`Export access list of ${name}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  const mayRead = useMayRead();
  if (!administers) return <NotAdmin task="access" />;
  return mayRead ? <AccessExports login={login} organization={name} /> : null;
}
