import type { CoveredRepositoryView } from '@orgdesk/client';
import { RepoIcon } from '@primer/octicons-react';
import { Label, Link } from '@primer/react';
import { useId, useMemo, useRef } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { menuColumn } from '../../components/controls/row-menu.tsx';
import { useFirstRows } from '../../components/list/first-rows.tsx';
import { createList, useList } from '../../components/list/list.ts';
import { FoundTable, ListFinder, NothingFound } from '../../components/list/list-finder.tsx';
import { ReadState } from '../../components/list/read-state.tsx';
import { Nothing } from '../../components/messages/nothing.tsx';
import { SectionHeading } from '../../components/section-heading.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { allRepositoriesHref, mentionablePath, repositoryAccessPath, repositoryHref } from '../../lib/address/paths.ts';
import { useAddressView } from '../../lib/address/use-address-view.ts';
import { counted, formatCount, formatDay } from '../../lib/reader-locale.ts';
import { type Read, readFrom } from '../../lib/reading/read.ts';
import { type Repository, useRepositories, withCovered } from './get-repositories.ts';
import { useSubject } from './subject.tsx';
import { NothingReportedNotice, WithheldNotice } from './withheld-notice.tsx';
import './paged-list.css';
import './repository-table.css';

const SKELETON_ROWS = 5;
const NONE_COVERED: readonly CoveredRepositoryView[] = [];
const VISIBILITY = { PUBLIC: 'Public', PRIVATE: 'Private', INTERNAL: 'Internal' } as const;

interface RepositoryContext {
  readonly login: string;
  readonly isOwner: boolean;
  readonly codeHostName: string;
  readonly codeHostUrl: string | null;
}

const REPOSITORIES = createList<Repository, RepositoryContext>({
  name: 'repositories',
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
      csv: { Repository: ({ name }) => name, Description: ({ description }) => description ?? '' },
      cell: ({ name, nameWithOwner, description }, { login, isOwner, codeHostUrl }, { stop }) => (
        <>
          {isOwner && (
            <PageLink
              {...stop}
              to="/organizations/$login/repositories/$repository/access"
              params={{ login, repository: name }}
            >
              {name}
            </PageLink>
          )}
          {!isOwner && codeHostUrl === null && name}
          {!isOwner && codeHostUrl !== null && (
            <Link {...stop} href={repositoryHref(codeHostUrl, nameWithOwner)}>
              {name}
            </Link>
          )}
          {(description ?? '') !== '' && <span className="data-table-muted">{description}</span>}
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
      csv: {
        Visibility: ({ visibility }) => VISIBILITY[visibility],
        Archived: ({ isArchived = false }) => (isArchived ? 'Yes' : 'No'),
      },
      cell: ({ visibility, isArchived }) => (
        <span className="repository-table-labels">
          {VISIBILITY[visibility]}
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
      csv: ({ primaryLanguage }) => primaryLanguage?.name ?? '',
      cell: ({ primaryLanguage }) => primaryLanguage?.name,
    },
    {
      heading: 'Last push',
      width: 'narrow',
      sort: {
        by: 'pushed',
        value: ({ pushedAt }) => pushedAt ?? null,
        firstOrder: 'descending',
        labels: { ascending: 'Oldest push first', descending: 'Latest push first' },
      },
      csv: ({ pushedAt }) => pushedAt ?? '',
      cell: ({ pushedAt }) =>
        typeof pushedAt === 'string' ? (
          <time dateTime={pushedAt}>{formatDay(pushedAt) ?? 'Never pushed'}</time>
        ) : (
          pushedAt === null && 'Never pushed'
        ),
    },
    {
      heading: 'Default branch',
      width: 'wide-narrow',
      className: 'wide-only',
      cell: ({ defaultBranchRef }) => defaultBranchRef?.name,
    },
    {
      heading: 'Stars',
      width: 'wide-number',
      className: 'wide-only repository-table-stars',
      align: 'end',
      sort: {
        by: 'stars',
        value: ({ stargazerCount }) => stargazerCount ?? null,
        firstOrder: 'descending',
        labels: { ascending: 'Fewest stars first', descending: 'Most stars first' },
      },
      cell: ({ stargazerCount }) => stargazerCount !== undefined && formatCount(stargazerCount),
    },
    menuColumn({
      of: ({ name }) => name,
      entries: ({ name, nameWithOwner }, { login, isOwner, codeHostName, codeHostUrl }) => [
        ...(isOwner ? [{ label: 'Who has access', path: repositoryAccessPath(login, name) }] : []),
        { label: 'People who can be mentioned', path: mentionablePath(login, name) },
        ...(codeHostUrl === null
          ? []
          : [{ label: `View on ${codeHostName}`, href: repositoryHref(codeHostUrl, nameWithOwner) }]),
      ],
    }),
  ],
  filters: {},
  search: { label: 'Filter repositories by name', placeholder: 'Find a repository' },
  sorting: { sort: 'pushed', order: 'descending' },
  sortLabel: 'Sort repositories',
  noMatch: {
    title: 'No matching repositories',
    showAll: 'Show all repositories',
    text: 'No repository has this in its name or description.',
  },
});

