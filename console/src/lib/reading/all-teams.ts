import type { CallOptions } from '@orgdesk/client';
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { client, HttpFailure, pagesOf } from './http-client.ts';
import { personalKey } from './query-client.ts';

export interface ChoosableTeam {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Every visible team, or a failure: a list of which the code host withheld a part is none. May take many calls. */
const allTeamsQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('all-teams', login),
    refetchOnWindowFocus: false,
    queryFn: async ({ signal }) => {
      const teams: ChoosableTeam[] = [];
      for await (const page of pagesOf((options) => wholePages(login, options), signal)) {
        const organization = page?.organization;
        if (organization == null) throw new HttpFailure(null, NOT_AVAILABLE);
        for (const team of organization.teams.nodes ?? []) {
          // Invitations need the ID.
          if (team?.databaseId) teams.push({ id: team.databaseId, slug: team.slug, name: team.name });
        }
      }
      return teams;
    },
  });

const NOT_AVAILABLE = 'The teams aren’t available.';

async function* wholePages(login: string, options: CallOptions) {
  for await (const page of client.queryPages('OrganizationTeams', { login }, options)) {
    const [withheld] = page.error === undefined ? page.withheld : [];
    if (withheld !== undefined) throw new HttpFailure(null, withheld.message);
    yield page;
  }
}

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

/** Rejects on failure. */
export const readAllTeams = (queries: QueryClient, login: string): Promise<readonly ChoosableTeam[]> =>
  queries.fetchQuery(namesQuery(login));

/** Resolves to an empty map on failure: for names beside IDs only. */
export const readTeams = (queries: QueryClient, login: string): Promise<ReadonlyMap<number, ChoosableTeam>> =>
  readAllTeams(queries, login).then(
    (teams) => new Map(teams.map((team) => [team.id, team])),
    () => new Map(),
  );

/** Falls back to the ID. */
export const teamName = (names: TeamNames, id: number): string => names.get(id) ?? `team ${id}`;
