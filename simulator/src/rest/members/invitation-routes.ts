import type { FastifyInstance } from 'fastify';
import type { CreationLimit } from '../../api/creation-limit.ts';
import { ApiError, notFound } from '../../api/errors.ts';
import { callerIn, type OrganizationGateDeps, requireAdministrator } from '../../api/organization-gate.ts';
import type { Platform } from '../../platform/platform.ts';
import { invitationShape } from '../../views/invitations.ts';
import type { RestViews } from '../../views/views.ts';
import { teamShape } from '../../views/webhooks.ts';
import type { InvitationRecord } from '../../world/records.ts';
import { pageOf } from '../paging.ts';
import { NOT_AN_OWNER } from './refusals.ts';
import { invitationRequest } from './request.ts';
import { checkedInvitation, hasManagedUsers, repeatedInvitation } from './rules.ts';

/** What the invitation and membership calls need. */
export interface RestInvitationDeps extends OrganizationGateDeps {
  readonly views: RestViews;
  readonly platform: Platform;
  readonly creations: CreationLimit;
}

/** Roles the list can be narrowed to. Nobody in this world hires. */
const LISTED_ROLES = ['all', 'admin', 'direct_member', 'billing_manager', 'hiring_manager'] as const;

/**
 * Invitations into organizations. An Enterprise Server has none of these calls, and organizations of managed users have none.
 * GitHub docs: REST API endpoints for organization members.
 */
export function restInvitationRoutes(server: FastifyInstance, deps: RestInvitationDeps): void {
  const { world, links, views, platform, creations } = deps;
  if (links.kind === 'enterprise-server') return;
  server.addHook<{ Params: { org?: string } }>('preHandler', async ({ params: { org = '' } }) => {
    const organization = world.organization(org) ?? world.organizationById(Number(org));
    if (organization !== null && hasManagedUsers(organization, links)) throw notFound();
  });
  const shape = (record: InvitationRecord) => invitationShape(record, { world, views, links });

  server.post<{ Params: { org: string } }>('/orgs/:org/invitations', async (request, reply) => {
    const caller = requireAdministrator(callerIn(request, request.params.org, 'write', deps), NOT_AN_OWNER.invite);
    creations.take(request);
    const { organization, actorId } = caller;
    const asked = invitationRequest(request.body);
    const open = repeatedInvitation(organization, asked, world);
    if (open !== null) return reply.code(201).send(shape(open));
    const { invitee, email, teamSlugs } = checkedInvitation(organization, asked, world);
    const invitation = platform.asApi.invite({
      organization: organization.login,
      ...(invitee ? { login: invitee.login } : {}),
      ...(email === null ? {} : { email }),
      role: asked.role,
      teams: teamSlugs,
      by: actorId,
    });
    return reply.code(201).send(shape(invitation));
  });

  type ListQuery = { readonly role?: unknown; readonly invitation_source?: unknown };
  server.get<{ Params: { org: string }; Querystring: ListQuery }>('/orgs/:org/invitations', async (request, reply) => {
    const caller = requireAdministrator(callerIn(request, request.params.org, 'read', deps), NOT_AN_OWNER.list);
    const { role = 'all', invitation_source: source = 'all' } = request.query;
    if (!LISTED_ROLES.some((known) => known === role)) throw invalidFilter('role');
    if (source !== 'all' && source !== 'member' && source !== 'scim') throw invalidFilter('invitation_source');
    const listed = world
      .openInvitations(caller.organization.login)
      .filter((invitation) => source !== 'scim' && (role === 'all' || invitation.role === role));
    return pageOf(listed, request, reply, links).map(shape);
  });

  server.get<{ Params: { org: string } }>('/orgs/:org/failed_invitations', async (request, reply) => {
    const caller = requireAdministrator(callerIn(request, request.params.org, 'read', deps), NOT_AN_OWNER.list);
    return pageOf(world.failedInvitations(caller.organization.login), request, reply, links).map(shape);
  });

  type OneOf = { Params: { org: string; id: string } };
  server.delete<OneOf>('/orgs/:org/invitations/:id', async (request, reply) => {
    const caller = requireAdministrator(callerIn(request, request.params.org, 'write', deps), NOT_AN_OWNER.invite);
    const { id } = openOne(caller.organization.login, request.params.id);
    platform.cancelInvitation(caller.organization.login, id);
    return reply.code(204).send();
  });

  // The address in an invitation names the organization by its ID.
  for (const path of ['/orgs/:org/invitations/:id/teams', '/organizations/:org/invitations/:id/teams']) {
    server.get<OneOf>(path, async (request, reply) => {
      const { org, id } = request.params;
      const name = path.startsWith('/orgs') ? org : (world.organizationById(Number(org))?.login ?? '');
      const { organization } = requireAdministrator(callerIn(request, name, 'read', deps), NOT_AN_OWNER.list);
      const teams = openOne(organization.login, id)
        .teamIds.map((teamId) => world.teamById(teamId))
        .filter((team) => team !== null);
      return pageOf(teams, request, reply, links).map((team) => teamShape(team, links, organization.login));
    });
  }

  function openOne(organization: string, id: string): InvitationRecord {
    const invitation = world.openInvitations(organization).find((open) => String(open.id) === id);
    if (!invitation) throw notFound();
    return invitation;
  }
}

const invalidFilter = (field: string) =>
  new ApiError(422, 'Validation Failed', {}, [{ resource: 'OrganizationInvitation', code: 'invalid', field }]);
