import { ApiError, demand, validationFailed } from '../../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { TeamRecord, UserRecord } from '../../world/records.ts';
import { bodyOf, integer, listOf, oneOf, optional, optionalBodyOf, text } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { type NamedTeam, teamShown } from './team-routes.ts';

const PRIVACIES = ['closed', 'secret'] as const;
type Privacy = (typeof PRIVACIES)[number];
const privacy = optional(oneOf<Privacy>(PRIVACIES, 'secret'));
const orNone = (value: unknown, name: string): number | null | undefined =>
  value === undefined ? undefined : value === null ? null : integer(value, name);

const newTeamBody = bodyOf({
  name: text,
  description: optional(text),
  maintainers: optional(listOf(text)),
  privacy,
  parent_team_id: orNone,
});
const changedTeamBody = optionalBodyOf({
  name: optional(text),
  description: optional(text),
  privacy,
  parent_team_id: orNone,
});

/** GitHub docs: Create a team; Update a team; Delete a team; List child teams. */
export function teamChangeRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, views, platform } = parts;
  const reader = callerIn({ members: 'read' }, parts);
  const writer = callerIn({ members: 'write' }, parts);
  const shownTeam = teamShown(world);

  endpoint('GET /orgs/:org/teams/:slug', reader, ({ caller, params }) => views.fullTeam(shownTeam(caller, params)));

  endpoint('GET /orgs/:org/teams/:slug/teams', reader, ({ caller, params, page }) => {
    const { id, organizationId } = shownTeam(caller, params);
    return page(
      world.teamsOf(organizationId).filter(({ parentId }) => parentId === id),
      views.team,
    );
  });

  endpoint('POST /orgs/:org/teams', { by: writer, body: newTeamBody, status: 201 }, ({ caller, body }) => {
    const { organization, actorId, administers, membership } = caller;
    if (!administers) throw new ApiError(403, 'You must be an admin to create a team.');
    checkName(caller, body.name, null);
    const maintainers = (body.maintainers ?? []).map((login) => memberNamed(caller, login));
    const parent = parentOf(caller, body.parent_team_id ?? null);
    const isSecret = (body.privacy ?? (parent === null ? 'secret' : 'closed')) === 'secret';
    if (isSecret && parent !== null) throw secretParent();
    const { id } = platform.asApi.createTeam(actorId, {
      organization: organization.login,
      name: body.name,
      ...(body.description !== null && { description: body.description }),
      privacy: isSecret ? 'SECRET' : 'VISIBLE',
      ...(parent !== null && { parent: parent.id }),
    });
    // A caller who is a member becomes a maintainer, the App does not.
    const creator = membership === null ? null : world.userById(actorId);
    for (const { login } of creator === null ? maintainers : [creator, ...maintainers]) {
      world.setTeamMember(organization.login, id, login, 'MAINTAINER');
    }
    return views.fullTeam(world.needTeam(organization.login, id));
  });

  endpoint('PATCH /orgs/:org/teams/:slug', { by: writer, body: changedTeamBody }, ({ caller, params, body, reply }) => {
    const team = changeableTeam(caller, params);
    if (body.name !== null) checkName(caller, body.name, team);
    const parentId =
      body.parent_team_id === undefined ? team.parentId : (parentOf(caller, body.parent_team_id)?.id ?? null);
    if (parentId !== null && isBelow(parentId, team.id)) throw invalidTeam('parent_team_id');
    const after = body.privacy ?? (team.privacy === 'SECRET' ? 'secret' : 'closed');
    const isParent = world.teamsOf(team.organizationId).some((other) => other.parentId === team.id);
    if (after === 'secret' && (parentId !== null || isParent)) throw secretParent();
    const changed = platform.asApi.editTeam(caller.actorId, caller.organization.login, team.id, {
      parentId,
      privacy: after === 'secret' ? 'SECRET' : 'VISIBLE',
      ...(body.name !== null && { name: body.name }),
      ...(body.description !== null && { description: body.description === '' ? null : body.description }),
    });
    reply.code(JSON.stringify(changed) === JSON.stringify(team) ? 200 : 201);
    return views.fullTeam(changed);
  });

  endpoint('DELETE /orgs/:org/teams/:slug', writer, ({ caller, params }) => {
    const team = changeableTeam(caller, params);
    platform.asApi.deleteTeam(caller.actorId, caller.organization.login, team.id);
  });

  function changeableTeam(caller: OrganizationCaller, named: NamedTeam): TeamRecord {
    const team = shownTeam(caller, named);
    const own = team.members.find(({ userId }) => userId === caller.actorId);
    if (!caller.administers && own?.role !== 'MAINTAINER')
      throw new ApiError(403, 'You must be an organization owner or team maintainer to change a team.');
    if (team.isEnterprise) throw ofEnterprise();
    return team;
  }

  function checkName({ organization }: OrganizationCaller, name: string, own: TeamRecord | null): void {
    const same = world.teamCalled(organization.id, name);
    if (same && same.id !== own?.id) throw nameTaken();
  }

  function parentOf({ organization }: OrganizationCaller, id: number | null): TeamRecord | null {
    if (id === null) return null;
    const parent = world.teamById(id);
    if (parent?.organizationId !== organization.id) throw invalidTeam('parent_team_id');
    if (parent.privacy === 'SECRET') throw secretParent();
    return demand(parent);
  }

  function memberNamed({ organization }: OrganizationCaller, login: string): UserRecord {
    const user = world.user(login);
    if (user === null || world.membership(organization.id, user.id)?.state !== 'active')
      throw invalidTeam('maintainers');
    return user;
  }

  function isBelow(id: number, ancestor: number): boolean {
    for (let above: number | null = id; above !== null; above = world.teamById(above)?.parentId ?? null)
      if (above === ancestor) return true;
    return false;
  }
}

const invalidTeam = (field: string) => validationFailed({ resource: 'Team', code: 'invalid', field });
/** Observed: github-community-projects/safe-settings, issue 809. */
const nameTaken = () =>
  validationFailed({
    resource: 'Team',
    code: 'unprocessable',
    field: 'data',
    message: 'Name must be unique for this org',
  });
const ofEnterprise = () => new ApiError(422, 'Enterprise teams cannot be changed by an organization.');
const secretParent = () =>
  validationFailed({
    resource: 'Team',
    code: 'custom',
    field: 'parent_team_id',
    message: 'A team in a hierarchy cannot be secret.',
  });
