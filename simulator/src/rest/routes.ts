import type { FastifyInstance } from 'fastify';
import { rateOwnerOf, requireApp } from '../api/callers.ts';
import { errorBody, notFound } from '../api/errors.ts';
import { guardApi } from '../api/guard.ts';
import type { Parts } from '../parts.ts';
import { appRoutes } from './app-routes.ts';
import { hookRoutes } from './hook-routes.ts';
import { installationRoutes } from './installation-routes.ts';
import { invitationRoutes } from './members/invitation-routes.ts';
import { membershipRoutes } from './members/membership-routes.ts';
import { tokenRoutes } from './token-routes.ts';
import { userRoutes } from './user-routes.ts';

/** The REST API below its base path, unknown paths included. */
export function restRoutes(server: FastifyInstance, parts: Parts): void {
  const { links, limits, world } = parts;
  guardApi(server, 'core', parts);
  server.addHook('preHandler', async () => world.expireInvitations());
  userRoutes(server, parts);
  installationRoutes(server, parts);
  server.register(async (ofApp) => {
    ofApp.addHook('preHandler', requireApp);
    appRoutes(ofApp, parts);
    hookRoutes(ofApp, parts);
  });
  server.register(async (invitations) => invitationRoutes(invitations, parts));
  membershipRoutes(server, parts);
  tokenRoutes(server, parts);

  server.get('/rate_limit', async (request, reply) => {
    if (!limits.enforced()) {
      return reply
        .code(404)
        .send({ message: 'Rate limiting is not enabled.', documentation_url: 'https://docs.github.com/rest' });
    }
    const { key } = rateOwnerOf(request);
    const core = limits.charge(key, 'core', 0);
    return { resources: { core, graphql: limits.charge(key, 'graphql', 0) }, rate: core };
  });

  server.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(notFound(), links.kind)));
}
