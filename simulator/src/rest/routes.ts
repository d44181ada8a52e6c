import type { FastifyInstance } from 'fastify';
import { errorBody, notFound } from '../api/errors.ts';
import { type ApiGuardDeps, guardApi, rateOwnerOf } from '../api/guard.ts';
import { type RestAppDeps, restAppRoutes } from './app-routes.ts';
import { type RestHookDeps, restHookRoutes } from './hook-routes.ts';
import { type RestInstallationDeps, restInstallationRoutes } from './installation-routes.ts';
import { type RestInvitationDeps, restInvitationRoutes } from './members/invitation-routes.ts';
import { restMembershipRoutes } from './members/membership-routes.ts';
import { type RestUserDeps, restUserRoutes } from './user-routes.ts';

/** The REST API below its base path, unknown paths included. */
export function restRoutes(
  app: FastifyInstance,
  deps: ApiGuardDeps & RestUserDeps & RestInstallationDeps & RestAppDeps & RestHookDeps & RestInvitationDeps,
): void {
  const { links, limits, world } = deps;
  guardApi(app, 'core', deps);
  app.addHook('preHandler', async () => world.expireInvitations());
  restUserRoutes(app, deps);
  restInstallationRoutes(app, deps);
  restAppRoutes(app, deps);
  restHookRoutes(app, deps);
  app.register(async (invitations) => restInvitationRoutes(invitations, deps));
  restMembershipRoutes(app, deps);

  app.get('/rate_limit', async (request, reply) => {
    if (!limits.enforced()) {
      return reply
        .code(404)
        .send({ message: 'Rate limiting is not enabled.', documentation_url: 'https://docs.github.com/rest' });
    }
    const { key } = rateOwnerOf(request);
    const core = limits.charge(key, 'core', 0);
    return { resources: { core, graphql: limits.charge(key, 'graphql', 0) }, rate: core };
  });

  app.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(notFound(), links.kind)));
}
