import type { TeamMembersQuery } from '@orgdesk/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { listPage, type PersonItem, pagedOptions } from '../lists/list-page.ts';

export const useTeamMembers = (login: string, teamSlug: string) =>
  useInfiniteQuery({
    queryKey: personalKey('team-members', login, teamSlug),
    queryFn: async ({ pageParam: after, signal }) => {
      const { data, withheld } = await answerOf(
        (options) => client.query('TeamMembers', { login, teamSlug, after }, options),
        { signal },
      );
      const members = data?.organization?.team?.members;
      return listPage(members, (members?.edges ?? []).map(personOf), withheld);
    },
    ...pagedOptions,
  });

type TeamMemberConnection = NonNullable<NonNullable<TeamMembersQuery['organization']>['team']>['members'];

function personOf(edge: NonNullable<TeamMemberConnection['edges']>[number]): PersonItem | null {
  if (edge === null || edge.node === null) return null;
  const { databaseId: id, login, name, avatarUrl } = edge.node;
  return { id, login, name, avatarUrl, role: edge.role === 'MAINTAINER' ? 'Maintainer' : null };
}
