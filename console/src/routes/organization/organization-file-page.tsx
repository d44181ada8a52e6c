import { membershipIn } from '../../features/account/get-session.ts';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { OrganizationFile } from '../../features/organization-file/organization-file.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { login, name } = useSubject();
  usePageTitle(`${name} as a file`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  const mayRead = useMayRead();
  if (!administers) return <NotAdmin task="file" />;
  return mayRead ? <OrganizationFile login={login} organization={name} /> : null;
}
