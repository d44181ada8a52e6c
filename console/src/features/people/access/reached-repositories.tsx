import type { OrganizationRolesLine, ReachedRepository, Withheld } from '@orgdesk/client';
import { RepoIcon } from '@primer/octicons-react';
import { Label } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { createList } from '../../../components/list/list.ts';
import type { Reading } from '../../../components/list/read-state.tsx';
import { Nothing } from '../../../components/messages/nothing.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { counted, formatCount } from '../../../lib/reader-locale.ts';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { withheldNames } from '../list/withheld.tsx';
import { AccessList } from './access-list.tsx';
import { PERMISSION_COLUMN, SOURCE_FILTER, SOURCES_COLUMN } from './access-texts.ts';

interface ReachedContext {
  readonly login: string;
}

export const REACHED = createList<ReachedRepository, ReachedContext, 'way'>({
  name: 'reached-repositories',
  keyOf: ({ name }) => name,
  columns: [
    {
      heading: 'Repository',
      width: 'third',
      text: ({ name }) => name,
      sort: {
        by: 'repository',
        value: ({ name }) => name,
      },
      csv: {
        Repository: ({ name }) => name,
        Private: ({ isPrivate }) => (isPrivate ? 'Yes' : 'No'),
        Archived: ({ isArchived }) => (isArchived ? 'Yes' : 'No'),
      },
      cell: ({ name, isPrivate, isArchived }, { login }, { stop }) => (
        <span className="access-list-name">
          <PageLink
            {...stop}
            to="/organizations/$login/repositories/$repository/access"
            params={{ login, repository: name }}
          >
            {name}
          </PageLink>
          {isPrivate && <span className="data-table-muted">Private</span>}
          {isArchived && <Label variant="attention">Archived</Label>}
        </span>
      ),
    },
    PERMISSION_COLUMN,
    SOURCES_COLUMN,
  ],
  filters: { way: SOURCE_FILTER },
  search: { label: 'Filter repositories by name', placeholder: 'Find a repository', parameter: 'repository' },
  sorting: { sort: 'repository', order: 'ascending' },
  sortLabel: 'Sort repositories',
  noMatch: {
    title: 'No matching repositories',
    showAll: 'Show all repositories',
    text: 'No repository matches these filters.',
  },
});

interface ReachedRepositoriesProps {
  readonly login: string;
  readonly person: string;
}

const NONE: readonly ReachedRepository[] = [];

export function ReachedRepositories({ login, person }: ReachedRepositoriesProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const context = useMemo(() => ({ login }), [login]);
  const reading = useQuery(reachedQuery(login, person));
  const { data, error } = reading;
  const { checked = 0, total = null } = data ?? {};
  return (
    <section className="stack-12 access-list" aria-labelledby={id} ref={section} tabIndex={-1}>
      <SectionHeading id={id} title="Repositories" />
      <AccessList
        list={REACHED}
        context={context}
        reading={reading}
        rows={data?.repositories ?? NONE}
        nouns={['repository', 'repositories']}
        ofOne
        begun="Loading repositories…"
        progress={total === null ? '' : `found. Checked ${formatCount(checked)} of ${formatCount(total)}…`}
        empty={data !== undefined && error === null && <NothingReached person={person} list={data} reading={reading} />}
        file={`access-of-${person}-in-${login}`}
        label={id}
        section={section}
      />
    </section>
  );
}

interface NothingReachedProps {
  readonly person: string;
  readonly list: ReachedList;
  readonly reading: Omit<Reading, 'data'> & { readonly data: ReachedList | undefined };
}

function NothingReached({ person, list: { hasEnded, checked, total }, reading }: NothingReachedProps) {
  if (!hasEnded) {
    return (
      <p className="hint" role="status">
        Checked {formatCount(checked)} of {total === null ? 'all' : formatCount(total)} repositories so far…
      </p>
    );
  }
  return (
    <Nothing
      read={readFrom(reading, {
        all: `the repositories of ${person}`,
        value: ({ repositories }) => repositories.length,
        unread: ({ withheld }) => [...withheldNames(withheld), ...(total === null ? ['repositories'] : [])],
      })}
      what="repositories"
      icon={RepoIcon}
      title="No repositories"
      onRetry={() => void reading.refetch()}
      isRetrying={reading.isFetching}
    >
      {total === 0 || total === null
        ? 'The App covers no repositories of this organization, so access can’t be checked.'
        : `${person} has no access to the ${counted(total, 'repository', 'repositories')} the App covers.`}
    </Nothing>
  );
}

interface ReachedList {
  readonly repositories: readonly ReachedRepository[];
  readonly checked: number;
  readonly total: number | null;
  readonly roles: OrganizationRolesLine | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

const NOTHING: ReachedList = { repositories: [], checked: 0, total: null, roles: null, withheld: [], hasEnded: false };

/** Checks 50 repositories per call. */
const reachedQuery = (login: string, person: string) =>
  lineQuery({
    key: personalKey('reached', login, person.toLowerCase()),
    open: (options) => client.listReachedRepositories({ path: { login, person }, ...options }),
    empty: NOTHING,
    withLine: (list, line) => {
      switch (line.kind) {
        case 'repositories': {
          const { repositories, lookedAt, total } = line;
          return { ...list, repositories: [...list.repositories, ...repositories], checked: lookedAt, total };
        }
        case 'roles':
          return { ...list, roles: line };
        case 'withheld':
          return { ...list, withheld: [...list.withheld, line.withheld] };
        case 'end':
          return { ...list, hasEnded: true };
      }
    },
    hasEnded: ({ hasEnded }) => hasEnded,
  });
