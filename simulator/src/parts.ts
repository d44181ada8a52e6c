import type { CreationLimit } from './api/creation-limit.ts';
import type { EntityTags } from './api/entity-tags.ts';
import type { RateLimits } from './api/rate-limits.ts';
import type { Visibility } from './api/visibility.ts';
import type { InstallationTokens } from './apps/installation-tokens.ts';
import type { AppRegistration } from './apps/registration.ts';
import type { Links } from './links.ts';
import type { OauthCodes } from './oauth/codes.ts';
import type { UserTokens } from './oauth/user-tokens.ts';
import type { Platform } from './platform/platform.ts';
import type { Views } from './views/views.ts';
import type { Webhooks } from './webhooks/webhooks.ts';
import type { World } from './world/world.ts';

/** What one simulated platform consists of. Routes take it, and unpack what they use. */
export interface Parts {
  readonly app: AppRegistration;
  readonly world: World;
  readonly links: Links;
  readonly now: () => number;
  readonly limits: RateLimits;
  readonly creations: CreationLimit;
  readonly entityTags: EntityTags;
  readonly visibility: Visibility;
  readonly views: Views;
  readonly codes: OauthCodes;
  readonly userTokens: UserTokens;
  readonly installationTokens: InstallationTokens;
  /** Refuses what is no fresh JWT signed by the App. */
  readonly checkAppJwt: (jwt: string | null) => Promise<void>;
  readonly webhooks: Webhooks;
  readonly platform: Platform;
}
