import { GET_ORGANIZATION, LIST_ORGANIZATIONS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { callerOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { createListOrganizations, type ListOrganizationsDeps } from './list-organizations.ts';
import { wireOf } from './messages.ts';

export interface OrganizationRoutesDeps extends ListOrganizationsDeps {
  readonly guard: SessionGuard;
}

/** Specification: `GET /api/organizations`, `GET /api/organizations/{login}`. */
export const organizationRoutes: FastifyPluginAsync<OrganizationRoutesDeps> = async (app, deps) => {
  const organizations = createListOrganizations(deps);
  const onRequest = deps.guard.requireSession();

  addEndpoint(app, LIST_ORGANIZATIONS, { onRequest }, async (request) => ({
    organizations: await organizations.list(callerOf(request).session),
  }));

  addEndpoint(app, GET_ORGANIZATION, { onRequest, wireOf }, async (request, reply) => {
    const found = await organizations.find(callerOf(request).session, request.params.login);
    return found.ok ? { organization: found.value } : sendRefusal(reply, wireOf[found.refusal]);
  });
};
