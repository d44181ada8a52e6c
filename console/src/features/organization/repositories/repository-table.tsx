import { RepoIcon } from '@primer/octicons-react';
import { Label, Link, VisuallyHidden } from '@primer/react';
import { useId, useMemo, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { createList } from '../../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../../components/list/list-finder.tsx';
import { ReadState } from '../../../components/list/read-state.tsx';
import { useList } from '../../../components/list/use-list.ts';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { allRepositoriesHref, repositoryHref } from '../../../lib/address/paths.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount, formatDay } from '../../../lib/words/reader-locale.ts';
import { type Repository, useRepositories } from './get-repositories.ts';
import '../lists/paged-list.css';
import './repository-table.css';
import { NothingReportedNotice, WithheldNotice } from '../lists/withheld-notice.tsx';
import { useSubject } from '../subject.tsx';

const SKELETON_ROWS = 5;
const VISIBILITY = { PUBLIC: 'Public', PRIVATE: 'Private', INTERNAL: 'Internal' } as const;

interface RepositoryContext {
  readonly login: string;
  readonly isOwner: boolean;
  /** Null if unknown. */
  readonly codeHostUrl: string | null;
}

const REPOSITORIES = createList<Repository, RepositoryContext>({
  keyOf: ({ nameWithOwner }) => nameWithOwner,
  columns: [
    {
      heading: 'Repository',
      width: 'rest',
      className: 'repository-table-name',
      text: ({ name, description }) => `${name}\n${description ?? ''}`,
      sort: {
        by: 'repository',
        value: ({ name }) => name,
      },
      cell: ({ name, nameWithOwner, description }, { login, isOwner, codeHostUrl }) => (
        <>
          {codeHostUrl === null ? name : <Link href={repositoryHref(codeHostUrl, nameWithOwner)}>{name}</Link>}
          {(description ?? '') !== '' && <span className="data-table-muted">{description}</span>}
          {isOwner && (
            <span className="repository-table-step">
              <PageLink
                to="/organizations/$login/repositories/$repository/access"
                params={{ login, repository: name }}
                inline
              >
                Who has access<VisuallyHidden> to {name}</VisuallyHidden>
              </PageLink>
            </span>
          )}
        </>
      ),
    },
    {
      heading: 'Visibility',
      width: 'narrow',
      sort: {
        by: 'visibility',
        value: ({ visibility }) => VISIBILITY[visibility],
      },
      cell: ({ visibility, isArchived }) => (
        <span className="repository-table-labels">
          <Label variant="secondary">{VISIBILITY[visibility]}</Label>
          {isArchived && <Label variant="attention">Archived</Label>}
        </span>
      ),
    },
    {
      heading: 'Language',
      width: 'narrow',
      sort: {
        by: 'language',
        value: ({ primaryLanguage }) => primaryLanguage?.name ?? null,
      },
      cell: ({ primaryLanguage }) => primaryLanguage?.name,
    },
    {
      heading: 'Last push',
      width: 'narrow',
      sort: {
        by: 'pushed',
        value: ({ pushedAt }) => pushedAt,
        firstOrder: 'descending',
        words: { ascending: 'Oldest push first', descending: 'Latest push first' },
      },
      cell: ({ pushedAt }) =>
        pushedAt === null ? 'Never pushed' : <time dateTime={pushedAt}>{formatDay(pushedAt) ?? 'Never pushed'}</time>,
    },
    {
      heading: 'Mentions',
      width: 'narrow',
      cell: ({ name }, { login }) => (
        <PageLink
          to="/organizations/$login/repositories/$repository/contributors"
          params={{ login, repository: name }}
          inline
        >
          People
          <VisuallyHidden> who can be mentioned in {name}</VisuallyHidden>
        </PageLink>
      ),
    },
  ],
  filters: {},
  search: { label: 'Filter repositories by name', placeholder: 'Find a repository' },
  sorting: { sort: 'pushed', order: 'descending' },
  sortLabel: 'Sort repositories',
  noMatch: {
    title: 'No matching repositories',
    showAll: 'Show all repositories',
    words: 'No repository has this in its name or description.',
  },
});

export function RepositoryTable() {
  const { login, name, isExplained, Why } = useSubject();
  const list = useRef<HTMLDivElement>(null);
  const reading = useRepositories(login);
  const { data } = reading;
  return (
    <div className="paged-list" ref={list} tabIndex={-1}>
      <ReadState
        reading={reading}
        failed="Couldn’t load repositories"
        focus={list}
        loading="Loading repositories"
        rows={SKELETON_ROWS}
      />
      {data !== undefined && (
        <>
          <WithheldNotice withheld={data.withheld} what="repositories" isPartial={data.repositories.length > 0} />
          {data.total === null && data.withheld.length === 0 && <NothingReportedNotice what="repositories" />}
          {data.total === 0 && (
            <EmptyState icon={RepoIcon} title="No repositories">
              {isExplained
                ? `Without a working App, only public repositories of ${name} are shown, and there are none.`
                : `${name} has no repositories that you and the App can see.`}
            </EmptyState>
          )}
          {data.repositories.length > 0 && <Repositories repositories={data.repositories} total={data.total ?? 0} />}
          {/* Everyone sees public repositories, so access may still be limited. */}
          {data.total !== null && data.withheld.length === 0 && <Why isOptional />}
        </>
      )}
    </div>
  );
}

interface RepositoriesProps {
  readonly repositories: readonly Repository[];
  readonly total: number;
}

function Repositories({ repositories, total }: RepositoriesProps) {
  const { login, organization } = useSubject();
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const id = useId();
  const isOwner = organization?.viewerCanAdminister === true;
  const context = useMemo(() => ({ login, isOwner, codeHostUrl }), [login, isOwner, codeHostUrl]);
  const found = useList(REPOSITORIES, useAddressView(REPOSITORIES.address), repositories, context);
  const { shown, isAll } = found;
  const isPart = repositories.length < total;
  return (
    <>
      <div className="repository-table-above">
        <p className="paged-list-count" id={id}>
          {isPart
            ? `The ${formatCount(repositories.length)} most recently pushed of ${formatCount(total)} repositories.`
            : counted(total, 'repository', 'repositories')}
          {isPart && codeHostUrl !== null && (
            <>
              {' '}
              <Link href={allRepositoriesHref(codeHostUrl, login)} inline>
                View all on {codeHostName}
              </Link>
            </>
          )}
        </p>
        {isOwner && (
          <PageLink to="/organizations/$login/repositories/access-exports" params={{ login }}>
            Export access list
          </PageLink>
        )}
      </div>
      <ListFinder found={found} count={isAll ? '' : `${counted(shown.length, 'repository', 'repositories')} found`} />
      {shown.length === 0 ? <NothingFound found={found} /> : <FoundTable found={found} label={id} />}
    </>
  );
}
