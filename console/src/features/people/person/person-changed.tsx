import type { Job, PeopleChange, Person } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { isOver, jobsQuery } from '../../../components/jobs/get-jobs.ts';
import { countsMessage } from '../../../components/jobs/job-words.ts';
import { Notice } from '../../../components/messages/notice.tsx';
import { CHANGES, changeTitle } from '../change/change-words.ts';

export interface ChangedPerson {
  readonly person: Pick<Person, 'id' | 'login'>;
  /** When the dialog closed. */
  readonly job: Job;
  /** Who follows in the list of people; null if unknown. */
  readonly next: string | null;
}

interface PersonChangedProps extends ChangedPerson {
  readonly login: string;
  readonly organization: string;
  readonly onInvite: (person: string) => void;
}

/** Takes the focus, because the pressed button may disappear. */
export function PersonChanged({ login, organization, person, job: closed, next, onInvite }: PersonChangedProps) {
  const notice = useRef<HTMLDivElement>(null);
  const { data: jobs } = useQuery(jobsQuery(login, CHANGES.kind));
  const job = jobs?.find(({ id }) => id === closed.id) ?? closed;
  const { change, counts } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change.
  useEffect(() => notice.current?.focus(), [closed.id]);
  if (change === null) return null;
  const isDone = counts.changed > 0;
  return (
    <div ref={notice} tabIndex={-1}>
      <Notice
        tone={isDone ? 'success' : 'info'}
        role="status"
        title={isDone ? changedMessage(change, person.login, organization) : changeTitle(change, [person])}
      >
        {!isDone && <p>{isOver(job) ? `${countsMessage(job, CHANGES)}.` : 'In progress. You can close this page.'}</p>}
        <p className="row-8">
          <PageLink to="/organizations/$login/audit-trail" params={{ login }} search={{ target: person.login }} inline>
            View audit entry
          </PageLink>
          {next !== null && (
            <PageLink to="/organizations/$login/people/$person" params={{ login, person: next }} inline>
              Next person: {next}
            </PageLink>
          )}
        </p>
        {isDone && change.kind === 'remove' && (
          <Button size="small" onClick={() => onInvite(person.login)}>
            Invite again
          </Button>
        )}
      </Notice>
    </div>
  );
}

function changedMessage(change: PeopleChange, who: string, organization: string): string {
  switch (change.kind) {
    case 'remove':
      return `${who} was removed from ${organization}`;
    case 'convert':
      return `${who} was converted to an outside collaborator`;
    case 'role':
      return `${who} is now ${change.role === 'admin' ? 'an owner' : 'a member'} of ${organization}`;
    case 'add-to-team':
      return `${who} was added to team ${change.team}`;
    case 'remove-from-team':
      return `${who} was removed from team ${change.team}`;
  }
}
