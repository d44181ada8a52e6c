import type { OrganizationRepositoriesQuery } from '@orgdesk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

type RepositoriesConnection = NonNullable<OrganizationRepositoriesQuery['organization']>['repositories'];

export type Repository = NonNullable<NonNullable<RepositoriesConnection['nodes']>[number]>;

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

/** Reads the 100 most recently pushed repositories. */
export const useRepositories = (login: string) => useQuery(repositoriesQuery(login));
