import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, client } from './http-client.ts';
import { personalKey } from './query-client.ts';

/** A team to choose. */
export interface ChoosableTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** A hundred teams each. */
const PAGES_MAX = 50;

/** All teams of an organization that the person may see; it may be many calls. */
const allTeamsQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('all-teams', login),
    refetchOnWindowFocus: false,
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

/** All teams to choose from. */
export const useAllTeams = (login: string) => useQuery(allTeamsQuery(login));

/** As what teams are shown, by their number. */
export type TeamNames = ReadonlyMap<number, string>;

/** For names, those that were read once are good enough. */
const namesQuery = (login: string) => ({ ...allTeamsQuery(login), staleTime: Number.POSITIVE_INFINITY });
const namesOf = (teams: readonly ChoosableTeam[]): TeamNames => new Map(teams.map(({ id, name }) => [id, name]));

/** Null until they are read, which begins once they are wanted, and where they cannot be. */
export function useTeamNames(login: string, isWanted: boolean): TeamNames | null {
  const { data } = useQuery({ ...namesQuery(login), enabled: isWanted });
  return useMemo(() => (data === undefined ? null : namesOf(data)), [data]);
}

/** Empty where they cannot be read. */
export const readTeamNames = (queries: QueryClient, login: string): Promise<TeamNames> =>
  queries.fetchQuery(namesQuery(login)).then(namesOf, () => new Map());

/** One that is not among them has no other name. */
export const teamName = (names: TeamNames, id: number): string => names.get(id) ?? `team ${id}`;
