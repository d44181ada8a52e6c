import type { OrganizationMembersQuery, WithheldData } from '@orgdesk/client';
import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

/** Only the first 1,000 people are searched. */
const PAGES_MAX = 10;

export interface Admin {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
}

export interface Admins {
  readonly admins: readonly Admin[];
  readonly isComplete: boolean;
}

export const useAdmins = (login: string) =>
  useQuery({
    queryKey: personalKey('admins', login),
    queryFn: async ({ signal }): Promise<Admins> => {
      const admins: Admin[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { members, withheld } = await readPage({ login, after }, signal);
        admins.push(...(members?.edges ?? []).flatMap(adminOf));
        if (members === undefined || withheld.length > 0) return { admins, isComplete: false };
        if (!members.pageInfo.hasNextPage) return { admins, isComplete: true };
        after = members.pageInfo.endCursor;
        if (after === null) break;
      }
      return { admins, isComplete: false };
    },
    refetchOnWindowFocus: false,
  });

type MemberConnection = NonNullable<OrganizationMembersQuery['organization']>['membersWithRole'];
type Edge = NonNullable<MemberConnection['edges']>[number];

interface MemberQueryPage {
  readonly members: MemberConnection | undefined;
  readonly withheld: readonly WithheldData[];
}

async function readPage(
  variables: { readonly login: string; readonly after: string | null },
  signal: AbortSignal,
): Promise<MemberQueryPage> {
  const { data, withheld } = await answerOf((options) => client.query('OrganizationMembers', variables, options), {
    signal,
  });
  return { members: data?.organization?.membersWithRole, withheld };
}

function adminOf(edge: Edge): readonly Admin[] {
  if (edge?.role !== 'ADMIN' || edge.node === null) return [];
  const { login, name, avatarUrl } = edge.node;
  return [{ login, name, avatarUrl }];
}
