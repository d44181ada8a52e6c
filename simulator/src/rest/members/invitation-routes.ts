import type { FastifyInstance } from 'fastify';
import { demand, notFound } from '../../api/errors.ts';
import { administratorIn } from '../../api/organization-gate.ts';
import type { Parts } from '../../parts.ts';
import { pageOf } from '../paging.ts';
import { invalidField, NOT_AN_OWNER } from './refusals.ts';
import { invitationRequest } from './request.ts';
import { checkedInvitation, hasManagedUsers, repeatedInvitation } from './rules.ts';

/** Roles the list can be narrowed to. Nobody in this world hires. */
const LISTED_ROLES = ['all', 'admin', 'direct_member', 'billing_manager', 'hiring_manager'] as const;

/**
 * Invitations into organizations. An Enterprise Server has none of these calls, and organizations of managed users have none.
 * GitHub docs: REST API endpoints for organization members.
 */
export function invitationRoutes(server: FastifyInstance, parts: Parts): void {
  const { world, links, views, platform, creations } = parts;
  if (links.kind === 'enterprise-server') return;
  server.addHook<{ Params: { org?: string } }>('preHandler', async ({ params: { org = '' } }) => {
    const organization = world.organization(org) ?? world.organizationById(Number(org));
    if (organization !== null && hasManagedUsers(organization, links)) throw notFound();
  });

  server.post<{ Params: { org: string } }>('/orgs/:org/invitations', async (request, reply) => {
    const { organization, actorId } = administratorIn(request, 'write', NOT_AN_OWNER.invite, parts);
    creations.take(request);
    const asked = invitationRequest(request.body);
    const open = repeatedInvitation(organization, asked, world);
    if (open !== null) return reply.code(201).send(views.invitation(open));
    const { invitee, email, teamSlugs } = checkedInvitation(organization, asked, world);
    const invitation = platform.asApi.invite({
      organization: organization.login,
      ...(invitee ? { login: invitee.login } : {}),
      ...(email === null ? {} : { email }),
      role: asked.role,
      teams: teamSlugs,
      by: actorId,
    });
    return reply.code(201).send(views.invitation(invitation));
  });

  type ListQuery = { readonly role?: unknown; readonly invitation_source?: unknown };
  server.get<{ Params: { org: string }; Querystring: ListQuery }>('/orgs/:org/invitations', async (request, reply) => {
    const { organization } = administratorIn(request, 'read', NOT_AN_OWNER.list, parts);
    const { role = 'all', invitation_source: source = 'all' } = request.query;
    if (!LISTED_ROLES.some((known) => known === role)) throw invalidField('role');
    if (source !== 'all' && source !== 'member' && source !== 'scim') throw invalidField('invitation_source');
    const listed = world
      .openInvitations(organization.login)
      .filter((invitation) => source !== 'scim' && (role === 'all' || invitation.role === role));
    return pageOf(listed, request, reply, links).map(views.invitation);
  });

  server.get<{ Params: { org: string } }>('/orgs/:org/failed_invitations', async (request, reply) => {
    const { organization } = administratorIn(request, 'read', NOT_AN_OWNER.list, parts);
    return pageOf(world.failedInvitations(organization.login), request, reply, links).map(views.invitation);
  });

  type OneOf = { Params: { org: string; id: string } };
  server.delete<OneOf>('/orgs/:org/invitations/:id', async (request, reply) => {
    const { organization } = administratorIn(request, 'write', NOT_AN_OWNER.invite, parts);
    const { id } = openOne(organization.login, request.params.id);
    platform.cancelInvitation(organization.login, id);
    return reply.code(204).send();
  });

  // The address in an invitation names the organization by its ID.
  for (const path of ['/orgs/:org/invitations/:id/teams', '/organizations/:org/invitations/:id/teams']) {
    server.get<OneOf>(path, async (request, reply) => {
      const { org, id } = request.params;
      const name = path.startsWith('/orgs') ? org : (world.organizationById(Number(org))?.login ?? '');
      const { organization } = administratorIn(request, 'read', NOT_AN_OWNER.list, parts, name);
      const teams = openOne(organization.login, id)
        .teamIds.map((teamId) => world.teamById(teamId))
        .filter((team) => team !== null);
      return pageOf(teams, request, reply, links).map(views.team);
    });
  }

  const openOne = (organization: string, id: string) =>
    demand(world.openInvitations(organization).find((open) => String(open.id) === id));
}
