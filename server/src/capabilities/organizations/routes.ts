import { GET_ORGANIZATION, LIST_ORGANIZATIONS } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { addEndpoint } from '../../http/contract/add-endpoint.ts';
import { sendRefusal } from '../../http/contract/refusals.ts';
import { callerOf, installationsOf, type SessionGuard } from '../../http/session/session-guard.ts';
import { findOrganization, listOrganizations } from './list-organizations.ts';
import { wireOf } from './messages.ts';

export interface OrganizationRoutesDeps {
  readonly guard: SessionGuard;
}

/** Specification: `GET /api/organizations`, `GET /api/organizations/{login}`. */
export const organizationRoutes: FastifyPluginAsync<OrganizationRoutesDeps> = async (app, { guard }) => {
  const onRequest = guard.requireSessionWithInstallations();

  addEndpoint(app, LIST_ORGANIZATIONS, { onRequest }, async (request) => ({
    organizations: listOrganizations(callerOf(request).session, installationsOf(request)),
  }));

  addEndpoint(app, GET_ORGANIZATION, { onRequest, wireOf }, async (request, reply) => {
    const found = findOrganization(callerOf(request).session, installationsOf(request), request.params.login);
    return found.ok ? { organization: found.value } : sendRefusal(reply, wireOf[found.refusal]);
  });
};
