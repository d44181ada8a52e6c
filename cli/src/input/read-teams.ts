import { type KnownTeams, knownTeams } from '@orgdesk/people-files/cells';
import type { Service } from '../connection/failure.ts';
import { EXIT, Stop } from '../connection/stop.ts';
import { readPages } from '../output/read-list.ts';

/** All teams, or none: a row would not be added to one that is missing. */
export async function readTeams(service: Service, login: string): Promise<KnownTeams> {
  const pages = service.client.queryPages('OrganizationTeams', { login }, { signal: service.signal });
  const teams = await readPages(service, pages, ({ organization }, withheld) => {
    if (withheld.length === 0 && organization != null) return organization.teams.nodes ?? [];
    const why = withheld[0] === undefined ? '' : `: ${withheld[0].message}`;
    throw new Stop(`${NOT_READ}${why}${/[.!]$/.test(why) ? '' : '.'} Try again later.`, EXIT.incomplete);
  });
  return knownTeams(
    teams.flatMap((team) => (team?.databaseId ? [{ id: team.databaseId, name: team.name, slug: team.slug }] : [])),
  );
}

const NOT_READ = 'The teams, which departments in the file may name, could not be read, so no one was invited';
