import { PaperAirplaneIcon } from '@primer/octicons-react';
import { VisuallyHidden } from '@primer/react';
import { PageLinkButton } from '../../../components/controls/page-link.tsx';
import { JobList } from '../../../components/jobs/job-list.tsx';
import { AgainStep } from './again-step.tsx';
import { BATCHES } from './batch-words.ts';

interface BatchListProps {
  readonly login: string;
  readonly organization: string;
  readonly mayRead: boolean;
}

export function BatchList({ login, organization, mayRead }: BatchListProps) {
  return (
    <JobList
      login={login}
      words={BATCHES}
      mayRead={mayRead}
      title={
        <>
          Batches
          <VisuallyHidden> for {organization}</VisuallyHidden>
        </>
      }
      actions={(job) => <AgainStep login={login} job={job} />}
      empty={{
        icon: PaperAirplaneIcon,
        title: 'No batches yet',
        actions: (
          <PageLinkButton to="/organizations/$login/invitations/invite" params={{ login }}>
            Invite people to {organization}
          </PageLinkButton>
        ),
        children: 'Invitations appear here while they’re sent, and for a few weeks after.',
      }}
    />
  );
}
