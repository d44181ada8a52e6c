import type { OrganizationTeamsQuery } from '@orgdesk/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { listPage, pagedOptions } from './paged-list.tsx';

export type Team = NonNullable<
  NonNullable<NonNullable<OrganizationTeamsQuery['organization']>['teams']['nodes']>[number]
>;

export const teamsQuery = (login: string) =>
  infiniteQueryOptions({
    queryKey: personalKey('teams', login),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('OrganizationTeams', { login, after }, options),
        { signal },
      );
      const teams = data?.organization?.teams;
      return listPage<Team>(teams, teams?.nodes ?? [], withheld);
    },
    ...pagedOptions,
  });

export const useTeams = (login: string) => useInfiniteQuery(teamsQuery(login));
