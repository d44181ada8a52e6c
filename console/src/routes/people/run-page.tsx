import { useParams, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { BATCHES } from '../../features/invitations/batch-texts.ts';
import { RunView } from '../../features/people/runs/run-view.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { UnreadOrganization } from './unread-organization.tsx';

export function Page() {
  const { run } = useParams({ from: '/runs/$run' });
  const { history } = useRouter();
  const [person] = useState(() => new URLSearchParams(history.location.search).get('person'));
  usePageTitle('Changes in several organizations');
  return <RunView key={run} id={run} person={person} Unread={UnreadOrganization} invitations={BATCHES} />;
}
