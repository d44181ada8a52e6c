import { useParams } from '@tanstack/react-router';
import { membershipIn } from '../../features/account/get-session.ts';
import { NotAdmin } from '../../features/organization/not-admin.tsx';
import { useMayRead, useSubject } from '../../features/organization/subject.tsx';
import { RepositoryPeopleList } from '../../features/people/access/repository-people-list.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';

export function Page() {
  const { repository } = useParams({ from: '/organizations/$login/repositories/$repository/access' });
  const { login } = useSubject();
  usePageTitle(`Who has access to ${repository}`);
  const administers = membershipIn(useSignedIn(), login)?.viewerCanAdminister === true;
  const mayRead = useMayRead();
  if (!administers) return <NotAdmin task="access" />;
  return mayRead ? <RepositoryPeopleList key={repository} login={login} repository={repository} /> : null;
}
