import { useParams } from '@tanstack/react-router';
import { BATCHES } from '../../features/invitations/batches/batch-words.ts';
import { RunView } from '../../features/people/runs/run-view.tsx';
import { usePageTitle } from '../../lib/moments/use-page-title.ts';
import { UnreadOrganization } from './unread-organization.tsx';

export function Page() {
  const { run } = useParams({ from: '/runs/$run' });
  usePageTitle('Changes in several organizations');
  return <RunView key={run} id={run} Unread={UnreadOrganization} invitations={BATCHES} />;
}
