import { ApiError, demand, notAccessible } from '../api/errors.ts';
import { administratorIn } from '../api/organization-access.ts';
import type { Parts } from '../parts.ts';
import type { OrganizationRecord } from '../world/records.ts';
import type { Endpoints } from './endpoint.ts';

/** GitHub docs: REST API endpoints for organization roles. */
export function roleRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views } = parts;
  const owner = administratorIn('read', 'Must have admin rights to the organization.', parts);

  endpoint('GET /orgs/:org/organization-roles', owner, ({ caller }) => {
    // Which check comes first is not documented.
    const roles = rolesOf(caller.organization);
    if (!caller.readsRoles) throw notAccessible('organization_custom_org_roles=read');
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
