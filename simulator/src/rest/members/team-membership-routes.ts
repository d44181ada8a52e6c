import { ApiError, demand } from '../../api/errors.ts';
import { callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { TeamMember, TeamRecord, UserRecord } from '../../world/records.ts';
import { oneOf, optionalBodyOf } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { type NamedTeam, teamShown } from '../teams/team-routes.ts';
import { NOT_AN_OWNER } from './refusals.ts';
import { addsDirectly, checkedInvitation, checkSeat } from './rules.ts';

const teamMembershipBody = optionalBodyOf({ role: oneOf<'member' | 'maintainer'>(['member', 'maintainer'], 'member') });

/** Invites non-members. GitHub docs: REST API endpoints for team members. */
export function teamMembershipRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, links, visibility, platform } = parts;
  const writer = callerIn({ members: 'write' }, parts);
  const shownTeam = teamShown(world);

  const view = (team: TeamRecord, { login }: UserRecord, role: TeamMember['role'], state: 'active' | 'pending') => ({
    url: links.api(`/organizations/${team.organizationId}/team/${team.id}/memberships/${login}`),
    role: role.toLowerCase(),
    state,
  });
  const invitedInto = (team: TeamRecord, { organization }: OrganizationCaller, user: UserRecord) =>
    world.openInvitationsOf(organization.login, user.id).find(({ teamIds }) => teamIds.includes(team.id));

  endpoint(
    'GET /orgs/:org/teams/:slug/memberships/:username',
    callerIn({ members: 'read' }, parts),
    ({ caller, params }) => {
      const team = shownTeam(caller, params);
      const user = demand(visibility.person(params.username));
      const member = world.teamMembersOf(team).find(({ userId }) => userId === user.id);
      if (member) return view(team, user, member.role, 'active');
      demand(invitedInto(team, caller, user));
      return view(team, user, 'MEMBER', 'pending');
    },
  );

  endpoint(
    'PUT /orgs/:org/teams/:slug/memberships/:username',
    { by: writer, body: teamMembershipBody },
    ({ caller, params, body }) => {
      const team = changeableTeam(caller, params, NOT_AN_OWNER.setTeam);
      if (world.organization(params.username)) throw isAnOrganization();
      const user = demand(visibility.person(params.username));
      const { organization, actorId } = caller;
      const membership = world.membership(organization.id, user.id);
      const role = body.role === 'maintainer' || membership?.role === 'admin' ? 'MAINTAINER' : 'MEMBER';
      if (!membership && caller.administers && addsDirectly(organization, links)) {
        checkSeat(organization, parts);
        platform.asApi.add(organization.login, user.login, 'member', actorId);
      }
      if (world.membership(organization.id, user.id)?.state === 'active') {
        platform.asApi.setTeamMember(actorId, organization.login, team.id, user.login, role);
        return view(team, user, role, 'active');
      }
      if (!caller.administers) throw new ApiError(403, NOT_AN_OWNER.setTeam);
      invite(caller, team, user);
      return view(team, user, role, 'pending');
    },
  );

  endpoint('DELETE /orgs/:org/teams/:slug/memberships/:username', writer, ({ caller, params }) => {
    const team = changeableTeam(caller, params, NOT_AN_OWNER.removeTeam);
    const user = demand(visibility.person(params.username));
    const { organization, actorId } = caller;
    if (team.members.some(({ userId }) => userId === user.id)) {
      platform.asApi.setTeamMember(actorId, organization.login, team.id, user.login, null);
      return;
    }
    const { id } = demand(invitedInto(team, caller, user));
    world.setInvitationTeam(organization.login, id, team.id, false);
  });

  function changeableTeam(caller: OrganizationCaller, named: NamedTeam, message: string): TeamRecord {
    const team = shownTeam(caller, named);
    const own = team.members.find(({ userId }) => userId === caller.actorId);
    if (!caller.administers && own?.role !== 'MAINTAINER') throw new ApiError(403, message);
    if (team.isEnterprise) throw new ApiError(403, 'Team membership is managed by the enterprise.');
    if (team.synchronized) throw new ApiError(403, 'Team membership is managed by an identity provider.');
    return team;
  }

  function invite({ organization, actorId }: OrganizationCaller, team: TeamRecord, user: UserRecord): void {
    const [open] = world.openInvitationsOf(organization.login, user.id);
    if (open) {
      world.setInvitationTeam(organization.login, open.id, team.id, true);
      return;
    }
    const invitationRequest = { inviteeId: user.id, email: null, teamIds: [team.id] };
    checkedInvitation(organization, invitationRequest, parts);
    const invited = { organization: organization.login, login: user.login, teams: [team.id], by: actorId };
    platform.asApi.invite({ ...invited, role: 'direct_member' });
  }
}

const isAnOrganization = () =>
  new ApiError(422, 'Cannot add an organization as a member.', {}, [
    { resource: 'TeamMember', code: 'invalid', field: 'user' },
  ]);
