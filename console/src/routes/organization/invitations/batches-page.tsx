import { JobList } from '../../../features/invitations/sending/job-list.tsx';
import { useSubject } from '../../../features/organization/subject.tsx';
import { usePageTitle } from '../../../lib/moments/use-page-title.ts';

export function Page() {
  const { login, name, organization, isExplained } = useSubject();
  usePageTitle(`Invitation batches of ${name}`);
  return <JobList login={login} organization={name} mayRead={organization !== null && !isExplained} />;
}
