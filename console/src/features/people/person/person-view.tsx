import type { PersonAnswer } from '@orgdesk/client';
import { PersonIcon } from '@primer/octicons-react';
import { Label, Link, LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { RowsSkeleton } from '../../../components/list/rows-skeleton.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { profileHref } from '../../../lib/address/paths.ts';
import { hasStatus } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { OUTDATED_PAGE } from '../../../lib/words/failure-words.ts';
import { ROLE_WORDS } from '../people-words.ts';
import { ReachedRepositories } from '../reached/reached-repositories.tsx';
import { WithheldNotice } from '../withheld/withheld-notice.tsx';
import { personQuery } from './get-person.ts';
import { PersonActions } from './person-actions.tsx';
import { PersonTeams } from './person-teams.tsx';
import './person-view.css';
import { SentInvitations } from './sent-invitations.tsx';

const SKELETON_ROWS = 3;

interface PersonViewProps {
  readonly login: string;
  readonly organization: string;
  /** Spelled as in the URL. */
  readonly person: string;
  /** According to the session. */
  readonly administers: boolean;
}

export function PersonView({ login, organization, person, administers }: PersonViewProps) {
  const page = useRef<HTMLDivElement>(null);
  const reading = useQuery(personQuery(login, person));
  const { data, error } = reading;
  const isGone = hasStatus(error, 404);
  return (
    <div className="person-view" ref={page} tabIndex={-1}>
      <p className="person-view-back">
        <PageLink to="/organizations/$login/people" params={{ login }}>
          All people
        </PageLink>
      </p>
      {isGone && <NotThere login={login} organization={organization} person={person} />}
      {!isGone && (
        <ReadState reading={reading} failed={`Couldn’t load ${person}`} outdated={OUTDATED_PAGE} focus={page}>
          <PersonSkeleton person={person} />
        </ReadState>
      )}
      {data !== undefined && !isGone && (
        <>
          <PersonHeading answer={data} />
          {administers && (
            <PersonActions
              login={login}
              organization={organization}
              answer={data}
              onDone={() => {
                // The pressed button may have changed or disappeared.
                if (document.activeElement === document.body) page.current?.focus();
              }}
            />
          )}
          <WithheldNotice withheld={data.withheld.filter(({ reason }) => reason !== 'owners-only')} />
          {data.teams !== null && (
            <PersonTeams login={login} organization={organization} answer={data} mayChange={administers} />
          )}
          {administers && <ReachedRepositories login={login} person={data.person.login} />}
          {data.sentInvitations !== null && <SentInvitations login={login} invitations={data.sentInvitations} />}
          {!administers && (
            <p className="person-view-hint">
              Only owners of {organization} can see the repositories, two-factor authentication, and open invitations of{' '}
              {data.person.login}.
            </p>
          )}
        </>
      )}
    </div>
  );
}

function PersonHeading({ answer: { person, secondFactor } }: { readonly answer: PersonAnswer }) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  const isSelf = useSignedIn().user.id === person.id;
  return (
    <div className="person-view-heading">
      <Portrait url={person.avatarUrl} login={person.login} size={64} />
      <div className="person-view-words">
        <h2 className="person-view-name">
          {person.name ?? person.login}
          {isSelf && <span className="person-view-self"> (you)</span>}
        </h2>
        <p className="person-view-login">
          {codeHostUrl === null ? (
            person.login
          ) : (
            <Link href={profileHref(codeHostUrl, person.login)}>
              {person.login}
              <VisuallyHidden> on {codeHost}</VisuallyHidden>
            </Link>
          )}
        </p>
        <p className="person-view-labels">
          <Label variant={person.role === 'admin' ? 'accent' : 'secondary'}>{ROLE_WORDS[person.role]}</Label>
          {secondFactor !== null && (
            <Label variant={FACTORS[secondFactor].variant}>{FACTORS[secondFactor].words}</Label>
          )}
        </p>
      </div>
    </div>
  );
}

const FACTORS = {
  enabled: { words: '2FA enabled', variant: 'success' },
  insecure: { words: 'Insecure 2FA', variant: 'attention' },
  disabled: { words: '2FA disabled', variant: 'danger' },
} as const satisfies Record<NonNullable<PersonAnswer['secondFactor']>, unknown>;

function PersonSkeleton({ person }: { readonly person: string }) {
  return (
    <>
      <VisuallyHidden role="status">Loading {person}</VisuallyHidden>
      <div className="person-view-heading" aria-hidden="true">
        <SkeletonBox height="64px" width="64px" />
        <div className="person-view-words">
          <SkeletonBox height="1.75rem" width="12rem" />
          <SkeletonBox height="1.25rem" width="8rem" />
          <SkeletonBox height="1.25rem" width="5rem" />
        </div>
      </div>
      <RowsSkeleton rows={SKELETON_ROWS} />
    </>
  );
}

function NotThere({ login, organization, person }: Pick<PersonViewProps, 'login' | 'organization' | 'person'>) {
  const { url: codeHostUrl, name: codeHost } = useCodeHost();
  return (
    <EmptyState
      icon={PersonIcon}
      title={`${person} is not in ${organization}`}
      actions={
        <>
          <PageLinkButton to="/organizations/$login/people" params={{ login }}>
            View people
          </PageLinkButton>
          {codeHostUrl !== null && (
            <LinkButton href={profileHref(codeHostUrl, person)}>
              {person} on {codeHost}
            </LinkButton>
          )}
        </>
      }
    >
      They may have left, been removed, or changed their username.
    </EmptyState>
  );
}
