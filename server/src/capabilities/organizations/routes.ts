import { ErrorAnswer, OrganizationAnswer, OrganizationsAnswer } from '@orgdesk/contract';
import type { FastifyPluginAsync } from 'fastify';
import { callerOf, type SessionGuard, SIGN_IN_FIRST } from '../../http/session-guard.ts';
import { createListOrganizations, type ListOrganizationsDeps } from './list-organizations.ts';
import { wireOf } from './messages.ts';
import { GET_ORGANIZATION, LIST_ORGANIZATIONS } from './operations.ts';

export interface OrganizationRoutesDeps extends ListOrganizationsDeps {
  readonly guard: SessionGuard;
}

/** Specification: `GET /api/organizations`, `GET /api/organizations/{login}`. */
export const organizationRoutes: FastifyPluginAsync<OrganizationRoutesDeps> = async (app, { guard, installations }) => {
  const organizations = createListOrganizations({ installations });
  const onRequest = guard.requireSession(SIGN_IN_FIRST);

  app.get(
    '/api/organizations',
    {
      config: { operation: LIST_ORGANIZATIONS },
      onRequest,
      schema: { response: { 200: OrganizationsAnswer, 401: ErrorAnswer } },
    },
    async (request) => ({ organizations: await organizations.list(callerOf(request).session) }),
  );

  app.get<{ Params: { login: string } }>(
    '/api/organizations/:login',
    {
      config: { operation: GET_ORGANIZATION },
      onRequest,
      schema: { response: { 200: OrganizationAnswer, '4xx': ErrorAnswer } },
    },
    async (request, reply) => {
      const found = await organizations.find(callerOf(request).session, request.params.login);
      if (found.ok) return { organization: found.value };
      const { status, error } = wireOf[found.refusal];
      return reply.code(status).send({ error });
    },
  );
};
