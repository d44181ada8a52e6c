import type { FastifyInstance } from 'fastify';
import { callingUser } from '../api/callers.ts';
import { demand, notAccessible, notFound, samlRequired, validationFailed } from '../api/errors.ts';
import { accessibleOrganization } from '../api/organization-gate.ts';
import type { Parts } from '../parts.ts';
import type { UserRecord } from '../world/records.ts';
import { pageOf } from './paging.ts';

/** Profile, organizations and memberships. GitHub docs: REST API endpoints for users and organizations. */
export function userRoutes(server: FastifyInstance, parts: Parts): void {
  const { world, visibility, views, links } = parts;
  const withheldHeader = (user: UserRecord): Record<string, string> => {
    const ids = visibility.withheldOrganizationIds(user);
    return ids.length === 0 ? {} : { 'x-github-sso': `partial-results; organizations=${ids.join(',')}` };
  };

  server.get('/user', async (request) => views.fullUser(callingUser(request)));

  server.get('/user/orgs', async (request, reply) => {
    const user = callingUser(request);
    const organizations = visibility
      .memberships(user)
      .filter(({ state }) => state === 'active')
      .map(({ organizationId }) => world.organizationById(organizationId))
      .filter((organization) => organization !== null);
    reply.headers(withheldHeader(user));
    return pageOf(organizations, request, reply, links).map(views.organization);
  });

  server.get<{ Querystring: { state?: unknown } }>('/user/memberships/orgs', async (request, reply) => {
    const user = callingUser(request);
    const { state } = request.query;
    if (state !== undefined && state !== 'active' && state !== 'pending') {
      throw validationFailed({ resource: 'OrganizationMembership', code: 'invalid', field: 'state' });
    }
    const memberships = visibility.memberships(user).filter((entry) => state === undefined || entry.state === state);
    reply.headers(withheldHeader(user));
    return pageOf(memberships, request, reply, links).map(views.membership);
  });

  server.get<{ Params: { login: string } }>('/user/memberships/orgs/:login', async (request) => {
    const user = callingUser(request);
    const { organization, access } = accessibleOrganization({ kind: 'user', user }, request.params.login, parts);
    if (!access.appReadsMembers) throw notAccessible('members=read');
    return views.membership(demand(world.membership(organization.id, user.id)));
  });

  server.get<{ Params: { login: string } }>('/orgs/:login', async ({ params, credential: { user } }) => {
    const organization = demand(world.organization(params.login));
    const access = user ? visibility.organizationAccess({ kind: 'user', user }, organization) : null;
    if (access?.hidden) throw notFound();
    if (access?.samlWithheld) throw samlRequired(links.web(`/orgs/${organization.login}/sso`));
    return views.fullOrganization(organization);
  });

  server.get<{ Params: { login: string } }>('/users/:login', async ({ params: { login } }) => {
    const user = visibility.person(login);
    return user ? views.fullUser(user) : views.fullOrganization(demand(world.organization(login)));
  });
}
