import type { OrganizationRolesLine, RepositoryPeopleLine, Withheld } from '@orgdesk/client';
import { PeopleIcon } from '@primer/octicons-react';
import { Link } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef } from 'react';
import { PageLink } from '../../../components/controls/page-link.tsx';
import { createList, NO_MATCHING_PEOPLE } from '../../../components/list/list.ts';
import { NoRepository, Nothing } from '../../../components/messages/nothing.tsx';
import { PersonLine } from '../../../components/person-line.tsx';
import { SectionHeading } from '../../../components/section-heading.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { repositoryHref } from '../../../lib/address/paths.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { client, hasStatus } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { readFrom } from '../../../lib/reading/read.ts';
import { withheldNames } from '../list/withheld.tsx';
import { AccessList } from './access-list.tsx';
import { PERMISSION_COLUMN, PERMISSION_FILTER, SOURCE_FILTER, SOURCES_COLUMN } from './access-texts.ts';

interface RepositoryPeopleContext {
  readonly organization: string;
}

const REPOSITORY_PEOPLE = createList<PersonWithAccess, RepositoryPeopleContext, 'may' | 'way'>({
  name: 'repository-people',
  usernameOf: ({ login }) => login,
  keyOf: ({ id }) => id,
  columns: [
    {
      heading: 'Person',
      width: 'third',
      text: ({ login, name }) => `${login}\n${name ?? ''}`,
      sort: {
        by: 'person',
        value: ({ login }) => login,
      },
      csv: { Name: ({ name }) => name ?? '', Username: ({ login }) => login },
      cell: ({ login, name, avatarUrl }, { organization }, { stop }) => (
        <PersonLine
          login={login}
          name={name}
          avatarUrl={avatarUrl}
          link={(text) => (
            <PageLink
              {...stop}
              to="/organizations/$login/people/$person"
              params={{ login: organization, person: login }}
            >
              {text}
            </PageLink>
          )}
        />
      ),
    },
    PERMISSION_COLUMN,
    { ...SOURCES_COLUMN, text: ({ sources }) => sources.map(({ team }) => team ?? '').join('\n') },
  ],
  filters: { may: PERMISSION_FILTER, way: SOURCE_FILTER },
  search: { label: 'Filter people by name, username, or team', placeholder: 'Find a person or team' },
  sorting: { sort: 'may', order: 'ascending' },
  ties: { sort: 'person', order: 'ascending' },
  sortLabel: 'Sort people',
  noMatch: NO_MATCHING_PEOPLE,
});

interface RepositoryPeopleListProps {
  readonly login: string;
  readonly repository: string;
}

const NOBODY: readonly PersonWithAccess[] = [];

export function RepositoryPeopleList({ login, repository }: RepositoryPeopleListProps) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { name: codeHostName, url: codeHostUrl } = useCodeHost();
  const context = useMemo(() => ({ organization: login }), [login]);
  const reading = useQuery(repositoryPeopleQuery(login, repository));
  const { data, error } = reading;
  const total = data?.total ?? null;
  if (hasStatus(error, 404) && data === undefined) {
    return (
      <NoRepository login={login} repository={repository}>
        It may have been renamed or deleted, or the App may not cover it.
      </NoRepository>
    );
  }
  return (
    <section className="stack-12 access-list" aria-labelledby={id} ref={section} tabIndex={-1}>
      <SectionHeading id={id} title={`Who has access to ${repository}`}>
        <span className="row-8">
          {codeHostUrl !== null && (
            <Link href={repositoryHref(codeHostUrl, `${login}/${repository}`)}>View on {codeHostName}</Link>
          )}
          <PageLink to="/organizations/$login/repositories" params={{ login }}>
            All repositories
          </PageLink>
        </span>
      </SectionHeading>
      <AccessList
        list={REPOSITORY_PEOPLE}
        context={context}
        reading={reading}
        rows={data?.people ?? NOBODY}
        nouns={['person', 'people']}
        ofOne={false}
        begun="Loading access…"
        progress={total === null ? '' : `of ${formatCount(total)} so far…`}
        empty={
          data?.hasEnded === true && (
            <Nothing
              read={readFrom(reading, {
                all: `who has access to ${repository}`,
                value: ({ people }) => people.length,
                unread: ({ withheld }) => withheldNames(withheld),
              })}
              what="people"
              icon={PeopleIcon}
              title="No one has access"
              onRetry={() => void reading.refetch()}
              isRetrying={reading.isFetching}
            >
              No one is listed for this repository.
            </Nothing>
          )
        }
        file={`access-${login}-${repository}`}
        label={id}
        section={section}
      />
    </section>
  );
}

type PersonWithAccess = Extract<RepositoryPeopleLine, { readonly kind: 'people' }>['people'][number];

interface RepositoryPeople {
  readonly people: readonly PersonWithAccess[];
  readonly total: number | null;
  readonly roles: OrganizationRolesLine | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

const NO_PEOPLE: RepositoryPeople = { people: [], total: null, roles: null, withheld: [], hasEnded: false };

const repositoryPeopleQuery = (login: string, repository: string) =>
  lineQuery({
    key: personalKey('repository-people', login, repository.toLowerCase()),
    open: (options) => client.listRepositoryPeople({ path: { login, repository }, ...options }),
    empty: NO_PEOPLE,
    withLine: (list, line) => {
      switch (line.kind) {
        case 'people':
          return { ...list, people: [...list.people, ...line.people], total: line.total };
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
