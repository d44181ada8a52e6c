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
  /** How the organization is called in sentences. */
  readonly organization: string;
  /** Whether there is something to be read. */
  readonly mayRead: boolean;
  readonly children: ReactNode;
}

const PAGES = [
  { to: '/organizations/$login/invitations', name: 'Open and failed' },
  { to: '/organizations/$login/invitations/invite', name: 'Invite people' },
  // Last: what it says of a job comes later, and moves nothing beside it.
  { to: '/organizations/$login/invitations/sending', name: 'Being sent' },
] as const;

/** All about the invitations of an organization: those that wait for an answer, new ones, and how far those being sent are. */
export function InvitationsFrame({ login, organization, mayRead, children }: InvitationsFrameProps) {
  const head = headOf(useWatchedJobs(login, mayRead));
  return (
    <>
      <nav className="invitations-frame-pages" aria-label={`Invitations of ${organization}`}>
        {PAGES.map(({ to, name }) => (
          <Link key={to} to={to} params={{ login }} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
            {name === 'Being sent' && head !== null && (
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
