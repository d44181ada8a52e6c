import type { OrganizationMembersQuery, WithheldData } from '@orgdesk/client';
import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

/** Of more people than these pages of a hundred hold, only those who come first are looked at. */
const PAGES_MAX = 10;

/** Somebody who administers an organization. */
export interface Admin {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
}

/** The admins of an organization, as far as the code host tells who they are. */
export interface Admins {
  readonly admins: readonly Admin[];
  /** Whether all people were looked at. */
  readonly isComplete: boolean;
}

/** Who administers an organization, with the state of reading it: its people are gone through a hundred at a time. */
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

type Members = NonNullable<OrganizationMembersQuery['organization']>['membersWithRole'];
type Edge = NonNullable<Members['edges']>[number];

interface Page {
  readonly members: Members | undefined;
  readonly withheld: readonly WithheldData[];
}

async function readPage(
  variables: { readonly login: string; readonly after: string | null },
  signal: AbortSignal,
): Promise<Page> {
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
