import type { CoveredRepositoryView, OrganizationRepositoriesQuery } from '@orgdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';

type RepositoriesConnection = NonNullable<OrganizationRepositoriesQuery['organization']>['repositories'];

type ReadRepository = NonNullable<NonNullable<RepositoriesConnection['nodes']>[number]>;

/** One of the list that the App covers has only a name. */
export interface Repository
  extends Pick<ReadRepository, 'name' | 'nameWithOwner' | 'visibility'>,
    Partial<
      Pick<
        ReadRepository,
        'description' | 'isArchived' | 'primaryLanguage' | 'pushedAt' | 'defaultBranchRef' | 'stargazerCount'
      >
    > {}

/** Adds the covered repositories that were not read. */
export function withCovered(
  repositories: readonly Repository[],
  covered: readonly CoveredRepositoryView[],
): readonly Repository[] {
  const read = new Set(repositories.map(({ nameWithOwner }) => nameWithOwner.toLowerCase()));
  return [
    ...repositories,
    ...covered
      .filter(({ nameWithOwner }) => !read.has(nameWithOwner.toLowerCase()))
      .map(
        ({ nameWithOwner, isPrivate }): Repository => ({
          name: nameWithOwner.slice(nameWithOwner.indexOf('/') + 1),
          nameWithOwner,
          visibility: isPrivate ? 'PRIVATE' : 'PUBLIC',
        }),
      ),
  ];
}

export const repositoriesQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('repositories', login),
    queryFn: async ({ signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('OrganizationRepositories', { login }, options),
        { signal },
      );
      const found = data?.organization?.repositories;
      const repositories: readonly Repository[] = (found?.nodes ?? []).filter((node) => node !== null);
      return { repositories, total: found?.totalCount ?? null, withheld };
    },
  });

export const useRepositories = (login: string) => useQuery(repositoriesQuery(login));
