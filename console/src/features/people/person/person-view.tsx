import type { Person, PersonAnswer } from '@orgdesk/client';
import { PersonIcon } from '@primer/octicons-react';
import { Label, Link, LinkButton, SkeletonBox, VisuallyHidden } from '@primer/react';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { ReadState, RowsSkeleton } from '../../../components/list/read-state.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { profileHref } from '../../../lib/address/paths.ts';
import { OUTDATED_PAGE } from '../../../lib/failure-texts.ts';
import { answerOf, client, hasStatus } from '../../../lib/reading/http-client.ts';
import { useOwnedOrganizations } from '../../../lib/reading/owned-organizations.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { ReachedRepositories } from '../access/reached-repositories.tsx';
import { type ChosenChange, offeredChange } from '../change/change-choice.tsx';
import { ChangePeopleDialog } from '../change/change-people-dialog.tsx';
import { ChangesLink } from '../change/changes-link.tsx';
import { ROLE_LABELS, SECOND_FACTOR_BADGES } from '../list/people-texts.ts';
import { nextPerson } from '../list/use-people.ts';
import { WithheldNotice, withheldNames } from '../list/withheld.tsx';
import { type ChangedPerson, PersonActions, PersonChanged, PersonTeams, SentInvitations } from './person-sections.tsx';
import './person-view.css';

const SKELETON_ROWS = 3;

interface PersonViewProps {
  readonly login: string;
  readonly organization: string;
  readonly person: string;
  readonly administers: boolean;
  readonly onInvite: (person: string) => void;
  /** A change whose dialog opens once the person is loaded, if they can be changed so. */
  readonly firstChange: string | null;
  readonly onFirstChange: () => void;
}

interface OpenChange {
  readonly person: Person;
  readonly change: ChosenChange;
  readonly next: string | null;
}

export function PersonView(props: PersonViewProps) {
  const { login, organization, person, administers, onInvite, firstChange, onFirstChange } = props;
  const queries = useQueryClient();
  // Kept beside the person, who may be gone after the change.
  const [open, setOpen] = useState<OpenChange | null>(null);
  const [changed, setChanged] = useState<ChangedPerson | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const reading = useQuery(personQuery(login, person));
  const { data, error } = reading;
  const isGone = hasStatus(error, 404);
  const ownsSeveral = useOwnedOrganizations().length > 1;
  const isSelf = useSignedIn().user.id === data?.person.id;
  const choose = (answer: PersonAnswer, change: ChosenChange) =>
    setOpen({ person: answer.person, change, next: nextPerson(queries, login, answer.person) });
  const readOf = (part: 'teams' | 'sentInvitations') =>
    readFrom(reading, {
      all: person,
      value: (answer) => answer[part]?.length ?? 0,
      unread: ({ withheld, ...answer }) => [
        ...(answer[part] === null ? [person] : []),
        ...withheldNames(withheld.filter((each) => each.part === (part === 'teams' ? 'teams' : 'invitations'))),
      ],
    });
  const isFirst = useRef(firstChange !== null);
  useEffect(() => {
    if (!isFirst.current || data === undefined) return;
    isFirst.current = false;
    onFirstChange();
    const change = offeredChange(data.person.role, firstChange);
    if (change !== null && administers && !isSelf) choose(data, change);
  });
  return (
    <div className="person-view" ref={page} tabIndex={-1}>
      <p className="person-view-back">
        <PageLink to="/organizations/$login/people" params={{ login }}>
          All people
        </PageLink>
        {administers && <ChangesLink login={login} />}
        {ownsSeveral && (
          <PageLink to="/people/$person" params={{ person }} search={searchOf(data)}>
            In other organizations
          </PageLink>
        )}
      </p>
      {changed !== null && <PersonChanged login={login} organization={organization} {...changed} onInvite={onInvite} />}
      {isGone && changed === null && <NotThere login={login} organization={organization} person={person} />}
      {!isGone && (
        <ReadState reading={reading} failed={`Couldn’t load ${person}`} outdated={OUTDATED_PAGE} focus={page}>
          <PersonSkeleton person={person} />
        </ReadState>
      )}
      {data !== undefined && !isGone && (
        <>
          <PersonHeading answer={data} />
          {administers && <PersonActions answer={data} onChoose={(change) => choose(data, change)} />}
          <WithheldNotice withheld={data.withheld.filter(({ reason }) => reason !== 'owners-only')} />
          <div className="columns-24">
            <div className="stack-24">
              {data.teams !== null && (
                <PersonTeams
                  login={login}
                  organization={organization}
                  answer={data}
                  read={readOf('teams')}
                  mayChange={administers}
                />
              )}
              {data.sentInvitations !== null && (
                <SentInvitations login={login} invitations={data.sentInvitations} read={readOf('sentInvitations')} />
              )}
            </div>
            {administers && <ReachedRepositories login={login} person={data.person.login} />}
          </div>
          {!administers && (
            <p className="person-view-hint">
              Only owners of {organization} can see the repositories, two-factor authentication, and open invitations of{' '}
              {data.person.login}.
            </p>
          )}
        </>
      )}
      {open !== null && (
        <ChangePeopleDialog
          login={login}
          organization={organization}
          people={[open.person]}
          change={open.change}
          onDone={(job) => {
            setOpen(null);
            if (job !== null) setChanged({ person: open.person, job, next: open.next });
          }}
        />
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
      <div className="person-view-text">
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
        <p className="row-8 person-view-labels">
          {person.role === 'member' ? (
            <span>{ROLE_LABELS.member}</span>
          ) : (
            <Label variant={person.role === 'admin' ? 'accent' : 'secondary'}>{ROLE_LABELS[person.role]}</Label>
          )}
          {secondFactor !== null && (
            <Label variant={SECOND_FACTOR_BADGES[secondFactor].variant}>
              {SECOND_FACTOR_BADGES[secondFactor].label}
            </Label>
          )}
        </p>
      </div>
    </div>
  );
}

const searchOf = (answer: PersonAnswer | undefined) => (answer === undefined ? {} : { id: String(answer.person.id) });

function PersonSkeleton({ person }: { readonly person: string }) {
  return (
    <>
      <VisuallyHidden role="status">Loading {person}</VisuallyHidden>
      <div className="person-view-heading" aria-hidden="true">
        <SkeletonBox height="64px" width="64px" />
        <div className="person-view-text">
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

export const personQuery = (login: string, person: string) =>
  queryOptions({
    queryKey: personalKey('person', login, person.toLowerCase()),
    queryFn: async ({ signal }) => {
      const path = { login, person };
      return (await answerOf((options) => client.getPerson({ path, ...options }), { signal })).data;
    },
    refetchOnWindowFocus: false,
  });
