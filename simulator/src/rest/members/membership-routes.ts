import { ApiError, demand, notFound } from '../../api/errors.ts';
import { administratorIn, callerIn, type OrganizationCaller } from '../../api/organization-access.ts';
import type { Parts } from '../../parts.ts';
import type { MemberRole, MembershipRecord, UserRecord } from '../../world/records.ts';
import { need } from '../../world/store.ts';
import { oneOf, optionalBodyOf } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { invitationRefused, NOT_AN_OWNER } from './refusals.ts';
import { addsDirectly, checkedInvitation, checkInviter, checkSeat, hasManagedUsers } from './rules.ts';

/** GitHub docs: REST API endpoints for organization members, organization memberships. */
export function membershipRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, links, views, visibility, platform } = parts;
  const setter = administratorIn({ members: 'write' }, NOT_AN_OWNER.setMembership, parts);
  const remover = administratorIn({ members: 'write' }, NOT_AN_OWNER.removeMembership, parts);

  endpoint('GET /orgs/:org/memberships/:username', callerIn({ members: 'read' }, parts), ({ caller, params }) => {
    const user = demand(visibility.person(params.username));
    if (!caller.administers && caller.membership === null) throw notAMember(caller, user);
    const membership = demand(world.membership(caller.organization.id, user.id));
    const isOpen = membership.state === 'active' || caller.administers || user.id === caller.actorId;
    if (!isOpen) throw notFound();
    return views.membership(membership);
  });

  endpoint(
    'PUT /orgs/:org/memberships/:username',
    { by: setter, creates: true, body: membershipBody },
    ({ caller, params, body: { role } }) => {
      const user = demand(visibility.person(params.username));
      const before = world.membership(caller.organization.id, user.id);
      return views.membership(before ? changed(caller, user, before, role) : added(caller, user, role));
    },
  );

  endpoint('DELETE /orgs/:org/memberships/:username', remover, ({ caller, params }) => {
    const user = demand(visibility.person(params.username));
    const { state, role } = demand(world.membership(caller.organization.id, user.id));
    const { id, login } = caller.organization;
    const open = world.openInvitationsOf(login, user.id);
    for (const invitation of open) platform.asApi.cancelInvitation(login, invitation.id, caller.actorId);
    if (open.length > 0) return;
    if (state === 'pending') world.removeMembership(login, user.login);
    else {
      if (isLastOwner(id, role)) throw lastOwner();
      platform.asApi.removeMember(caller.actorId, login, user.login);
    }
  });

  // Unlike the call above, ignores invitations.
  endpoint('DELETE /orgs/:org/members/:username', remover, ({ caller, params }) => {
    const user = demand(visibility.person(params.username));
    const { id, login } = caller.organization;
    const { state, role } = demand(world.membership(id, user.id));
    if (state === 'pending') throw notFound();
    if (isLastOwner(id, role)) throw lastOwner();
    platform.asApi.removeMember(caller.actorId, login, user.login);
  });

  const isLastOwner = (organizationId: number, role: MemberRole) =>
    role === 'admin' && world.ownersOf(organizationId).length === 1;

  function changed(caller: OrganizationCaller, user: UserRecord, before: MembershipRecord, role: SetRole) {
    const { organization, actorId } = caller;
    if (user.id === actorId && before.role === 'admin' && role !== 'admin') throw demotesItself();
    const isDemoted = before.state === 'active' && role !== 'admin';
    if (isDemoted && isLastOwner(organization.id, before.role)) throw lastToDemote();
    const after = platform.asApi.setRole(actorId, organization.login, user.login, role);
    for (const { id } of world.openInvitationsOf(organization.login, user.id)) {
      world.changeInvitation(organization.login, id, invitationRole[role]);
    }
    return after;
  }

  function added(caller: OrganizationCaller, user: UserRecord, role: SetRole) {
    const { organization, actorId: by } = caller;
    const isManaged = hasManagedUsers(organization, links);
    if (addsDirectly(organization, links)) {
      // On GHE.com all accounts are managed, without a shortcode in the login.
      if (isManaged && links.kind === 'cloud' && !user.login.includes('_')) throw invitationRefused('not-managed');
      if (user.suspension !== null) throw invitationRefused('suspended');
      checkSeat(organization, parts);
      return platform.asApi.add(organization.login, user.login, role, by);
    }
    checkInviter(caller, { email: null, role: invitationRole[role] });
    checkedInvitation(organization, { inviteeId: user.id, email: null, teamIds: [] }, parts);
    platform.asApi.invite({ organization: organization.login, login: user.login, role: invitationRole[role], by });
    return need(world.membership(organization.id, user.id), `membership of '${user.login}'`);
  }
}

type SetRole = 'admin' | 'member';
const membershipBody = optionalBodyOf({ role: oneOf<SetRole>(['admin', 'member'], 'member') });
const invitationRole = { admin: 'admin', member: 'direct_member' } as const;

const notAMember = ({ organization }: OrganizationCaller, { login }: UserRecord) =>
  new ApiError(403, `You must be a member of ${organization.login} to see membership information for ${login}.`);
const demotesItself = () => new ApiError(403, 'You cannot demote yourself. Admins must be demoted by another admin.');
const lastToDemote = () =>
  new ApiError(403, "You can't demote the last admin. There must be at least one admin in an organization.");
const lastOwner = () => new ApiError(403, 'You cannot remove the last owner of an organization.');