interface RepositoryTableProps {
  readonly covered: readonly CoveredRepositoryView[] | null;
}

export function RepositoryTable({ covered }: RepositoryTableProps) {
  const { login, name, organization, isExplained, Why } = useSubject();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const reading = useRepositories(login);
  const { data } = reading;
  const read = readFrom(reading, {
    all: `the repositories of ${name}`,
    value: ({ repositories }) => repositories.length,
    unread: ({ withheld, total, repositories }) =>
      withheld.length > 0 || total === null || repositories.length < total ? [`more repositories of ${name}`] : [],
  });
  return (
    <section className="stack-12" ref={list} tabIndex={-1} aria-labelledby={id}>
      <SectionHeading id={id} title="Repositories" of={name}>
        {organization?.viewerCanAdminister === true && (
          <PageLink to="/organizations/$login/repositories/access-exports" params={{ login }}>
            Export access list
          </PageLink>
        )}
      </SectionHeading>
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
            <Nothing
              read={read}
              what="repositories"
              icon={RepoIcon}
              title="No repositories"
              onRetry={() => void reading.refetch()}
              isRetrying={reading.isFetching}
            >
              {isExplained
                ? `Without a working App, only public repositories of ${name} are shown, and there are none.`
                : `${name} has no repositories that you and the App can see.`}
            </Nothing>
          )}
          {data.repositories.length > 0 && (
            <Repositories
              searched={read}
              read={data.repositories}
              covered={covered ?? NONE_COVERED}
              total={data.total ?? 0}
            />
          )}
          {/* Everyone sees public repositories, so access may still be limited. */}
          {data.total !== null && data.withheld.length === 0 && <Why isOptional />}
        </>
      )}
    </section>
  );
}

interface RepositoriesProps {
  readonly searched: Read<number>;
  readonly read: readonly Repository[];
  readonly covered: readonly CoveredRepositoryView[];
  readonly total: number;
}

function Repositories({ searched, read, covered, total }: RepositoriesProps) {
  const { login, organization } = useSubject();
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const id = useId();
  const isOwner = organization?.viewerCanAdminister === true;
  const context = useMemo(
    () => ({ login, isOwner, codeHostName, codeHostUrl }),
    [login, isOwner, codeHostName, codeHostUrl],
  );
  const repositories = useMemo(() => withCovered(read, covered), [read, covered]);
  const found = useList(REPOSITORIES, useAddressView(REPOSITORIES.address), repositories, context);
  const { shown, isAll } = found;
  const { first, more } = useFirstRows(shown, 'repositories', REPOSITORIES.name);
  const isPart = repositories.length < total;
  const others = repositories.length - read.length;
  return (
    <>
      <p className="paged-list-count" id={id}>
        {isPart
          ? `The ${formatCount(read.length)} most recently pushed${
              others === 0 ? '' : ` and ${formatCount(others)} others that the App covers, out`
            } of ${formatCount(total)} repositories.`
          : counted(repositories.length, 'repository', 'repositories')}
        {!isPart && others > 0 && `. Language and last push: only the ${formatCount(read.length)} pushed last.`}
        {isPart && codeHostUrl !== null && (
          <>
            {' '}
            <Link href={allRepositoriesHref(codeHostUrl, login)} inline>
              View all on {codeHostName}
            </Link>
          </>
        )}
      </p>
      <ListFinder
        found={found}
        count={isAll ? '' : `${formatCount(shown.length)} of ${formatCount(repositories.length)} found`}
        read={searched}
        file={`repositories-of-${login}`}
      />
      {shown.length === 0 ? (
        <NothingFound read={searched} found={found} />
      ) : (
        <FoundTable found={found} label={id} rows={first} />
      )}
      {more}
    </>
  );
}
