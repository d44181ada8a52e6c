import { type KnownTeams, knownTeams } from '@orgdesk/contract/invitations/rows/cells';
import { type Service, stopOf } from '../connection/failure.ts';

const PAGES_MAX = 50;

export async function readTeams(service: Service, login: string): Promise<KnownTeams> {
  const teams: Parameters<typeof knownTeams>[0][number][] = [];
  const pages = service.client.queryPages('OrganizationTeams', { login }, { signal: service.signal });
  let count = 0;
  for await (const page of pages) {
    if (page.error !== undefined) throw await stopOf(service, page);
    for (const team of page.data.organization?.teams.nodes ?? []) {
      if (team?.databaseId) teams.push({ id: team.databaseId, name: team.name, slug: team.slug });
    }
    count += 1;
    if (count === PAGES_MAX) break;
  }
  return knownTeams(teams);
}
