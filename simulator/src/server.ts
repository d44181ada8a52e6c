import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { readBodies } from './api/request-bodies.ts';
import { type Control, createControl, createControlParts } from './control/control.ts';
import { controlRoutes } from './control/routes.ts';
import { watchTraffic } from './control/traffic.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import { authorizeRoutes } from './oauth/authorize-routes.ts';
import { tokenRoutes } from './oauth/token-routes.ts';
import { belongingRoutes } from './pages/belonging.ts';
import { installRoutes } from './pages/install/routes.ts';
import { installSettingsRoutes } from './pages/install/settings-routes.ts';
import { registerRoutes } from './pages/register/routes.ts';
import { avatarRoutes, webPages } from './pages/web-pages.ts';
import { createParts, type PartsDeps } from './parts.ts';
import { restRoutes } from './rest/routes.ts';

export function createServer(deps: PartsDeps): {
  readonly server: FastifyInstance;
  readonly control: Control;
} {
  const parts = createParts(deps);
  const { links } = parts;
  const controlParts = createControlParts();
  const control = createControl(parts, controlParts);

  const server = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  readBodies(server);
  watchTraffic(server, parts, controlParts);
  server.register(async (pages) => {
    pages.register(formbody);
    authorizeRoutes(pages, parts);
    tokenRoutes(pages, parts);
    pages.register(async (install) => installRoutes(install, parts));
    installSettingsRoutes(pages, parts);
    belongingRoutes(pages, parts);
    registerRoutes(pages, parts);
  });
  server.register(async (rest) => restRoutes(rest, parts), { prefix: links.restPath });
  server.register(async (graphql) => graphqlRoutes(graphql, parts));
  server.register(async (steering) => controlRoutes(steering, parts, control, controlParts.holds), {
    prefix: '/_control',
  });
  avatarRoutes(server);
  webPages(server, parts);
  return { server, control };
}
