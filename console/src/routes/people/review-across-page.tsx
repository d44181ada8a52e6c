import { ReviewAcross } from '../../features/people/review/review-across.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { UnreadOrganization } from './unread-organization.tsx';

export function Page() {
  usePageTitle('Access review');
  return <ReviewAcross Unread={UnreadOrganization} />;
}
