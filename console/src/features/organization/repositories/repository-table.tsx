import { RepoIcon } from '@primer/octicons-react';
import { Label, Link, VisuallyHidden } from '@primer/react';
import { useId, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { DataTable, RowsSkeleton } from '../../../components/tables/data-table.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { allRepositoriesHref, repositoryHref } from '../../../lib/address/paths.ts';
import { counted, formatCount, formatDay } from '../../../lib/words/reader-locale.ts';
import { type Repository, useRepositories } from './get-repositories.ts';
import '../lists/paged-list.css';
import './repository-table.css';
import { NothingTold, WithheldNotice } from '../lists/withheld-notice.tsx';
import { useSubject } from '../subject.tsx';

const SKELETON_ROWS = 5;
const COLUMNS = [
  { name: 'Repository', width: 'rest' },
  { name: 'Visibility', width: 'narrow' },
  { name: 'Language', width: 'narrow' },
  { name: 'Last push', width: 'narrow' },
  { name: 'Mentionable', width: 'narrow' },
] as const;
const VISIBILITY = { PUBLIC: 'Public', PRIVATE: 'Private', INTERNAL: 'Internal' } as const;

export function RepositoryTable() {
  const { login, name, organization, isExplained, Why } = useSubject();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useRepositories(login);

  const retry = () => {
    list.current?.focus();
    void refetch();
  };

  return (
    <div className="paged-list" ref={list} tabIndex={-1}>
      {error !== null && (
        <FailureNotice
          title={data === undefined ? 'The repositories could not be read' : 'This list may be out of date'}
          failure={error}
          onRetry={retry}
          isRetrying={isFetching}
          tone={data === undefined ? 'critical' : 'warning'}
        />
      )}
      {data === undefined && error === null && (
        <>
          <VisuallyHidden role="status">Loading the repositories</VisuallyHidden>
          <RowsSkeleton rows={SKELETON_ROWS} />
        </>
      )}
      {data !== undefined && (
        <>
          <WithheldNotice withheld={data.withheld} what="its repositories" isPartial={data.repositories.length > 0} />
          {data.total === null && data.withheld.length === 0 && <NothingTold what="its repositories" />}
          {data.total === 0 && (
            <EmptyState icon={RepoIcon} title="No repositories to show">
              {isExplained
                ? `Without a working App only public repositories of ${name} show, and there is none.`
                : `${name} has none that you and the App may see.`}
            </EmptyState>
          )}
          {data.repositories.length > 0 && (
            <>
              <div className="repository-table-above">
                <p className="paged-list-count" id={id}>
                  <Limits shown={data.repositories.length} total={data.total ?? 0} />
                </p>
                {organization?.viewerCanAdminister === true && (
                  <PageLink to="/organizations/$login/repositories/access-exports" params={{ login }}>
                    Export who has access
                  </PageLink>
                )}
              </div>
              <DataTable label={id} columns={COLUMNS}>
                {data.repositories.map((repository) => (
                  <RepositoryRow key={repository.nameWithOwner} repository={repository} />
                ))}
              </DataTable>
            </>
          )}
          {/* Everyone sees public repositories, so access may still be limited. */}
          {data.total !== null && data.withheld.length === 0 && <Why isOptional />}
        </>
      )}
    </div>
  );
}

interface LimitsProps {
  readonly shown: number;
  readonly total: number;
}

function Limits({ shown, total }: LimitsProps) {
  const { login } = useSubject();
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  if (shown >= total) return counted(total, 'repository', 'repositories');
  return (
    <>
      The {formatCount(shown)} of {formatCount(total)} repositories that were pushed to last.
      {codeHostUrl !== null && (
        <>
          {' '}
          <Link href={allRepositoriesHref(codeHostUrl, login)} inline>
            All of them at {codeHostName}
          </Link>
        </>
      )}
    </>
  );
}

interface RepositoryRowProps {
  readonly repository: Repository;
}

function RepositoryRow({ repository }: RepositoryRowProps) {
  const { login, organization } = useSubject();
  const { url: codeHostUrl } = useCodeHost();
  const { name, nameWithOwner, description, visibility, isArchived, primaryLanguage, pushedAt } = repository;
  const day = pushedAt === null ? null : formatDay(pushedAt);
  return (
    <tr>
      <th scope="row" className="repository-table-name">
        {codeHostUrl === null ? name : <Link href={repositoryHref(codeHostUrl, nameWithOwner)}>{name}</Link>}
        {(description ?? '') !== '' && <span className="data-table-muted">{description}</span>}
        {organization?.viewerCanAdminister === true && (
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
      </th>
      <td>
        <span className="repository-table-labels">
          <Label variant="secondary">{VISIBILITY[visibility]}</Label>
          {isArchived && <Label variant="attention">Archived</Label>}
        </span>
      </td>
      <td>{primaryLanguage?.name}</td>
      <td>{day === null ? 'Never pushed' : <time dateTime={pushedAt ?? undefined}>{day}</time>}</td>
      <td>
        <PageLink
          to="/organizations/$login/repositories/$repository/contributors"
          params={{ login, repository: name }}
          inline
        >
          People
          <VisuallyHidden> who can be mentioned in {name}</VisuallyHidden>
        </PageLink>
      </td>
    </tr>
  );
}
