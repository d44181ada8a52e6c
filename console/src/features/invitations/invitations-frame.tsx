import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { JobLabel } from '../../components/jobs/job-list.tsx';
import { useWatchedJobs } from '../../components/jobs/use-watched-jobs.ts';
import { BATCHES } from './batch-texts.ts';
import './invitations-frame.css';
import { invitationsQuery } from '../../lib/reading/owner-reads.ts';

interface InvitationsFrameProps {
  readonly login: string;
  readonly organization: string;
  readonly mayRead: boolean;
  readonly children: ReactNode;
}

const SENDING_PAGE = 'Batches';

const PAGES = [
  { to: '/organizations/$login/invitations', name: 'Open and failed' },
  { to: '/organizations/$login/invitations/invite', name: 'Invite people' },
  // Last, because its label arrives late.
  { to: '/organizations/$login/invitations/sending', name: SENDING_PAGE },
] as const;

export function InvitationsFrame({ login, organization, mayRead, children }: InvitationsFrameProps) {
  const queries = useQueryClient();
  const jobs = useWatchedJobs(login, BATCHES.kind, {
    mayRead,
    onEnd: () => void queries.invalidateQueries(invitationsQuery(login)),
  });
  return (
    <>
      <nav className="invitations-frame-pages" aria-label={`Invitations of ${organization}`}>
        {PAGES.map(({ to, name }) => (
          <Link key={to} to={to} params={{ login }} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
            {name === SENDING_PAGE && <JobLabel jobs={jobs} texts={BATCHES} />}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
