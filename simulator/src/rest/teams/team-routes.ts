import { demand, notFound } from '../../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../../api/organization-gate.ts';
import type { Parts } from '../../parts.ts';
import type { TeamRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalidMember } from '../members/refusals.ts';

/** GitHub docs: REST API endpoints for teams. */
export function teamRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;
  const reader = callerIn('read', parts);

  endpoint('GET /orgs/:org/teams', reader, ({ caller, page }) => page(teamsFor(caller, world), views.team));

  endpoint('GET /orgs/:org/teams/:slug/members', reader, ({ caller, params, query, page }) => {
    const role = query.get('role') ?? 'all';
    if (!['all', 'member', 'maintainer'].includes(role)) throw invalidMember('role');
    const listed = world
      .teamMembersOf(teamShown(world)(caller, params.slug))
      .filter((member) => role === 'all' || member.role.toLowerCase() === role);
    return page(listed, ({ userId }) => views.account(userId));
  });
}

export const teamShown =
  (world: World) =>
  (caller: OrganizationCaller, slug: string): TeamRecord =>
    demand(teamsFor(caller, world).find((team) => team.slug === slug.toLowerCase()));

/** Owners see all secret teams. */
function teamsFor({ organization, membership, administers, actorId }: OrganizationCaller, world: World) {
  if (membership === null && !administers) throw notFound();
  return world
    .teamsOf(organization.id)
    .filter(
      ({ privacy, members }) =>
        privacy === 'VISIBLE' || administers || members.some(({ userId }) => userId === actorId),
    );
}
