import type { OrganizationMembersQuery } from '@orgdesk/client';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/http-client.ts';
import { personalKey } from '../../../lib/query-client.ts';
import { listPage, type Person, pagedOptions } from '../lists/list-page.ts';

export const membersQuery = (login: string) =>
  infiniteQueryOptions({
    queryKey: personalKey('members', login),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('OrganizationMembers', { login, after }, options),
        { signal },
      );
      const members = data?.organization?.membersWithRole;
      return listPage(members, (members?.edges ?? []).map(personOf), withheld);
    },
    ...pagedOptions,
  });

/** The people of an organization, a hundred at a time. */
export const useMembers = (login: string) => useInfiniteQuery(membersQuery(login));

type Edge = NonNullable<
  NonNullable<NonNullable<OrganizationMembersQuery['organization']>['membersWithRole']['edges']>[number]
>;

function personOf(edge: Edge | null): Person | null {
  if (edge === null || edge.node === null) return null;
  const { login, name, avatarUrl } = edge.node;
  return { login, name, avatarUrl, role: edge.role === 'ADMIN' ? 'Admin' : null };
}
