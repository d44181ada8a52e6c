import { PeopleAcross } from '../../features/people/across/people-across.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { UnreadOrganization } from './unread-organization.tsx';

export function Page() {
  usePageTitle('People');
  return <PeopleAcross Unread={UnreadOrganization} />;
}
