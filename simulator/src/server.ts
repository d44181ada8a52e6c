import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { createAppJwtCheck } from './api/app-jwt.ts';
import { createCreationLimit } from './api/creation-limit.ts';
import { createEntityTags } from './api/entity-tags.ts';
import { createRateLimits } from './api/rate-limits.ts';
import { readBodies } from './api/request-bodies.ts';
import { createVisibility } from './api/visibility.ts';
import { createInstallationTokens } from './apps/installation-tokens.ts';
import { createSecretStrings } from './apps/secret-strings.ts';
import { type Control, type ControlParts, createControl } from './control/control.ts';
import { createFaults } from './control/faults.ts';
import { createHolds } from './control/holds.ts';
import { createRequestLog } from './control/request-log.ts';
import { controlRoutes } from './control/routes.ts';
import { watchTraffic } from './control/traffic.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import { authorizeRoutes } from './oauth/authorize-routes.ts';
import { createOauthCodes } from './oauth/codes.ts';
import { tokenRoutes } from './oauth/token-routes.ts';
import { createUserTokens } from './oauth/user-tokens.ts';
import { avatarRoutes } from './pages/avatars.ts';
import { belongingRoutes } from './pages/belonging.ts';
import { installRoutes } from './pages/install/routes.ts';
import { installSettingsRoutes } from './pages/install/settings-routes.ts';
import { webPages } from './pages/web-pages.ts';
import type { Parts } from './parts.ts';
import { createPlatformActions } from './platform/platform.ts';
import { restRoutes } from './rest/routes.ts';
import { createViews } from './views/views.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** The whole platform as a server that does not listen yet, and its control. */
export function createServer(given: Pick<Parts, 'app' | 'world' | 'links' | 'now'>): {
  readonly server: FastifyInstance;
  readonly control: Control;
} {
  const { app, world, links, now } = given;
  const secrets = createSecretStrings();
  const tables = {
    ...given,
    limits: createRateLimits(now, links.kind !== 'enterprise-server'),
    creations: createCreationLimit(now),
    entityTags: createEntityTags(),
    visibility: createVisibility(world, app),
    views: createViews(world, app, links),
    codes: createOauthCodes(secrets, now),
    userTokens: createUserTokens(secrets, now),
    installationTokens: createInstallationTokens(secrets, now, app.id),
    checkAppJwt: createAppJwtCheck(app, now),
    webhooks: createWebhooks(app, links, now),
  };
  const parts: Parts = { ...tables, platform: createPlatformActions(tables) };
  const steered: ControlParts = {
    faults: createFaults(),
    holds: createHolds(),
    latencies: [],
    log: createRequestLog(),
    secrets,
  };
  const control = createControl(parts, steered);

  const server = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  readBodies(server);
  watchTraffic(server, parts, steered);
  server.register(async (pages) => {
    pages.register(formbody);
    authorizeRoutes(pages, parts);
    tokenRoutes(pages, parts);
    pages.register(async (install) => installRoutes(install, parts));
    installSettingsRoutes(pages, parts);
    belongingRoutes(pages, parts);
  });
  server.register(async (rest) => restRoutes(rest, parts), { prefix: links.restPath });
  server.register(async (graphql) => graphqlRoutes(graphql, parts));
  server.register(async (steering) => controlRoutes(steering, parts, control, steered.holds), { prefix: '/_control' });
  avatarRoutes(server);
  webPages(server, parts);
  return { server, control };
}
