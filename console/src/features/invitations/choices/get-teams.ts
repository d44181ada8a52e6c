import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/http-client.ts';
import { personalKey } from '../../../lib/query-client.ts';

/** A team to choose. */
export interface ChoosableTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** A hundred teams each. */
const PAGES_MAX = 50;

/** All teams of an organization that the person may see, from when on they are wanted. */
export const useAllTeams = (login: string, isWanted: boolean) =>
  useQuery({
    queryKey: personalKey('all-teams', login),
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const teams: ChoosableTeam[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { data } = await answerOf((options) => client.query('OrganizationTeams', { login, after }, options), {
          signal,
        });
        const read = data?.organization?.teams;
        for (const team of read?.nodes ?? []) {
          // One without a number cannot be named in an invitation.
          if (team?.databaseId) teams.push({ id: team.databaseId, slug: team.slug, name: team.name });
        }
        after = read?.pageInfo.hasNextPage === true ? (read.pageInfo.endCursor ?? null) : null;
        if (after === null) break;
      }
      return teams;
    },
  });
