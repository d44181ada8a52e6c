import type { FastifyRequest } from 'fastify';
import { demand, notFound } from '../../api/errors.ts';
import { administratorIn } from '../../api/organization-access.ts';
import { needing } from '../../api/permissions.ts';
import type { Parts } from '../../parts.ts';
import type { InvitationRole } from '../../world/records.ts';
import { bodyOf, integer, invalidRequest, listOf, oneOf, optional, text } from '../body.ts';
import type { Endpoints } from '../endpoint.ts';
import { invalidField, NOT_AN_OWNER } from './refusals.ts';
import { checkedInvitation, checkInviter, hasManagedUsers, repeatedInvitation } from './rules.ts';

/** The world has no hiring managers. */
const LISTED_ROLES = ['all', 'admin', 'direct_member', 'billing_manager', 'hiring_manager'];
const LISTED_SOURCES = ['all', 'member', 'scim'];

const invitationBody = bodyOf({
  invitee_id: optional(integer),
  email: optional(text),
  team_ids: optional(listOf(integer)),
  role: oneOf<InvitationRole>(['direct_member', 'admin', 'billing_manager', 'reinstate'], 'direct_member'),
});

/** Not on Enterprise Server or for managed users. GitHub docs: REST API endpoints for organization members. */
export function invitationRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, links, views, platform } = parts;
  if (links.kind === 'enterprise-server') return;

  const administrator = (level: 'read' | 'write', message: string) => {
    const check = administratorIn({ members: level }, message, parts);
    return needing(check.needed, (request: FastifyRequest, { org }: { readonly org: string }) => {
      const organization = world.organization(org);
      if (organization !== null && hasManagedUsers(organization, links)) throw notFound();
      return check(request, { org: organization?.login ?? '' });
    });
  };
  const reader = administrator('read', NOT_AN_OWNER.list);
  const writer = administrator('write', NOT_AN_OWNER.invite);
  const remover = administrator('write', NOT_AN_OWNER.cancel);

  endpoint(
    'POST /orgs/:org/invitations',
    { by: writer, creates: true, body: invitationBody, status: 201 },
    ({ caller, body }) => {
      const { organization, actorId } = caller;
      const { invitee_id: inviteeId, role } = body;
      if (inviteeId === null && body.email === null) {
        throw invalidRequest('"invitee_id" wasn\'t supplied.\n"email" wasn\'t supplied.');
      }
      const invitationRequest = {
        inviteeId,
        email: inviteeId === null ? body.email : null,
        teamIds: body.team_ids ?? [],
      };
      checkInviter(caller, { email: invitationRequest.email, role });
      const open = repeatedInvitation(organization, invitationRequest, world);
      if (open !== null) return views.invitation(open);
      const { invitee, email, teamIds } = checkedInvitation(organization, invitationRequest, parts);
      const invitation = platform.asApi.invite({
        organization: organization.login,
        ...(invitee ? { login: invitee.login } : {}),
        ...(email === null ? {} : { email }),
        role,
        teams: teamIds,
        by: actorId,
      });
      return views.invitation(invitation);
    },
  );

  endpoint('GET /orgs/:org/invitations', reader, ({ caller, query, page }) => {
    const [role, source] = [query.get('role') ?? 'all', query.get('invitation_source') ?? 'all'];
    if (!LISTED_ROLES.includes(role)) throw invalidField('role');
    if (!LISTED_SOURCES.includes(source)) throw invalidField('invitation_source');
    const listed = world
      .openInvitations(caller.organization.login)
      .filter((invitation) => role === 'all' || invitation.role === role)
      .filter((invitation) => source === 'all' || invitation.source === source);
    return page(listed, views.invitation);
  });

  endpoint('GET /orgs/:org/failed_invitations', reader, ({ caller, page }) =>
    page(world.failedInvitations(caller.organization.login), views.invitation),
  );

  // Dismisses a failed invitation; repeating a cancellation succeeds.
  endpoint('DELETE /orgs/:org/invitations/:id', remover, ({ caller: { organization, actorId }, params }) => {
    const existing = world.invitation(Number(params.id));
    if (existing?.organizationId === organization.id && existing.state === 'cancelled') return;
    if (existing?.organizationId === organization.id && existing.state === 'failed') {
      platform.asApi.dismissInvitation(organization.login, existing.id, actorId);
    } else platform.asApi.cancelInvitation(organization.login, openOne(organization.login, params.id).id, actorId);
  });

  endpoint('GET /orgs/:org/invitations/:id/teams', reader, ({ caller, params, page }) => {
    const teams = openOne(caller.organization.login, params.id)
      .teamIds.map((teamId) => world.teamById(teamId))
      .filter((team) => team !== null);
    return page(teams, views.team);
  });

  const openOne = (organization: string, id: string) =>
    demand(world.openInvitations(organization).find((open) => String(open.id) === id));
}
