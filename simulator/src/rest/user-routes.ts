import type { FastifyInstance } from 'fastify';
import { ApiError, addressNotAllowed, notAccessible, notFound, samlRequired } from '../api/errors.ts';
import { exchangeOf } from '../api/exchange.ts';
import { callingUser } from '../api/guard.ts';
import type { Visibility } from '../api/visibility.ts';
import type { Links } from '../links.ts';
import type { RestViews } from '../views/views.ts';
import type { UserRecord } from '../world/records.ts';
import type { World } from '../world/world.ts';
import { pageOf } from './paging.ts';

/** What the profile and membership calls need. */
export interface RestUserDeps {
  readonly world: World;
  readonly visibility: Visibility;
  readonly views: RestViews;
  readonly links: Links;
}

/** Profile, organizations and memberships. GitHub docs: REST API endpoints for users and organizations. */
export function restUserRoutes(app: FastifyInstance, { world, visibility, views, links }: RestUserDeps): void {
  const withheldHeader = (user: UserRecord): Record<string, string> => {
    const ids = visibility.withheldOrganizationIds(user);
    return ids.length === 0 ? {} : { 'x-github-sso': `partial-results; organizations=${ids.join(',')}` };
  };

  app.get('/user', async (request) => views.fullUser(callingUser(request)));

  app.get('/user/orgs', async (request, reply) => {
    const user = callingUser(request);
    const organizations = visibility
      .memberships(user)
      .filter(({ state }) => state === 'active')
      .map(({ organizationId }) => world.organizationById(organizationId))
      .filter((organization) => organization !== null);
    reply.headers(withheldHeader(user));
    return pageOf(organizations, request, reply, links).map(views.organization);
  });

  app.get<{ Querystring: { state?: unknown } }>('/user/memberships/orgs', async (request, reply) => {
    const user = callingUser(request);
    const { state } = request.query;
    if (state !== undefined && state !== 'active' && state !== 'pending') {
      throw new ApiError(422, 'Validation Failed', {}, [
        { resource: 'OrganizationMembership', code: 'invalid', field: 'state' },
      ]);
    }
    const memberships = visibility.memberships(user).filter((entry) => state === undefined || entry.state === state);
    reply.headers(withheldHeader(user));
    return pageOf(memberships, request, reply, links).map(views.membership);
  });

  app.get<{ Params: { login: string } }>('/user/memberships/orgs/:login', async (request) => {
    const user = callingUser(request);
    const organization = world.organization(request.params.login);
    if (!organization) throw notFound();
    const access = visibility.organizationAccess({ kind: 'user', user }, organization);
    if (access.hidden) throw notFound();
    if (access.addressRefused) throw addressNotAllowed(organization);
    if (access.samlWithheld) throw samlRequired(links.web(`/orgs/${organization.login}/sso`));
    if (!access.appReadsMembers) throw notAccessible('members=read');
    const membership = world.membership(organization.id, user.id);
    if (!membership) throw notFound();
    return views.membership(membership);
  });

  app.get<{ Params: { login: string } }>('/orgs/:login', async (request) => {
    const organization = world.organization(request.params.login);
    if (!organization) throw notFound();
    const user = exchangeOf(request)?.credential.user;
    const access = user ? visibility.organizationAccess({ kind: 'user', user }, organization) : null;
    if (access?.hidden) throw notFound();
    if (access?.samlWithheld) throw samlRequired(links.web(`/orgs/${organization.login}/sso`));
    return views.fullOrganization(organization);
  });

  app.get<{ Params: { login: string } }>('/users/:login', async (request) => {
    const user = visibility.person(request.params.login);
    if (user) return views.fullUser(user);
    const organization = world.organization(request.params.login);
    if (organization) return views.fullOrganization(organization);
    throw notFound();
  });
}
