import { installationRateOwner, userRateOwner } from '../api/callers.ts';
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

export interface Latency {
  readonly ms: number;
  readonly match: RequestMatch;
}

/** The newest matching delay applies. */
export type ControlParts = ReturnType<typeof createControlParts>;
export const createControlParts = () => {
  const latencies: Latency[] = [];
  return { faults: createFaults(), holds: createHolds(), latencies, log: createRequestLog() };
};

/** Unknown logins throw. */
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
    renames,
  } = parts;
  const userId = (login: string) => world.needUser(login).id;
  const rateOwner = (name: string | number) =>
    typeof name === 'number' ? installationRateOwner(world.needInstallation(name).id) : userRateOwner(userId(name));
  const resetWorld = () => {
    world.reset();
    platform.asApi.clear();
    platform.conversions.clear();
  };
  const endWaits = () => {
    webhooks.reset();
    faults.clear();
    holds.releaseAll();
    latencies.length = 0;
  };
  return {
    /** Sends events; functions of `world` send none. */
    platform,
    ...webhooks.control,
    ...log.figures,
    clearRequests: log.clear,
    fault: faults.add,
    clearFaults: faults.clear,
    /** Zero without a match removes all delays. */
    latencyMs(ms: number, match?: RequestMatch): void {
      if (match === undefined) latencies.length = 0;
      if (ms > 0 || match !== undefined) latencies.unshift({ ms, match: match ?? {} });
    },
    /** Before their work, or with `'after'` before the reply. */
    hold: holds.hold,
    expireAccessTokens: (login: string): void => userTokens.expireAccess(userId(login)),
    expireRefreshTokens: (login: string): void => userTokens.expireRefresh(userId(login)),
    /** Sends no event, unlike `platform.revokeAuthorization`. */
    revokeTokens: (login: string): void => userTokens.revokeAll(userId(login)),
    expireCodes: codes.expireAll,
    expireInstallationTokens: installationTokens.expireAll,
    /** Scope of each token of an installation that was issued, oldest first. */
    issuedScopes: installationTokens.issued,
    tokenSettings: (change: Partial<TokenSettings> = {}) => userTokens.configure(change),
    tokens: (login: string) => userTokens.counts(userId(login)),
    rateLimits: limits.configure,
    /** Of a person, or of an installation by its ID. */
    rateState(name: string | number): Readonly<Record<RateResource, RateState>> {
      const owner = rateOwner(name);
      const state = (resource: RateResource) => limits.charge(owner, resource, 0);
      return { core: state('core'), graphql: state('graphql'), integration_manifest: state('integration_manifest') };
    },
    /** Applies to names of teams from now on, until the world is reset. Default: replaced. */
    dotsInSlugs: world.setDotsInSlugs,
    /** Answers under former names; omitted ones stay. Default: 307 for changes, 404 for an organization. */
    renames: renames.configure,
    entityTags: (kind: EntityTagKind): void => entityTags.configure(kind),
    /** Omitted numbers default to the platform's; null removes the limit. */
    secondaryLimit: (limit: SecondaryLimit | null): void => creations.configure(limit),
    changes: platform.changes.select,
    changeCounts: platform.changes.count,
    clearChanges: platform.changes.clear,
    holdConversions: platform.conversions.hold,
    waitingConversions: platform.conversions.waiting,
    finishConversions: platform.conversions.finish,
    invitations: platform.asApi.arrivals,
    creations(organization: string) {
      const arrivals = platform.asApi.arrivals(organization);
      const byInvitee = counted(arrivals.map(({ login, email }) => login ?? email ?? ''));
      return { byInvitee, ...paceOf(arrivals.map(({ at }) => Date.parse(at))) };
    },
    /** Refuses invitations by the App to an address or as an owner, in this organization. Default: not refused. */
    limitAppInvitations(organization: string, isLimited = true): void {
      world.updateOrganization(organization, { limitsAppInvitations: isLimited });
    },
    /** Of a person, or of an installation by its ID. */
    creationCalls: (name: string | number) => paceOf(creations.times(rateOwner(name).key)),
    /** Milliseconds since 1970, oldest first. */
    creationTimes: (name: string | number): readonly number[] => [...creations.times(rateOwner(name).key)],
    invitationQuota: world.invitationQuota,
    organizationPlan: world.organizationPlan,
    reachLoopback: registering.reachLoopback,
    issuedSecrets: secrets.issued,
    resetWorld,
    /** Ends what deliveries, held requests and those with a fault still wait for. */
    endWaits,
    /** Tokens stay valid. */
    reset(): void {
      endWaits();
      resetWorld();
      log.clear();
      installationTokens.clearIssued();
      limits.clear();
      creations.clear();
      renames.clear();
      entityTags.configure('content');
      registering.reachLoopback(true);
      userTokens.configure(USUAL_TOKEN_SETTINGS);
    },
  };
}
