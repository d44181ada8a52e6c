import type { OrganizationRolesLine, ReachedRepository, Withheld } from '@orgdesk/client';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

export interface ReachedList {
  readonly repositories: readonly ReachedRepository[];
  readonly checked: number;
  readonly total: number | null;
  readonly roles: OrganizationRolesLine | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

const NOTHING: ReachedList = { repositories: [], checked: 0, total: null, roles: null, withheld: [], hasEnded: false };

/** Checks 50 repositories per call. */
export const reachedQuery = (login: string, person: string) =>
  lineQuery({
    key: personalKey('reached', login, person.toLowerCase()),
    open: (options) => client.listReachedRepositories({ path: { login, person }, ...options }),
    empty: NOTHING,
    withLine: (list, line) => {
      switch (line.kind) {
        case 'repositories': {
          const { repositories, lookedAt, total } = line;
          return { ...list, repositories: [...list.repositories, ...repositories], checked: lookedAt, total };
        }
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
