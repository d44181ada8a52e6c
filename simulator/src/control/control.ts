import { userRateKey } from '../api/callers.ts';
import type { SecondaryLimit } from '../api/creation-limit.ts';
import type { EntityTagKind } from '../api/entity-tags.ts';
import type { RateResource, RateState } from '../api/rate-limits.ts';
import { type TokenSettings, USUAL_TOKEN_SETTINGS } from '../oauth/user-tokens.ts';
import type { Parts } from '../parts.ts';
import { createFaults } from './faults.ts';
import { createHolds } from './holds.ts';
import { counted, paceOf } from './pace.ts';
import { createRequestLog } from './request-log.ts';
import type { RequestMatch } from './request-match.ts';

/** A delay and the requests it applies to. */
export interface Latency {
  readonly ms: number;
  readonly match: RequestMatch;
}

/** What only a control steers. Of several delays that match, the newest, which comes first, counts. */
export type ControlParts = ReturnType<typeof createControlParts>;
export const createControlParts = () => {
  const latencies: Latency[] = [];
  return { faults: createFaults(), holds: createHolds(), latencies, log: createRequestLog() };
};

/** What a test tells the simulator to do, and asks it afterwards. Functions that take a login throw on unknown ones. */
export type Control = ReturnType<typeof createControl>;
export function createControl(parts: Parts, { faults, holds, latencies, log }: ControlParts) {
  const {
    world,
    limits,
    codes,
    userTokens,
    installationTokens,
    webhooks,
    platform,
    creations,
    entityTags,
    secrets,
    registering,
  } = parts;
  const userId = (login: string) => world.needUser(login).id;
  const resetWorld = () => {
    world.reset();
    platform.asApi.clear();
    platform.conversions.clear();
  };
  return {
    /** Acts as the platform: changes the world, kills tokens, sends the event. The world itself is silent. */
    platform,
    ...webhooks.control,
    ...log.figures,
    clearRequests: log.clear,
    /** Switches a fault on. Of several that match a request, the newest wins. */
    fault: faults.add,
    clearFaults: faults.clear,
    /** Delays matching requests before their work; all of them without a match. Zero without a match ends all delays. */
    latencyMs(ms: number, match?: RequestMatch): void {
      if (match === undefined) latencies.length = 0;
      if (ms > 0 || match !== undefined) latencies.unshift({ ms, match: match ?? {} });
    },
    /** Stops matching requests at a gate: before their work is done, or `'after'` it and before the reply. */
    hold: holds.hold,
    /** Working access tokens of the user expire now; refresh tokens stay good. */
    expireAccessTokens: (login: string): void => userTokens.expireAccess(userId(login)),
    expireRefreshTokens: (login: string): void => userTokens.expireRefresh(userId(login)),
    /** What withdrawing the App's authorization does, without telling the App. */
    revokeTokens: (login: string): void => userTokens.revokeAll(userId(login)),
    /** Codes that have been issued but not used expire now. */
    expireCodes: codes.expireAll,
    expireInstallationTokens: installationTokens.expireAll,
    /** Changes how tokens are issued from now on; answers the settings in force. */
    tokenSettings: (change: Partial<TokenSettings> = {}) => userTokens.configure(change),
    tokens: (login: string) => userTokens.counts(userId(login)),
    /** Changes the hourly limits of every token owner, or how the API says that one is exhausted. */
    rateLimits: limits.configure,
    /** How much of the hourly limits a user has left. */
    rateState(login: string): Readonly<Record<RateResource, RateState>> {
      const key = userRateKey(userId(login));
      const state = (resource: RateResource) => limits.charge(key, resource, 0);
      return { core: state('core'), graphql: state('graphql'), integration_manifest: state('integration_manifest') };
    },
    /** What ETags stand for from now on; `content` at the start. */
    entityTags: (kind: EntityTagKind): void => entityTags.configure(kind),
    /** Limits the calls of a user that create content, to what the platform allows where no number is given; null for no limit. */
    secondaryLimit: (limit: SecondaryLimit | null): void => creations.configure(limit),
    /** Every change of an organization that was really made, by the API or by somebody elsewhere, oldest first. */
    changes: platform.changes.select,
    /** How many of each kind. */
    changeCounts: platform.changes.count,
    clearChanges: platform.changes.clear,
    /** Members who become outside collaborators later than the answer wait from now on. */
    holdConversions: platform.conversions.hold,
    /** Who waits. */
    waitingConversions: platform.conversions.waiting,
    /** Makes those who wait outside collaborators, and ends the hold. */
    finishConversions: platform.conversions.finish,
    /** Invitations, and memberships given directly, that came in through the API, oldest first. */
    invitations: platform.asApi.arrivals,
    /** The same counted: how often each login and each address was created anew, and how fast. */
    creations(organization: string) {
      const arrivals = platform.asApi.arrivals(organization);
      const byInvitee = counted(arrivals.map(({ login, email }) => login ?? email ?? ''));
      return { byInvitee, ...paceOf(arrivals.map(({ at }) => Date.parse(at))) };
    },
    /** How fast a user has made calls that create content, wherever, but for those the secondary limit refused. */
    creationCalls: (login: string) => paceOf(creations.times(userRateKey(userId(login)))),
    /** When these were, oldest first, in milliseconds since 1970. */
    creationTimes: (login: string): readonly number[] => [...creations.times(userRateKey(userId(login)))],
    /** The invitation quota of an organization; a change sets its limit, or what is used. */
    invitationQuota: world.invitationQuota,
    /** What an organization pays for; a change sets the plan or the seats. */
    organizationPlan: world.organizationPlan,
    /** Whether webhooks may go to addresses of this machine; the simulator is there itself, a real platform is not. */
    reachLoopback: registering.reachLoopback,
    /** Every code and token ever issued, for tests that look for leaks. */
    issuedSecrets: secrets.issued,
    /** The world as it was at the start. */
    resetWorld,
    /** World, faults, delays, gates, logs, deliveries, limits and settings as at the start. Tokens stay good. */
    reset(): void {
      webhooks.reset();
      resetWorld();
      faults.clear();
      holds.releaseAll();
      latencies.length = 0;
      log.clear();
      limits.clear();
      creations.clear();
      entityTags.configure('content');
      registering.reachLoopback(true);
      userTokens.configure(USUAL_TOKEN_SETTINGS);
    },
  };
}
