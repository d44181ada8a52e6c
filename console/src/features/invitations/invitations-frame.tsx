import { Label } from '@primer/react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/words/reader-locale.ts';
import './invitations-frame.css';
import { headOf, settledOf, totalOf } from './sending/get-jobs.ts';
import { stateWords } from './sending/job-words.ts';
import { useWatchedJobs } from './sending/use-watched-jobs.ts';

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
  // Last, because its late label must not move the others.
  { to: '/organizations/$login/invitations/sending', name: SENDING_PAGE },
] as const;

export function InvitationsFrame({ login, organization, mayRead, children }: InvitationsFrameProps) {
  const head = headOf(useWatchedJobs(login, mayRead));
  return (
    <>
      <nav className="invitations-frame-pages" aria-label={`Invitations of ${organization}`}>
        {PAGES.map(({ to, name }) => (
          <Link key={to} to={to} params={{ login }} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
            {name === SENDING_PAGE && head !== null && (
              <Label className="invitations-frame-state" variant={stateWords(head).variant}>
                {head.state === 'running'
                  ? `${formatCount(settledOf(head.counts))} of ${formatCount(totalOf(head.counts))}`
                  : stateWords(head).words}
              </Label>
            )}
          </Link>
        ))}
      </nav>
      {children}
    </>
  );
}
