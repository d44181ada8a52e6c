import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { createCreationLimit } from './api/creation-limit.ts';
import { createEntityTags } from './api/entity-tags.ts';
import { createRateLimits } from './api/rate-limits.ts';
import { readBodies } from './api/request-bodies.ts';
import { createVisibility } from './api/visibility.ts';
import { createInstallationTokens } from './apps/installation-tokens.ts';
import { createAppJwtCheck } from './apps/jwt.ts';
import type { AppRegistration } from './apps/registration.ts';
import { createSecretStrings } from './apps/secret-strings.ts';
import { type Control, createControl, type Latency } from './control/control.ts';
import { createFaults } from './control/faults.ts';
import { createHolds } from './control/holds.ts';
import { createRequestLog } from './control/request-log.ts';
import { controlRoutes } from './control/routes.ts';
import { watchTraffic } from './control/traffic.ts';
import { graphqlRoutes } from './graphql/routes.ts';
import type { Links } from './links.ts';
import { oauthAuthorizeRoutes } from './oauth/authorize-routes.ts';
import { createOauthCodes } from './oauth/codes.ts';
import { oauthTokenRoutes } from './oauth/token-routes.ts';
import { createUserTokens } from './oauth/user-tokens.ts';
import { avatarRoutes } from './pages/avatars.ts';
import { belongingRoutes } from './pages/belonging.ts';
import { installRoutes } from './pages/install/routes.ts';
import { installSettingsRoutes } from './pages/install/settings-routes.ts';
import { webPages } from './pages/web-pages.ts';
import { createPlatformActions } from './platform/platform.ts';
import { restRoutes } from './rest/routes.ts';
import { oauthMaintenanceRoutes } from './rest/token-routes.ts';
import { createRestViews } from './views/views.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import type { World } from './world/world.ts';

/** What a simulated platform is made of. */
export interface PlatformOptions {
  readonly app: AppRegistration;
  readonly world: World;
  readonly links: Links;
  readonly now: () => number;
}

/** The whole platform as a server that does not listen yet, and its control. */
export function createPlatform({ app, world, links, now }: PlatformOptions): {
  server: FastifyInstance;
  control: Control;
} {
  const secrets = createSecretStrings();
  const codes = createOauthCodes(secrets, now);
  const userTokens = createUserTokens(secrets, now);
  const installationTokens = createInstallationTokens(secrets, now, app.id);
  const limits = createRateLimits(now, links.kind !== 'enterprise-server');
  const creations = createCreationLimit(now);
  const entityTags = createEntityTags();
  const log = createRequestLog();
  const faults = createFaults();
  const holds = createHolds();
  const latencies: Latency[] = [];
  const visibility = createVisibility(world, app);
  const views = createRestViews(world, app, links);
  const checkAppJwt = createAppJwtCheck(app, now);
  const webhooks = createWebhooks(app, links, now);
  const tables = {
    app,
    world,
    links,
    limits,
    creations,
    entityTags,
    visibility,
    views,
    codes,
    userTokens,
    installationTokens,
  };
  const platform = createPlatformActions({ ...tables, webhooks, now });
  const shared = { ...tables, checkAppJwt, webhooks, platform, now };
  const control = createControl({ ...shared, faults, holds, latencies, log, secrets });

  const server = fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 500 } });
  readBodies(server);
  watchTraffic(server, { ...shared, log, faults, holds, latencies: () => latencies, ownerOfCode: codes.ownerOf });

  server.register(async (oauth) => {
    oauth.register(formbody);
    oauthAuthorizeRoutes(oauth, shared);
    oauthTokenRoutes(oauth, shared);
  });
  server.register(async (pages) => {
    pages.register(formbody);
    pages.register(async (install) => installRoutes(install, shared));
    pages.register(async (settings) => installSettingsRoutes(settings, shared));
    pages.register(async (belonging) => belongingRoutes(belonging, shared));
  });
  server.register(
    async (rest) => {
      restRoutes(rest, shared);
      oauthMaintenanceRoutes(rest, shared);
    },
    { prefix: links.restPath },
  );
  server.register(async (graphql) => graphqlRoutes(graphql, shared));
  server.register(async (steering) => controlRoutes(steering, { control, world, holds, app, links }), {
    prefix: '/_control',
  });
  avatarRoutes(server);
  webPages(server, { world, app });
  return { server, control };
}
