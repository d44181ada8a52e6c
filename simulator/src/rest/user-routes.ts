import type { FastifyRequest } from 'fastify';
import { anyone, anyViewer, callingUser } from '../api/callers.ts';
import { demand, notAccessible, notFound, SSO_HEADER, samlRequired, validationFailed } from '../api/errors.ts';
import { accessibleOrganization } from '../api/organization-access.ts';
import { acceptedHeader, covers } from '../api/permissions.ts';
import type { Parts } from '../parts.ts';
import { botLoginOf } from '../views/accounts.ts';
import type { UserRecord } from '../world/records.ts';
import type { Endpoints } from './endpoint.ts';

const MEMBERS_READ = { members: 'read' } as const;

/** GitHub docs: REST API endpoints for users and organizations. */
export function userRoutes(endpoint: Endpoints, parts: Parts): void {
  const { world, app, visibility, views, links } = parts;
  const withheldHeader = (user: UserRecord): Record<string, string> => {
    const ids = visibility.withheldOrganizationIds(user);
    return ids.length === 0 ? {} : { [SSO_HEADER]: `partial-results; organizations=${ids.join(',')}` };
  };

  endpoint('GET /user', callingUser, ({ caller }) => views.fullUser(caller));

  endpoint('GET /user/orgs', callingUser, ({ caller, reply, page }) => {
    const organizations = visibility
      .memberships(caller)
      .filter(({ state }) => state === 'active')
      .map(({ organizationId }) => world.organizationById(organizationId))
      .filter((organization) => organization !== null);
    reply.headers(withheldHeader(caller));
    return page(organizations, views.organization);
  });

  endpoint('GET /user/memberships/orgs', callingUser, ({ caller, query, reply, page }) => {
    const state = query.get('state');
    if (state !== null && state !== 'active' && state !== 'pending') {
      throw validationFailed({ resource: 'OrganizationMembership', code: 'invalid', field: 'state' });
    }
    const memberships = visibility.memberships(caller).filter((entry) => state === null || entry.state === state);
    reply.headers(withheldHeader(caller));
    return page(memberships, views.membership);
  });

  endpoint('GET /user/memberships/orgs/:login', callingUser, ({ caller: user, params, reply }) => {
    reply.headers(acceptedHeader(MEMBERS_READ));
    const { organization, access } = accessibleOrganization({ kind: 'user', user }, params.login, parts);
    if (!covers(access.permissions, MEMBERS_READ)) throw notAccessible(MEMBERS_READ);
    return views.membership(demand(world.membership(organization.id, user.id)));
  });

  const viewing = (request: FastifyRequest) => anyViewer(request, world);
  endpoint('GET /orgs/:org', viewing, ({ caller: viewer, params }) => {
    const organization = demand(world.organization(params.org));
    const access = viewer && visibility.organizationAccess(viewer, organization);
    if (access?.hidden) throw notFound();
    if (access?.samlWithheld) throw samlRequired(links.web(`/orgs/${organization.login}/sso`));
    const { membership = null, permissions = {} } = access ?? {};
    const isOwner = viewer?.kind === 'installation' || membership?.role === 'admin';
    // People see the base permission without the App.
    const seesBase = membership?.role === 'admin' || (isOwner && covers(permissions, { administration: 'read' }));
    const base = seesBase ? { default_repository_permission: organization.basePermission.toLowerCase() } : {};
    const seesPlan = isOwner && covers(permissions, { organization_plan: 'read' });
    const plan = seesPlan ? { plan: views.plan(organization) } : {};
    return { ...views.fullOrganization(organization), ...base, ...plan };
  });

  endpoint('GET /users/:login', anyone, ({ params: { login } }) => {
    if (login.toLowerCase() === botLoginOf(app).toLowerCase()) return views.bot();
    const user = visibility.person(login);
    return user ? views.fullUser(user) : views.fullOrganization(demand(world.organization(login)));
  });
}
