import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { createAppJwtCheck } from './app-jwt.ts';
import type { AppRegistration } from './app-registration.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { belongingRoutes } from './belonging-routes.ts';
import { type Control, createControl, type Latency } from './control.ts';
import { controlRoutes } from './control-routes.ts';
import { createCreationLimit } from './creation-limit.ts';
import { createEntityTags } from './entity-tags.ts';
import { createFaults } from './faults.ts';
import { graphqlRoutes } from './graphql-routes.ts';
import { createHolds } from './holds.ts';
import { installRoutes } from './install-routes.ts';
import { installSettingsRoutes } from './install-settings-routes.ts';
import { createInstallationTokens } from './installation-tokens.ts';
import type { Links } from './links.ts';
import { oauthAuthorizeRoutes } from './oauth-authorize-routes.ts';
import { createOauthCodes } from './oauth-codes.ts';
import { oauthMaintenanceRoutes } from './oauth-maintenance-routes.ts';
import { oauthTokenRoutes } from './oauth-token-routes.ts';
import { createPlatformActions } from './platform.ts';
import { createRateLimits } from './rate-limits.ts';
import { readBodies } from './request-bodies.ts';
import { createRequestLog } from './request-log.ts';
import { restRoutes } from './rest-routes.ts';
import { createRestViews } from './rest-views.ts';
import { createSecretStrings } from './secret-strings.ts';
import { watchTraffic } from './traffic.ts';
import { createUserTokens } from './user-tokens.ts';
import { createVisibility } from './visibility.ts';
import { webPages } from './web-pages.ts';
import { createWebhooks } from './webhooks.ts';
import type { World } from './world.ts';

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
