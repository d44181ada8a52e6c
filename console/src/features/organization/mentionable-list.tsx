import type { RepositoryContributorsQuery } from '@orgdesk/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { PageLink } from '../../components/controls/page-link.tsx';
import { NoRepository } from '../../components/messages/nothing.tsx';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { listPage, PagedList, type PersonItem, pagedOptions } from './paged-list.tsx';
import { PeopleTable } from './people-table.tsx';
import { useSubject } from './subject.tsx';
import './mentionable-list.css';

interface MentionableListProps {
  readonly repository: string;
}

export function MentionableList({ repository }: MentionableListProps) {
  const { login } = useSubject();
  const query = useMentionablePeople(login, repository);
  return (
    <>
      <div className="mentionable-list-header">
        <h2 className="mentionable-list-title">People who can be mentioned in {repository}</h2>
        <PageLink to="/organizations/$login/repositories" params={{ login }}>
          All repositories
        </PageLink>
      </div>
      <p className="hint">Everyone who can be mentioned with @, including people who haven’t contributed.</p>
      <PagedList
        query={query}
        nouns={['person', 'people']}
        of={repository}
        emptyText="No one can be mentioned in this repository."
        notFound={
          <NoRepository login={login} repository={repository}>
            It may have been renamed or deleted, you may not have access, or the App may not cover it.
          </NoRepository>
        }
      >
        {(people) => (
          <PeopleTable people={people} caption={`People who can be mentioned in ${repository}`} usualRole={null} />
        )}
      </PagedList>
    </>
  );
}

export const mentionablePeopleQuery = (owner: string, name: string) =>
  infiniteQueryOptions({
    queryKey: personalKey('mentionable-people', owner, name),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('RepositoryContributors', { owner, name, after }, options),
        { signal },
      );
      const people = data?.repository?.mentionableUsers;
      return listPage(people, (people?.nodes ?? []).map(personOf), withheld);
    },
    ...pagedOptions,
  });

const useMentionablePeople = (owner: string, name: string) => useInfiniteQuery(mentionablePeopleQuery(owner, name));

type People = NonNullable<RepositoryContributorsQuery['repository']>['mentionableUsers'];

function personOf(node: NonNullable<People['nodes']>[number]): PersonItem | null {
  if (node === null) return null;
  const { databaseId: id, login, name, avatarUrl } = node;
  return { id, login, name, avatarUrl, role: null };
}
