import type { FastifyInstance } from 'fastify';
import { anyone, rateOwnerOf } from '../api/callers.ts';
import { ApiError, errorBody, notFound } from '../api/errors.ts';
import { guardApi } from '../api/guard.ts';
import type { Parts } from '../parts.ts';
import { appRoutes } from './app-routes.ts';
import { endpointsOn } from './endpoint.ts';
import { hookRoutes } from './hook-routes.ts';
import { installationRoutes } from './installation-routes.ts';
import { manifestRoutes } from './manifest-routes.ts';
import { invitationRoutes } from './members/invitation-routes.ts';
import { membershipRoutes } from './members/membership-routes.ts';
import { outsideRoutes } from './members/outside-routes.ts';
import { peopleRoutes } from './members/people-routes.ts';
import { teamMembershipRoutes } from './members/team-membership-routes.ts';
import { personalTokenRoutes } from './personal-token-routes.ts';
import { roleRoutes } from './role-routes.ts';
import { accessRoutes } from './teams/access-routes.ts';
import { collaboratorRoutes } from './teams/collaborator-routes.ts';
import { teamChangeRoutes } from './teams/team-change-routes.ts';
import { teamRoutes } from './teams/team-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { userRoutes } from './user-routes.ts';

export function restRoutes(server: FastifyInstance, parts: Parts): void {
  const { links, limits, world } = parts;
  guardApi(server, 'core', parts);
  server.addHook('preHandler', async () => world.expireInvitations());
  const endpoint = endpointsOn(server, parts);
  const routes = [
    userRoutes,
    installationRoutes,
    appRoutes,
    hookRoutes,
    manifestRoutes,
    invitationRoutes,
    membershipRoutes,
    peopleRoutes,
    outsideRoutes,
    teamMembershipRoutes,
    teamRoutes,
    teamChangeRoutes,
    accessRoutes,
    collaboratorRoutes,
    roleRoutes,
    personalTokenRoutes,
    tokenRoutes,
  ];
  for (const declare of routes) declare(endpoint, parts);

  endpoint('GET /rate_limit', anyone, ({ request }) => {
    if (!limits.enforced()) throw new ApiError(404, 'Rate limiting is not enabled.');
    const owner = rateOwnerOf(request);
    const [core, graphql, manifests] = (['core', 'graphql', 'integration_manifest'] as const).map((resource) =>
      limits.charge(owner, resource, 0),
    );
    return { resources: { core, search: limits.search(), graphql, integration_manifest: manifests }, rate: core };
  });

  endpoint('GET /meta', anyone, () => ({
    verifiable_password_authentication: links.kind === 'enterprise-server',
    ...(links.kind === 'enterprise-server' && { installed_version: links.serverVersion }),
  }));

  server.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(notFound(), links.kind)));
}
