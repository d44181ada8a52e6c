import { demand, notFound } from '../../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { TeamRecord } from '../../world/records.ts';
import type { World } from '../../world/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalidMember } from '../members/refusals.ts';
import { hasManagedUsers } from '../members/rules.ts';

/** GitHub docs: REST API endpoints for teams. */
export function teamRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, links } = parts;
  const reader = callerIn({ members: 'read' }, parts);

  endpoint('GET /orgs/:org/teams', reader, ({ caller, page }) => page(teamsFor(caller, world), views.team));

  endpoint('GET /orgs/:org/teams/:slug/members', reader, ({ caller, params, query, page }) => {
    const role = query.get('role') ?? 'all';
    if (!['all', 'member', 'maintainer'].includes(role)) throw invalidMember('role');
    const listed = world
      .teamMembersOf(teamShown(world)(caller, params))
      .filter((member) => role === 'all' || member.role.toLowerCase() === role);
    return page(listed, ({ userId }) => views.account(userId));
  });

  if (links.kind === 'enterprise-server') return;
  endpoint('GET /orgs/:org/teams/:slug/invitations', reader, ({ caller, params, page }) => {
    const { id } = teamShown(world)(caller, params);
    if (hasManagedUsers(caller.organization, links)) throw notFound();
    const open = world.openInvitations(caller.organization.login).filter(({ teamIds }) => teamIds.includes(id));
    return page(open, views.invitation);
  });
}

/** The slug is empty where the call has the number. */
export interface NamedTeam {
  readonly slug: string;
  readonly teamId?: string;
}

export const teamShown =
  (world: World) =>
  (caller: OrganizationCaller, { slug, teamId }: NamedTeam): TeamRecord => {
    const isNamed = (team: TeamRecord) =>
      teamId === undefined ? team.slug !== '' && team.slug === slug.toLowerCase() : String(team.id) === teamId;
    return demand(teamsFor(caller, world).find(isNamed));
  };

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
