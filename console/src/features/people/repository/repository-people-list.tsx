import { PeopleIcon, RepoIcon } from '@primer/octicons-react';
import { Button } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { PageLink, PageLinkButton } from '../../../components/controls/page-link.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { Portrait } from '../../../components/portrait.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { DataTable, RowsSkeleton } from '../../../components/tables/data-table.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../../../components/tables/finder-bar.tsx';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { download } from '../../../lib/keeping/download.ts';
import { hasStatus } from '../../../lib/reading/http-client.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { PERMISSION_WORDS, sourceWords } from '../reached/find-reached.ts';
import { WithheldNotice } from '../withheld/withheld-notice.tsx';
import { foundPeople, REPOSITORY_PEOPLE_VIEW, repositoryPeopleCsv } from './find-repository-people.ts';
import { type PersonWithAccess, type RepositoryPeople, repositoryPeopleQuery } from './get-repository-people.ts';
import './repository-people-list.css';

const SKELETON_ROWS = 5;
const ROWS_AT_ONCE = 100;
const COLUMNS = [
  { name: 'Person', width: 'third' },
  { name: 'May', width: 'narrow' },
  { name: 'How', width: 'rest' },
] as const;
const MAY_CHOICES = [
  ['all', 'Any permission'],
  ['ADMIN', PERMISSION_WORDS.ADMIN],
  ['MAINTAIN', PERMISSION_WORDS.MAINTAIN],
  ['WRITE', PERMISSION_WORDS.WRITE],
  ['TRIAGE', PERMISSION_WORDS.TRIAGE],
  ['READ', PERMISSION_WORDS.READ],
] as const;
const WAY_CHOICES = [
  ['all', 'Any way'],
  ['organization', 'By the organization'],
  ['team', 'By a team'],
  ['repository', 'Directly'],
] as const;

interface RepositoryPeopleListProps {
  readonly login: string;
  readonly repository: string;
}

export function RepositoryPeopleList({ login, repository }: RepositoryPeopleListProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const { view, change } = useAddressView(REPOSITORY_PEOPLE_VIEW);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const { data, error, isFetching, refetch } = useQuery(repositoryPeopleQuery(login, repository));
  const wanted = useDeferredValue(view);
  const fitting = useMemo(() => foundPeople(data?.people ?? [], wanted), [data, wanted]);
  const isAll = view.text === '' && view.may === 'all' && view.way === 'all';
  const clear = () => {
    field.current?.focus();
    change(REPOSITORY_PEOPLE_VIEW.whole);
  };
  if (hasStatus(error, 404) && data === undefined) return <NoRepository login={login} repository={repository} />;
  return (
    <section className="repository-people" aria-labelledby={id} ref={section} tabIndex={-1}>
      <SectionHeading id={id} title={`Who has access to ${repository}`}>
        <PageLink to="/organizations/$login/repositories" params={{ login }}>
          All repositories
        </PageLink>
      </SectionHeading>
      {error !== null && (
        <FailureNotice
          title={data === undefined ? 'The people could not be read' : 'Not all people could be read'}
          failure={error}
          onRetry={() => {
            // The pressed button disappears.
            section.current?.focus();
            void refetch();
          }}
          isRetrying={isFetching}
          tone={data === undefined ? 'critical' : 'warning'}
        />
      )}
      {data !== undefined && <WithheldNotice withheld={data.withheld} />}
      {(error === null || data !== undefined) && (data === undefined || data.people.length > 0) && (
        <FinderBar count={data === undefined ? 'Reading who has access…' : countWords(data, fitting.length, isAll)}>
          <FinderChoice
            label="Filter by what they may do"
            options={MAY_CHOICES}
            value={view.may}
            onChange={(may) => change({ may })}
          />
          <FinderChoice
            label="Filter by way"
            options={WAY_CHOICES}
            value={view.way}
            onChange={(way) => change({ way })}
          />
          <FinderFilter
            ref={field}
            label="Filter people by name, login or team"
            placeholder="Find a person or team"
            value={view.text}
            onChange={(text) => change({ text })}
          />
        </FinderBar>
      )}
      {data === undefined && error === null && <RowsSkeleton rows={SKELETON_ROWS} />}
      {data?.hasEnded === true && data.people.length === 0 && data.withheld.length === 0 && (
        <EmptyState icon={PeopleIcon} title="Nobody">
          The code host names nobody who reaches this repository.
        </EmptyState>
      )}
      {data !== undefined && data.people.length > 0 && fitting.length === 0 && (
        <NoMatch title="Nobody matches" clearWords="Show everybody" onClear={clear}>
          {data.hasEnded ? 'None of those who have access is like this.' : 'None of those who have come is like this.'}
        </NoMatch>
      )}
      {fitting.length > 0 && (
        <>
          <DataTable label={id} columns={COLUMNS}>
            {fitting.slice(0, shown).map((person) => (
              <PersonRow key={person.id} login={login} person={person} />
            ))}
          </DataTable>
          <div className="repository-people-steps">
            {fitting.length > shown && (
              <Button onClick={() => setShown(shown + ROWS_AT_ONCE)}>
                Show {formatCount(Math.min(ROWS_AT_ONCE, fitting.length - shown))} more people
              </Button>
            )}
            {data?.hasEnded === true && (
              <Button onClick={() => download(`access-${login}-${repository}.csv`, repositoryPeopleCsv(fitting))}>
                Download {isAll ? '' : 'these '}as CSV
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

function countWords({ people, total, hasEnded }: RepositoryPeople, fitting: number, isAll: boolean): string {
  const count = isAll
    ? counted(people.length, 'person', 'people')
    : `${formatCount(fitting)} of ${counted(people.length, 'person', 'people')}`;
  return hasEnded || total === null ? count : `${count} so far, of ${formatCount(total)}…`;
}

interface PersonRowProps {
  readonly login: string;
  readonly person: PersonWithAccess;
}

function PersonRow({ login: organization, person: { login, name, avatarUrl, permission, sources } }: PersonRowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="repository-people-person">
          <Portrait url={avatarUrl} login={login} size={32} />
          <span className="repository-people-words">
            <PageLink to="/organizations/$login/people/$person" params={{ login: organization, person: login }}>
              {name ?? login}
            </PageLink>
            {name !== null && name !== login && <span className="data-table-muted">{login}</span>}
          </span>
        </span>
      </th>
      <td>{PERMISSION_WORDS[permission]}</td>
      <td>{sources.length === 0 ? 'Not told' : sources.map(sourceWords).join(', ')}</td>
    </tr>
  );
}

function NoRepository({ login, repository }: RepositoryPeopleListProps) {
  return (
    <EmptyState
      icon={RepoIcon}
      title={`There is no repository “${repository}” to show`}
      actions={
        <>
          <PageLinkButton to="/organizations/$login/repositories" params={{ login }}>
            See the repositories
          </PageLinkButton>
          <PageLinkButton to="/organizations/$login/installation" params={{ login }}>
            See what the App covers
          </PageLinkButton>
        </>
      }
    >
      It may have been renamed or removed, or the App does not cover it.
    </EmptyState>
  );
}
