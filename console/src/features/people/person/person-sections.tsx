import type { Job, PeopleChange, Person, PersonAnswer } from '@orgdesk/client';
import { Button, VisuallyHidden } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { isOver, jobsQuery } from '../../../components/jobs/get-jobs.ts';
import { countsMessage } from '../../../components/jobs/job-texts.ts';
import type { ListRows } from '../../../components/list/list.ts';
import { ListTable } from '../../../components/list/list-table.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { formatDay, formatMinute } from '../../../lib/reader-locale.ts';
import { noneRead, type Read } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { type ChosenChange, OFFERS } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { CHANGES, changeTitle } from '../change/change-texts.ts';
import { OWN_ROLE } from '../list/people-texts.ts';

const ROLES = { maintainer: 'Maintainer', member: 'Member' } as const;

interface TeamContext {
  readonly login: string;
  readonly onTakeOut: ((slug: string) => void) | null;
}

const TEAMS: ListRows<NonNullable<PersonAnswer['teams']>[number], TeamContext> = {
  name: 'person-teams',
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Team',
      width: 'rest',
      cell: ({ slug, name }, { login }, { stop }) => (
        <PageLink {...stop} to="/organizations/$login/teams" params={{ login }} hash={slug}>
          {name}
        </PageLink>
      ),
    },
    { heading: 'Role', width: 'narrow', cell: ({ role }) => ROLES[role] },
    {
      heading: 'Change',
      width: 'action',
      className: 'action-cell',
      isShown: ({ onTakeOut }) => onTakeOut !== null,
      cell: ({ slug, name }, { onTakeOut }, { stop }) => (
        <Button {...stop} variant="danger" size="small" onClick={() => onTakeOut?.(slug)}>
          Remove…
          <VisuallyHidden> from {name}</VisuallyHidden>
        </Button>
      ),
    },
  ],
};

interface PersonTeamsProps {
  readonly login: string;
  readonly organization: string;
  readonly answer: PersonAnswer;
  readonly read: Read<number>;
  readonly mayChange: boolean;
}

export function PersonTeams({ login, organization, answer: { person, teams }, read, mayChange }: PersonTeamsProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const isSelf = useSignedIn().user.id === person.id;
  const [requestedChange, setRequestedChange] = useState<PeopleChange | null>(null);
  const offers = mayChange && !isSelf;
  const context = useMemo(
    () => ({
      login,
      onTakeOut: offers ? (team: string) => setRequestedChange({ kind: 'remove-from-team', team }) : null,
    }),
    [login, offers],
  );
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Teams" heading={heading} />
      {teams === null || teams.length === 0 ? (
        noneRead(read, <p className="person-view-hint">{person.login} isn’t in any team you can see.</p>)
      ) : (
        <ListTable label={id} list={TEAMS} rows={teams} context={context} />
      )}
      {requestedChange !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[person]}
          change={requestedChange}
          onDone={(job) => {
            setRequestedChange(null);
            // The pressed button disappears with its row.
            if (job !== null) heading.current?.focus();
          }}
        />
      )}
    </section>
  );
}

type SentInvitation = NonNullable<PersonAnswer['sentInvitations']>[number];

const INVITATIONS: ListRows<SentInvitation> = {
  keyOf: ({ id }) => id,
  columns: [
    { heading: 'Invited', width: 'rest', cell: ({ login, email }) => login ?? email ?? 'Unknown' },
    {
      heading: 'Sent',
      width: 'narrow',
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} title={formatMinute(createdAt) ?? undefined}>
          {formatDay(createdAt)}
        </time>
      ),
    },
  ],
};

interface SentInvitationsProps {
  readonly login: string;
  readonly invitations: readonly SentInvitation[];
  readonly read: Read<number>;
}

export function SentInvitations({ login, invitations, read }: SentInvitationsProps) {
  const id = useId();
  return (
    <section className="stack-12" aria-labelledby={id}>
      <SectionHeading id={id} title="Open invitations sent">
        {invitations.length > 0 && (
          <PageLink to="/organizations/$login/invitations" params={{ login }}>
            All invitations
          </PageLink>
        )}
      </SectionHeading>
      {invitations.length === 0 ? (
        noneRead(read, <p className="person-view-hint">None.</p>)
      ) : (
        <>
          <p className="person-view-hint">They’re cancelled if this person leaves the organization.</p>
          <ListTable label={id} list={INVITATIONS} rows={invitations} />
        </>
      )}
    </section>
  );
}

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

interface PersonActionsProps {
  readonly answer: PersonAnswer;
  readonly onChoose: (change: ChosenChange) => void;
}

/** Nobody can change themselves. */
export function PersonActions({ answer: { person }, onChoose }: PersonActionsProps) {
  const isSelf = useSignedIn().user.id === person.id;
  if (isSelf) {
    return <p className="person-view-hint">{OWN_ROLE}</p>;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: they are no set of fields.
    <div className="row-8" role="group" aria-label={`Change ${person.login}`}>
      {OFFERS[person.role].map(({ change, label, isDangerous }) => (
        <Button key={label} variant={isDangerous ? 'danger' : 'default'} onClick={() => onChoose(change)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
