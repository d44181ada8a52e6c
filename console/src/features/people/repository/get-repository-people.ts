import type { OrganizationRolesLine, RepositoryPeopleLine, Withheld } from '@orgdesk/client';
import { client } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

export type PersonWithAccess = Extract<RepositoryPeopleLine, { readonly kind: 'people' }>['people'][number];

export interface RepositoryPeople {
  readonly people: readonly PersonWithAccess[];
  readonly total: number | null;
  readonly roles: OrganizationRolesLine | null;
  readonly withheld: readonly Withheld[];
  readonly hasEnded: boolean;
}

const NOBODY: RepositoryPeople = { people: [], total: null, roles: null, withheld: [], hasEnded: false };

export const repositoryPeopleQuery = (login: string, repository: string) =>
  lineQuery({
    key: personalKey('repository-people', login, repository.toLowerCase()),
    open: (options) => client.listRepositoryPeople({ path: { login, repository }, ...options }),
    empty: NOBODY,
    withLine: (list, line) => {
      switch (line.kind) {
        case 'people':
          return { ...list, people: [...list.people, ...line.people], total: line.total };
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
