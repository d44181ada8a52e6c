import type { CreationLimit, SecondaryLimit } from '../api/creation-limit.ts';
import type { EntityTagKind, EntityTags } from '../api/entity-tags.ts';
import {
  type RateLimits,
  type RateResource,
  type RateSettings,
  type RateState,
  userRateKey,
} from '../api/rate-limits.ts';
import type { InstallationTokens } from '../apps/installation-tokens.ts';
import type { SecretStrings } from '../apps/secret-strings.ts';
import type { OauthCodes } from '../oauth/codes.ts';
import type { TokenCounts, TokenSettings, UserTokens } from '../oauth/user-tokens.ts';
import { USUAL_TOKEN_SETTINGS } from '../oauth/user-tokens.ts';
import type { Arrival } from '../platform/invitations.ts';
import type { Platform } from '../platform/platform.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import type { InvitationQuota } from '../world/invitation-quota.ts';
import { need } from '../world/store.ts';
import type { World } from '../world/world.ts';
import type { FaultHandle, FaultRule, Faults } from './faults.ts';
import type { Hold, HoldPhase, Holds } from './holds.ts';
import type { LoggedRequest, RequestLog } from './request-log.ts';
import type { RequestMatch } from './request-match.ts';
import { createWebhookControl, type WebhookControl } from './webhooks.ts';

/** What a test tells the simulator to do, and asks it afterwards. Functions that take a login throw on unknown ones. */
export interface Control extends WebhookControl {
  /** Switches a fault on. Of several that match a request, the newest wins. */
  fault(rule: FaultRule): FaultHandle;
  clearFaults(): void;
  /** Delays matching requests before their work; all of them without a match. Zero without a match ends all delays. */
  latencyMs(ms: number, match?: RequestMatch): void;
  /** Stops matching requests at a gate: before their work is done, or `'after'` it and before the reply. */
  hold(match: RequestMatch, phase?: HoldPhase): Hold;
  /** Requests so far, oldest first, without their secrets. */
  requests(match?: RequestMatch): readonly LoggedRequest[];
  clearRequests(): void;
  count(match?: RequestMatch): number;
  /** The most matching requests that were under way at once. */
  maxInFlight(match?: RequestMatch): number;
  /** The longest chain of requests in which each started after the one before it had ended. */
  rounds(match?: RequestMatch): number;
  /** Working access tokens of the user expire now; refresh tokens stay good. */
  expireAccessTokens(login: string): void;
  expireRefreshTokens(login: string): void;
  /** What withdrawing the App's authorization does, without telling the App. */
  revokeTokens(login: string): void;
  /** Codes that have been issued but not used expire now. */
  expireCodes(): void;
  expireInstallationTokens(): void;
  /** Changes how tokens are issued from now on; answers the settings in force. */
  tokenSettings(change?: Partial<TokenSettings>): TokenSettings;
  tokens(login: string): TokenCounts;
  /** Changes the hourly limits of every token owner, or how the API says that one is exhausted. */
  rateLimits(change: Partial<RateSettings>): void;
  /** How much of the hourly limits a user has left. */
  rateState(login: string): Readonly<Record<RateResource, RateState>>;
  /** What ETags stand for from now on; `content` at the start. */
  entityTags(kind: EntityTagKind): void;
  /** Limits the calls of a user that create content; null for no limit. */
  secondaryLimit(limit: SecondaryLimit | null): void;
  /** Invitations, and memberships given directly, that came in through the API, oldest first. */
  invitations(organization: string): readonly Arrival[];
  /** The invitation quota of an organization; a change sets its limit, or what is used. */
  invitationQuota(organization: string, change?: { readonly limit?: number; readonly used?: number }): InvitationQuota;
  /** Every code and token ever issued, for tests that look for leaks. */
  issuedSecrets(): readonly string[];
  /** The world as it was at the start. */
  resetWorld(): void;
  /** World, faults, delays, gates, logs, deliveries, limits and settings as at the start. Tokens stay good. */
  reset(): void;
}

/** A delay and the requests it applies to. */
export interface Latency {
  readonly ms: number;
  readonly match: RequestMatch;
}

/** The parts a control steers. */
export interface ControlDeps {
  readonly world: World;
  readonly faults: Faults;
  readonly holds: Holds;
  readonly latencies: Latency[];
  readonly log: RequestLog;
  readonly limits: RateLimits;
  readonly creations: CreationLimit;
  readonly entityTags: EntityTags;
  readonly codes: OauthCodes;
  readonly userTokens: UserTokens;
  readonly installationTokens: InstallationTokens;
  readonly secrets: SecretStrings;
  readonly webhooks: Webhooks;
  readonly platform: Platform;
}

/** The control of one simulator. */
export function createControl(deps: ControlDeps): Control {
  const { world, faults, holds, latencies, log, limits, codes, userTokens, installationTokens, secrets } = deps;
  const { webhooks, platform, creations, entityTags } = deps;
  const userId = (login: string) => need(world.user(login), `user '${login}'`).id;
  const resetWorld = () => {
    world.reset();
    platform.asApi.clear();
  };
  return {
    ...createWebhookControl(webhooks, platform),
    fault: faults.add,
    clearFaults: faults.clear,
    latencyMs(ms, match) {
      if (match === undefined) latencies.length = 0;
      if (ms > 0 || match !== undefined) latencies.unshift({ ms, match: match ?? {} });
    },
    hold: holds.hold,
    requests: log.requests,
    clearRequests: log.clear,
    count: log.count,
    maxInFlight: log.maxInFlight,
    rounds: log.rounds,
    expireAccessTokens: (login) => userTokens.expireAccess(userId(login)),
    expireRefreshTokens: (login) => userTokens.expireRefresh(userId(login)),
    revokeTokens: (login) => userTokens.revokeAll(userId(login)),
    expireCodes: codes.expireAll,
    expireInstallationTokens: installationTokens.expireAll,
    tokenSettings: (change = {}) => userTokens.configure(change),
    tokens: (login) => userTokens.counts(userId(login)),
    rateLimits: limits.configure,
    rateState(login) {
      const key = userRateKey(userId(login));
      return { core: limits.charge(key, 'core', 0), graphql: limits.charge(key, 'graphql', 0) };
    },
    entityTags: entityTags.configure,
    secondaryLimit: creations.configure,
    invitations: platform.asApi.arrivals,
    invitationQuota: world.invitationQuota,
    issuedSecrets: secrets.issued,
    resetWorld,
    reset() {
      webhooks.reset();
      resetWorld();
      faults.clear();
      holds.releaseAll();
      latencies.length = 0;
      log.clear();
      limits.clear();
      creations.configure(null);
      entityTags.configure('content');
      userTokens.configure(USUAL_TOKEN_SETTINGS);
    },
  };
}
