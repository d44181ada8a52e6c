import type { FastifyRequest } from 'fastify';
import { ApiError, demand, notAccessible } from '../api/errors.ts';
import { administratorIn, organizationCaller } from '../api/organization-access.ts';
import { covers, needing } from '../api/permissions.ts';
import type { Parts } from '../parts.ts';
import type { OrganizationRecord } from '../world/records.ts';
import type { Endpoints } from './endpoint.ts';

const NOT_AN_OWNER = 'Must have admin rights to the organization.';

interface InOrganization {
  readonly org: string;
}

/** GitHub docs: REST API endpoints for organization roles. */
export function roleRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;
  const owner = administratorIn({ members: 'read' }, NOT_AN_OWNER, parts);

  // Which check comes first is not documented.
  const reader = needing(
    { organization_custom_org_roles: 'read' },
    (request: FastifyRequest, params: InOrganization) => {
      const caller = organizationCaller(request, params, parts);
      if (!caller.administers) throw new ApiError(403, NOT_AN_OWNER);
      rolesOf(caller.organization);
      if (!covers(caller.permissions, reader.needed)) throw notAccessible(reader.needed);
      return caller;
    },
  );
  endpoint('GET /orgs/:org/organization-roles', reader, ({ caller }) => {
    const roles = rolesOf(caller.organization);
    return {
      total_count: roles.length,
      roles: roles.map(({ id, name, baseRole }) => ({
        id,
        name,
        description: null,
        base_role: baseRole,
        source: 'Predefined',
        permissions: [],
        organization: null,
        created_at: caller.organization.createdAt,
        updated_at: caller.organization.createdAt,
      })),
    };
  });

  endpoint('GET /orgs/:org/organization-roles/:role/teams', owner, ({ caller: { organization }, params, page }) => {
    const role = demand(rolesOf(organization).find(({ id }) => String(id) === params.role) ?? null);
    const teams = role.teamIds.flatMap((id) => world.teamById(id) ?? []);
    return page(teams, (team) => ({ ...views.team(team), assignment: 'direct' }));
  });

  endpoint('GET /orgs/:org/organization-roles/:role/users', owner, ({ caller: { organization }, params, page }) => {
    const role = demand(rolesOf(organization).find(({ id }) => String(id) === params.role) ?? null);
    const teams = role.teamIds.flatMap((id) => world.teamById(id) ?? []);
    const teamsWith = (userId: number) =>
      teams.filter((team) => world.teamMembersOf(team).some((member) => member.userId === userId));
    const inTeams = teams.flatMap((team) => world.teamMembersOf(team).map(({ userId }) => userId));
    const people = [...new Set([...role.userIds, ...inTeams])].flatMap((id) => world.userById(id) ?? []);
    return page(people, (user) => {
      const inherited = teamsWith(user.id);
      const isDirect = role.userIds.includes(user.id);
      const assignment = inherited.length === 0 ? 'direct' : isDirect ? 'mixed' : 'indirect';
      return { ...views.user(user), assignment, inherited_from: inherited.map(views.team) };
    });
  });
}

function rolesOf({ roles }: OrganizationRecord) {
  if (roles === null) throw new ApiError(422, 'The organization roles feature is not enabled for this organization.');
  return roles;
}
