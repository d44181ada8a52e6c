import { ApiError, demand, notFound } from '../../api/errors.ts';
import { administratorIn, callerIn, type OrganizationCaller } from '../../api/organization-gate.ts';
import type { Parts } from '../../parts.ts';
import type { MembershipRecord, UserRecord } from '../../world/records.ts';
import { need } from '../../world/store.ts';
import { bodyOf, oneOf } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { invitationRefused, NOT_AN_OWNER } from './refusals.ts';
import { checkedInvitation, checkSeat, hasManagedUsers } from './rules.ts';

/**
 * Memberships of other people. Setting one for somebody new invites them; an Enterprise Server and an
 * organization of managed users add them.
 * GitHub docs: REST API endpoints for organization members, organization memberships.
 */
export function membershipRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, links, views, visibility, platform } = parts;
  const setter = administratorIn('write', NOT_AN_OWNER.setMembership, parts);
  const remover = administratorIn('write', NOT_AN_OWNER.removeMembership, parts);

  endpoint('GET /orgs/:org/memberships/:username', callerIn('read', parts), ({ caller, params }) => {
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
    for (const invitation of open) platform.cancelInvitation(login, invitation.id);
    if (open.length > 0) return;
    if (state === 'pending') world.removeMembership(login, user.login);
    else {
      if (role === 'admin' && world.ownersOf(id).length === 1) throw lastOwner();
      platform.removeMember(login, user.login, world.userById(caller.actorId)?.login);
    }
  });

  function changed(caller: OrganizationCaller, user: UserRecord, before: MembershipRecord, role: SetRole) {
    const { organization, actorId } = caller;
    if (user.id === actorId && before.role === 'admin' && role !== 'admin') throw demotesItself();
    for (const { id } of world.openInvitationsOf(organization.login, user.id)) {
      world.changeInvitation(organization.login, id, invitationRole[role]);
    }
    return world.setRole(organization.login, user.login, role);
  }

  function added({ organization, actorId: by }: OrganizationCaller, user: UserRecord, role: SetRole) {
    const isManaged = hasManagedUsers(organization, links);
    if (organization.addsMembersDirectly ?? (links.kind === 'enterprise-server' || isManaged)) {
      // On GHE.com nobody else has an account; the shortcode in a login is not shown there.
      if (isManaged && links.kind === 'cloud' && !user.login.includes('_')) throw invitationRefused('not-managed');
      if (user.suspension !== null) throw invitationRefused('suspended');
      checkSeat(organization, parts);
      return platform.asApi.add(organization.login, user.login, role, by);
    }
    checkedInvitation(organization, { inviteeId: user.id, email: null, teamIds: [] }, parts);
    platform.asApi.invite({ organization: organization.login, login: user.login, role: invitationRole[role], by });
    return need(world.membership(organization.id, user.id), `membership of '${user.login}'`);
  }
}

type SetRole = 'admin' | 'member';
const givenMembership = bodyOf({ role: oneOf<SetRole>(['admin', 'member'], 'member') });
const membershipBody = (body: unknown) => givenMembership(body === undefined ? {} : body);
const invitationRole = { admin: 'admin', member: 'direct_member' } as const;

const notAMember = ({ organization }: OrganizationCaller, { login }: UserRecord) =>
  new ApiError(403, `You must be a member of ${organization.login} to see membership information for ${login}.`);
const demotesItself = () => new ApiError(403, 'You cannot demote yourself. Admins must be demoted by another admin.');
const lastOwner = () => new ApiError(403, 'You cannot remove the last owner of an organization.');
