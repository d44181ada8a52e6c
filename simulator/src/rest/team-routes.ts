import { demand, notFound } from '../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../api/organization-gate.ts';
import type { Parts } from '../parts.ts';
import type { Endpoints } from './endpoint.ts';
import { invalidMember } from './members/refusals.ts';

/** Teams of an organization, without those that are secret and not the caller's. GitHub docs: REST API endpoints for teams. */
export function teamRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;

  const reader = callerIn('read', parts);
  const shownTo = ({ organization, membership, administers, actorId }: OrganizationCaller) => {
    if (membership === null && !administers) throw notFound();
    return world
      .teamsOf(organization.id)
      .filter(
        ({ privacy, members }) =>
          privacy === 'VISIBLE' || administers || members.some(({ userId }) => userId === actorId),
      );
  };
  const shownTeam = (caller: OrganizationCaller, slug: string) =>
    demand(shownTo(caller).find((team) => team.slug === slug.toLowerCase()));

  endpoint('GET /orgs/:org/teams', reader, ({ caller, page }) => page(shownTo(caller), views.team));

  endpoint('GET /orgs/:org/teams/:slug/members', reader, ({ caller, params, query, page }) => {
    const role = query.get('role') ?? 'all';
    if (!['all', 'member', 'maintainer'].includes(role)) throw invalidMember('role');
    const listed = world
      .teamMembersOf(shownTeam(caller, params.slug))
      .filter((member) => role === 'all' || member.role.toLowerCase() === role);
    return page(listed, ({ userId }) => views.account(userId));
  });
}
