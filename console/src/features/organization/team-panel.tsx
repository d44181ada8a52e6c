import type { TeamMembersQuery } from '@orgdesk/client';
import { SearchIcon } from '@primer/octicons-react';
import { Button, Label, Link } from '@primer/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { SearchField } from '../../components/controls/text-field.tsx';
import { NoMatch } from '../../components/messages/nothing.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { hasWords } from '../../lib/fold.ts';
import { counted } from '../../lib/reader-locale.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { type Read, readFrom } from '../../lib/reading/read.ts';
import type { Team } from './get-teams.ts';
import { itemsOf, listPage, PagedList, type PagedResult, type PersonItem, pagedOptions } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import { useSubject } from './subject.tsx';

interface ChangedMember {
  readonly id: number;
  readonly login: string;
}

interface TeamChangeProps {
  readonly login: string;
  readonly organization: string;
  readonly team: { readonly slug: string; readonly name: string };
  /** Who is removed; null to choose people to add. */
  readonly removed: ChangedMember | null;
  readonly members: readonly string[];
  readonly onDone: (isStarted: boolean) => void;
}

/** Adds people to a team, or removes somebody, while it is mounted. */
export type TeamChange = ComponentType<TeamChangeProps>;

interface TeamSettingsProps {
  readonly login: string;
  /** Null for a new one. */
  readonly team: Team | null;
  readonly onDone: (isStarted: boolean) => void;
}

/** Creates, edits or deletes a team, while it is mounted. */
export type TeamSettings = ComponentType<TeamSettingsProps>;

/** Pages of 100 people that a search reads. */
const SEARCHED_PAGES_MAX = 20;
/** With up to this number, no search is needed. */
const UNSEARCHED_MAX = 20;

interface TeamPanelProps {
  readonly team: Team;
  readonly onClose: () => void;
  readonly onChoose: (slug: string) => void;
  readonly Change: TeamChange | null;
  readonly onEdit: (() => void) | null;
}

export function TeamPanel({ team, onClose, onChoose, Change, onEdit }: TeamPanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { login, name: organization } = useSubject();
  const { name: codeHost } = useCodeHost();
  const query = useTeamMembers(login, team.slug);
  const [typed, setTyped] = useState('');
  const text = useDeferredValue(typed);
  const isFinding = text.trim() !== '';
  const isReadingOn = useReadOn(query, isFinding ? SEARCHED_PAGES_MAX : 0);
  const [request, setRequest] = useState<Pick<TeamChangeProps, 'removed'> | null>(null);
  const { name, description, parentTeam, members, repositories, url } = team;

  useEffect(() => {
    if (isFocusLost()) heading.current?.focus();
  }, []);
  const remove = ({ id: personId, login: person }: PersonItem) => {
    if (personId !== null) setRequest({ removed: { id: personId, login: person } });
  };

  return (
    <section className="stack-12 team-panel" aria-labelledby={id}>
      <p className="team-panel-back">
        <Button size="small" onClick={onClose}>
          All teams
        </Button>
      </p>
      <SectionHeading id={id} heading={heading} title={name}>
        {onEdit !== null && <Button onClick={onEdit}>Edit team…</Button>}
        {Change !== null && <Button onClick={() => setRequest({ removed: null })}>Add people…</Button>}
      </SectionHeading>
      <div className="team-panel-about">
        {team.privacy === 'SECRET' && <Label variant="attention">Secret</Label>}
        {(description ?? '') !== '' && <p>{description}</p>}
        <p>
          {counted(repositories.totalCount, 'repository', 'repositories')}.
          {parentTeam !== null && (
            <>
              {' '}
              Part of{' '}
              <button type="button" className="team-panel-parent" onClick={() => onChoose(parentTeam.slug)}>
                {parentTeam.name}
              </button>
              .
            </>
          )}{' '}
          <Link href={url} inline>
            View on {codeHost}
          </Link>
        </p>
      </div>
      {members.totalCount > UNSEARCHED_MAX && (
        <SearchField
          icon={SearchIcon}
          label={`Find people of ${name}`}
          placeholder="Find a person"
          value={typed}
          onType={setTyped}
        />
      )}
      <PagedList
        query={query}
        nouns={['person', 'people']}
        of={name}
        isReadingOn={isReadingOn}
        emptyText="This team has no direct members. Its child teams may have some."
        notFound={
          <Notice tone="info" role="status" title={`Team “${name}” not found`}>
            <p>It may have been renamed or deleted. Reload the page.</p>
          </Notice>
        }
      >
        {(loaded) => (
          <FoundPeople
            people={isFinding ? loaded.filter((each) => hasWords(`${each.login}\n${each.name ?? ''}`, text)) : loaded}
            team={name}
            read={readFrom(query, {
              all: `the people of ${name}`,
              value: () => loaded.length,
              unread: ({ pages }) =>
                query.hasNextPage || pages.some(({ withheld }) => withheld.length > 0)
                  ? [`more people of ${name}`]
                  : [],
            })}
            text={text}
            onRemove={Change === null ? null : remove}
            onClear={() => setTyped('')}
          />
        )}
      </PagedList>
      {Change !== null && request !== null && (
        <Suspense>
          <Change
            login={login}
            organization={organization}
            team={team}
            removed={request.removed}
            members={(itemsOf(query) ?? []).map((person) => person.login)}
            onDone={(isStarted) => {
              setRequest(null);
              // The pressed button disappears with its row.
              if (isStarted) heading.current?.focus();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** On narrow screens, the pressed team is hidden. */
function isFocusLost(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.getClientRects().length === 0;
}

interface FoundPeopleProps {
  readonly people: readonly PersonItem[];
  readonly team: string;
  readonly read: Read<unknown>;
  readonly text: string;
  readonly onRemove: ((person: PersonItem) => void) | null;
  readonly onClear: () => void;
}

function FoundPeople({ people, team, read, text, onRemove, onClear }: FoundPeopleProps) {
  if (people.length === 0) {
    return (
      <NoMatch read={read} title="No matching people" onClear={onClear}>
        No one in the team has “{text}” in their name or username.
      </NoMatch>
    );
  }
  return <PeopleTable people={people} caption={`People of ${team}`} usualRole="Member" onRemove={onRemove} />;
}

const useTeamMembers = (login: string, teamSlug: string) =>
  useInfiniteQuery({
    queryKey: personalKey('team-members', login, teamSlug),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('TeamMembers', { login, teamSlug, after }, options),
        { signal },
      );
      const members = data?.organization?.team?.members;
      return listPage(members, (members?.edges ?? []).map(personOf), withheld);
    },
    ...pagedOptions,
  });

type TeamMemberConnection = NonNullable<NonNullable<TeamMembersQuery['organization']>['team']>['members'];

function personOf(edge: NonNullable<TeamMemberConnection['edges']>[number]): PersonItem | null {
  if (edge === null || edge.node === null) return null;
  const { databaseId: id, login, name, avatarUrl } = edge.node;
  return { id, login, name, avatarUrl, role: edge.role === 'MAINTAINER' ? 'Maintainer' : null };
}

/** Reads further pages without a press, up to a number of pages. Returns whether more are coming. */
export function useReadOn<Item>(
  { data, error, hasNextPage, isFetching, fetchNextPage }: PagedResult<Item>,
  pagesMax: number,
): boolean {
  const isReadingOn = hasNextPage && error === null && (data?.pages.length ?? 0) < pagesMax;
  useEffect(() => {
    if (isReadingOn && !isFetching) void fetchNextPage();
  }, [isReadingOn, isFetching, fetchNextPage]);
  return isReadingOn;
}
