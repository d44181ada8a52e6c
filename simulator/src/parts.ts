import { createAppJwtCheck } from './api/app-jwt.ts';
import { createCreationLimit } from './api/creation-limit.ts';
import { createEntityTags } from './api/entity-tags.ts';
import { createRateLimits } from './api/rate-limits.ts';
import { createRenames } from './api/renames.ts';
import { createVisibility } from './api/visibility.ts';
import { createInstallationTokens } from './apps/installation-tokens.ts';
import { createRegistering } from './apps/registering.ts';
import type { AppRegistration } from './apps/registration.ts';
import { createSecretStrings } from './apps/secret-strings.ts';
import { createOauthCodes } from './oauth/codes.ts';
import { createUserTokens } from './oauth/user-tokens.ts';
import { createPlatformActions } from './platform/platform.ts';
import { createViews } from './views/views.ts';
import { createWebhooks } from './webhooks/webhooks.ts';
import type { Links } from './world/links.ts';
import type { World } from './world/world.ts';

export interface PartsDeps {
  readonly app: AppRegistration;
  readonly world: World;
  readonly links: Links;
  readonly now: () => number;
  readonly receiverAt: (url: string) => string;
}

export type Parts = ReturnType<typeof createParts>;
export function createParts(deps: PartsDeps) {
  const { app, world, links, now, receiverAt } = deps;
  const secrets = createSecretStrings();
  const visibility = createVisibility(world, app);
  const tables = {
    ...deps,
    secrets,
    limits: createRateLimits(now, links.kind !== 'enterprise-server', world),
    creations: createCreationLimit(now),
    entityTags: createEntityTags(),
    visibility,
    renames: createRenames(world, links, visibility),
    views: createViews(world, app, links),
    codes: createOauthCodes(secrets, now),
    userTokens: createUserTokens(secrets, now),
    installationTokens: createInstallationTokens(secrets, now, app),
    checkAppJwt: createAppJwtCheck(app, now),
    webhooks: createWebhooks(app, links, now, receiverAt),
  };
  const platform = createPlatformActions(tables);
  const registered = () => {
    tables.webhooks.register();
    platform.ping();
  };
  return { ...tables, platform, registering: createRegistering({ ...tables, registered }) };
}
