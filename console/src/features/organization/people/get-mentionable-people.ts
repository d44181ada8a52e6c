import type { RepositoryContributorsQuery } from '@orgdesk/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { listPage, type PersonItem, pagedOptions } from '../lists/list-page.ts';

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

export const useMentionablePeople = (owner: string, name: string) =>
  useInfiniteQuery(mentionablePeopleQuery(owner, name));

type People = NonNullable<RepositoryContributorsQuery['repository']>['mentionableUsers'];

function personOf(node: NonNullable<People['nodes']>[number]): PersonItem | null {
  if (node === null) return null;
  const { databaseId: id, login, name, avatarUrl } = node;
  return { id, login, name, avatarUrl, role: null };
}
