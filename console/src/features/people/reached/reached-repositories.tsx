import type { ReachedRepository } from '@orgdesk/client';
import { RepoIcon } from '@primer/octicons-react';
import { Button, Label, Link } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { EmptyState } from '../../../components/messages/empty-state.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { NoMatch } from '../../../components/messages/no-match.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { DataTable, RowsSkeleton } from '../../../components/tables/data-table.tsx';
import { FinderBar, FinderChoice, FinderFilter } from '../../../components/tables/finder-bar.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { repositoryHref } from '../../../lib/address/paths.ts';
import { useAddressView } from '../../../lib/address/use-address-view.ts';
import { counted, formatCount } from '../../../lib/words/reader-locale.ts';
import { WithheldNotice } from '../withheld/withheld-notice.tsx';
import { foundRepositories, PERMISSION_WORDS, REACHED_VIEW, sourceWords, WAY_WORDS } from './find-reached.ts';
import { type ReachedList, reachedQuery } from './get-reached.ts';
import './reached-repositories.css';

const SKELETON_ROWS = 5;
const ROWS_AT_ONCE = 100;
const COLUMNS = [
  { name: 'Repository', width: 'third' },
  { name: 'May', width: 'narrow' },
  { name: 'How', width: 'rest' },
] as const;
const WAYS = [
  ['all', 'Any way'],
  ['organization', `By the ${WAY_WORDS.organization.toLowerCase()}`],
  ['team', 'By a team'],
  ['repository', 'Directly'],
] as const;

interface ReachedRepositoriesProps {
  readonly login: string;
  readonly person: string;
}

export function ReachedRepositories({ login, person }: ReachedRepositoriesProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const section = useRef<HTMLElement>(null);
  const { view, change } = useAddressView(REACHED_VIEW);
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const { data, error, isFetching, refetch } = useQuery(reachedQuery(login, person));
  const wanted = useDeferredValue(view);
  const fitting = useMemo(() => foundRepositories(data?.repositories ?? [], wanted), [data, wanted]);
  const isAll = view.repository === '' && view.way === 'all';
  const clear = () => {
    field.current?.focus();
    change(REACHED_VIEW.whole);
  };
  return (
    <section className="reached" aria-labelledby={id} ref={section} tabIndex={-1}>
      <SectionHeading id={id} title="Repositories" />
      {error !== null && (
        <FailureNotice
          title={data === undefined ? 'The repositories could not be read' : 'Not all repositories could be read'}
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
      {(data === undefined || data.repositories.length > 0) && (
        <FinderBar
          count={data === undefined ? 'Looking at the repositories…' : countWords(data, fitting.length, isAll)}
        >
          <FinderFilter
            ref={field}
            label="Filter repositories by name"
            placeholder="Find a repository"
            value={view.repository}
            onChange={(repository) => change({ repository })}
          />
          <FinderChoice label="Filter by way" options={WAYS} value={view.way} onChange={(way) => change({ way })} />
        </FinderBar>
      )}
      {data === undefined && error === null && <RowsSkeleton rows={SKELETON_ROWS} />}
      {data !== undefined && data.repositories.length === 0 && (
        <NothingReached person={person} list={data} hasFailed={error !== null} />
      )}
      {data !== undefined && data.repositories.length > 0 && fitting.length === 0 && (
        <NoMatch title="No repository matches" clearWords="Show all repositories" onClear={clear}>
          {data.hasEnded
            ? 'None of those that are reached is like this.'
            : 'None of those that have come is like this.'}
        </NoMatch>
      )}
      {fitting.length > 0 && (
        <DataTable label={id} columns={COLUMNS}>
          {fitting.slice(0, shown).map((repository) => (
            <ReachedRow key={repository.name} login={login} repository={repository} />
          ))}
        </DataTable>
      )}
      {fitting.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + ROWS_AT_ONCE)}>
            Show {formatCount(Math.min(ROWS_AT_ONCE, fitting.length - shown))} more repositories
          </Button>
        </div>
      )}
    </section>
  );
}

function countWords({ repositories, lookedAt, total, hasEnded }: ReachedList, fitting: number, isAll: boolean): string {
  const count = isAll
    ? counted(repositories.length, 'repository', 'repositories')
    : `${formatCount(fitting)} of ${counted(repositories.length, 'repository', 'repositories')}`;
  if (hasEnded || total === null) return count;
  return `${count} so far: looked at ${formatCount(lookedAt)} of ${formatCount(total)}…`;
}

interface NothingReachedProps {
  readonly person: string;
  readonly list: ReachedList;
  readonly hasFailed: boolean;
}

function NothingReached({ person, list: { hasEnded, lookedAt, total }, hasFailed }: NothingReachedProps) {
  if (hasFailed) return null;
  if (!hasEnded) {
    return (
      <p className="reached-hint" role="status">
        Looked at {formatCount(lookedAt)} of {total === null ? 'all' : formatCount(total)} repositories: none so far…
      </p>
    );
  }
  return (
    <EmptyState icon={RepoIcon} title="No repository">
      {total === 0
        ? 'The App covers no repository of this organization: only of those it covers can be told who reaches them.'
        : `Of ${counted(total ?? 0, 'repository', 'repositories')} that the App covers, ${person} reaches none.`}
    </EmptyState>
  );
}

interface ReachedRowProps {
  readonly login: string;
  readonly repository: ReachedRepository;
}

function ReachedRow({ login, repository: { name, isPrivate, isArchived, permission, sources } }: ReachedRowProps) {
  const { url: codeHostUrl } = useCodeHost();
  return (
    <tr>
      <th scope="row">
        <span className="reached-name">
          {codeHostUrl === null ? name : <Link href={repositoryHref(codeHostUrl, `${login}/${name}`)}>{name}</Link>}
          {isPrivate && <Label variant="secondary">Private</Label>}
          {isArchived && <Label variant="attention">Archived</Label>}
        </span>
      </th>
      <td>{PERMISSION_WORDS[permission]}</td>
      <td>{sources.length === 0 ? 'Not told' : sources.map(sourceWords).join(', ')}</td>
    </tr>
  );
}
