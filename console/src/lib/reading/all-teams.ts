import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { answerOf, client, HttpFailure } from './http-client.ts';
import { personalKey } from './query-client.ts';

export interface ChoosableTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Pages of 100 teams. */
const PAGES_MAX = 50;

/** All visible teams; may take many calls. */
const allTeamsQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('all-teams', login),
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const teams: ChoosableTeam[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { data, withheld } = await answerOf(
          (options) => client.query('OrganizationTeams', { login, after }, options),
          {
            signal,
          },
        );
        const read = data?.organization?.teams;
        if (read === undefined) throw new HttpFailure(null, withheld[0]?.message ?? 'The teams aren’t available.');
        for (const team of read.nodes ?? []) {
          // Invitations need the ID.
          if (team?.databaseId) teams.push({ id: team.databaseId, slug: team.slug, name: team.name });
        }
        after = read.pageInfo.hasNextPage ? (read.pageInfo.endCursor ?? null) : null;
        if (after === null) break;
      }
      return teams;
    },
  });

export const useAllTeams = (login: string, isEnabled = true) =>
  useQuery({ ...allTeamsQuery(login), enabled: isEnabled });

export type TeamNames = ReadonlyMap<number, string>;

/** Names are never refetched. */
const namesQuery = (login: string) => ({ ...allTeamsQuery(login), staleTime: Number.POSITIVE_INFINITY });
const namesOf = (teams: readonly ChoosableTeam[]): TeamNames => new Map(teams.map(({ id, name }) => [id, name]));

/** Null until loaded or on failure. */
export function useTeamNames(login: string, isEnabled: boolean): TeamNames | null {
  const { data } = useQuery({ ...namesQuery(login), enabled: isEnabled });
  return useMemo(() => (data === undefined ? null : namesOf(data)), [data]);
}

/** Resolves to an empty map on failure. */
export const readTeamNames = (queries: QueryClient, login: string): Promise<TeamNames> =>
  readTeams(queries, login).then((teams) => namesOf([...teams.values()]));

/** Resolves to an empty map on failure. */
export const readTeams = (queries: QueryClient, login: string): Promise<ReadonlyMap<number, ChoosableTeam>> =>
  queries.fetchQuery(namesQuery(login)).then(
    (teams) => new Map(teams.map((team) => [team.id, team])),
    () => new Map(),
  );

/** Falls back to the ID. */
export const teamName = (names: TeamNames, id: number): string => names.get(id) ?? `team ${id}`;
