import type { ReachedRepositoriesLine, RepositoryPeopleLine } from '@orgdesk/contract';
import { beforeAll, beforeEach, expect } from 'vitest';
import { type Answer, fetchOnce, type RequestHeaders } from '../../support/browser.ts';
import { addOrganization as addBareOrganization } from '../../support/service/add-organization.ts';
import { sharedService } from '../../support/service/shared-service.ts';
import type { Service } from '../../support/service/start-service.ts';

/** A service of the suite's own, whose time tests alone move. What somebody is counts for a minute: each test has its own. */
export function serviceForAccess(options: Parameters<typeof sharedService>[0] = {}) {
  const service = sharedService(options);
  beforeAll(() => service().clock.stop());
  beforeEach(() => {
    service().simulator.control.clearFaults();
    service().clock.advance(60_000);
  });
  return service;
}

/** An organization with a member, somebody from outside, a team, and repositories. */
export function addOrganization(service: Pick<Service, 'simulator'>, repositories: number) {
  const { organization, owner } = addBareOrganization(service, { basePermission: 'NONE' });
  const { world } = service.simulator;
  const [member, outside] = [`member-of-${organization}`, `outside-${organization}`];
  for (const login of [member, outside]) world.addUser({ login });
  world.addMembership({ organization, login: member });
  const names = Array.from({ length: repositories }, (_, index) => `repository-${String(index).padStart(3, '0')}`);
  for (const name of names) world.addRepository({ owner: organization, name, isPrivate: true, isArchived: false });
  world.addTeam({
    organization,
    name: 'Crew',
    members: [{ login: member }],
    repositories: names.slice(0, 2).map((name) => ({ name, permission: 'MAINTAIN' as const })),
  });
  const [first] = names;
  if (first !== undefined) {
    world.setDirectAccess(organization, first, outside, 'READ');
    world.setDirectAccess(organization, first, member, 'TRIAGE');
  }
  return { organization, owner, member, outside, names };
}

export const personPath = (organization: string, person: string) =>
  `/api/organizations/${organization}/people/${person}/access`;
export const repositoryPath = (organization: string, repository: string) =>
  `/api/organizations/${organization}/repositories/${repository}/access`;

export const ask = ({ url }: Pick<Service, 'url'>, path: string, headers: RequestHeaders = {}): Promise<Answer> =>
  fetchOnce(`${url}${path}`, { headers });

/** The lines of a list that has to be there. */
export async function linesOf<Line = ReachedRepositoriesLine | RepositoryPeopleLine>(
  service: Pick<Service, 'url'>,
  path: string,
  headers: RequestHeaders,
): Promise<readonly Line[]> {
  const answer = await ask(service, path, headers);
  expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}
