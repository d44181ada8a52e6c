import type { World } from '../world/world.ts';
import { ANONYMOUS, type RateOwner } from './callers.ts';
import { ApiError } from './errors.ts';

/** GitHub docs: Rate limits for the REST API. */
export type RateResource = 'core' | 'graphql' | 'integration_manifest';

export type RateSpelling = 'RATE_LIMITED' | 'RATE_LIMIT';

export interface RateState {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** UTC epoch seconds. */
  readonly reset: number;
  readonly resource: RateResource;
}

export interface RateSettings {
  readonly core: number;
  readonly graphql: number;
  readonly integration_manifest: number;
  /** REST only; GraphQL always answers 200. */
  readonly status: 403 | 429;
  readonly spelling: RateSpelling;
}

const USUAL: RateSettings = {
  core: 5_000,
  graphql: 5_000,
  integration_manifest: 5_000,
  status: 403,
  spelling: 'RATE_LIMITED',
};
const WITHOUT_TOKEN = 60;
/** Of an installation: beside the usual limit, for each member and each repository above a number. */
const MORE_EACH = 50;
const WITHOUT_MORE = 20;
const INSTALLATION_MOST = 12_500;
const OF_ENTERPRISE: Readonly<Partial<Record<RateResource, number>>> = { core: 15_000, graphql: 10_000 };
const WINDOW_SECONDS = 3_600;

/** Per hour and token owner. `enforcedAtStart` is false where limits are off by default. */
export function createRateLimits(now: () => number, enforcedAtStart: boolean, world: World) {
  const buckets = new Map<string, { used: number; readonly reset: number }>();
  let limits = USUAL;
  let enforced = enforcedAtStart;

  function limitOf({ key, installationId }: RateOwner, resource: RateResource): number {
    const limit = limits[resource];
    if (key === ANONYMOUS && resource !== 'integration_manifest') return Math.min(WITHOUT_TOKEN, limit);
    const installation = installationId === undefined ? null : world.installation(installationId);
    // A limit that a test set is everybody's.
    if (installation === null || resource === 'integration_manifest' || limit !== USUAL[resource]) return limit;
    const { accountId } = installation;
    const enterprise = world.organizationById(accountId)?.plan === 'enterprise' ? OF_ENTERPRISE[resource] : undefined;
    if (enterprise !== undefined) return enterprise;
    const above = [world.membersOf(accountId), world.repositoriesOfInstallation(installation.id)].map(({ length }) =>
      Math.max(0, length - WITHOUT_MORE),
    );
    return Math.min(INSTALLATION_MOST, limit + MORE_EACH * above.reduce((sum, more) => sum + more, 0));
  }

  return {
    enforced: () => enforced,
    settings: () => limits,
    charge(owner: RateOwner, resource: RateResource, cost: number): RateState {
      const key = `${owner.key} ${resource}`;
      const nowSeconds = Math.floor(now() / 1000);
      let bucket = buckets.get(key);
      if (!bucket || bucket.reset <= nowSeconds) {
        bucket = { used: 0, reset: nowSeconds + WINDOW_SECONDS };
        buckets.set(key, bucket);
      }
      const limit = limitOf(owner, resource);
      bucket.used += cost;
      return { limit, used: bucket.used, remaining: Math.max(0, limit - bucket.used), reset: bucket.reset, resource };
    },
    search: () => ({ limit: 30, used: 0, remaining: 30, reset: Math.floor(now() / 1000) + 60, resource: 'search' }),
    /** Also turns counting on. */
    configure(change: Partial<RateSettings>): void {
      limits = { ...limits, ...change };
      enforced = true;
    },
    clear(): void {
      limits = USUAL;
      enforced = enforcedAtStart;
      buckets.clear();
    },
  };
}

export const rateHeaders = (state: RateState): Record<string, string> =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));

const DOCUMENTATION = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';
const SUPPORT = 'If you reach out to GitHub Support for help, please include the request ID.';
const SECONDARY = `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${SUPPORT}`;

export const primaryRefusal = (status: 403 | 429, owner: string) =>
  new ApiError(status, `API rate limit exceeded for ${owner}. ${SUPPORT}`, {}, null, DOCUMENTATION);

/** `retryAfter` is in seconds. */
export function secondaryRefusal(status: 403 | 429, retryAfter: number | null): ApiError {
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  return new ApiError(status, SECONDARY, headers, null, `${DOCUMENTATION}#about-secondary-rate-limits`);
}

/** GitHub docs: Rate limits and query limits for the GraphQL API. */
export function graphqlPrimaryBody(spelling: RateSpelling, owner: string): object {
  const error =
    spelling === 'RATE_LIMITED'
      ? { type: spelling, message: `API rate limit exceeded for ${owner}.` }
      : { type: spelling, code: 'graphql_rate_limit', message: `API rate limit already exceeded for ${owner}.` };
  return { errors: [error] };
}

export const graphqlSecondaryBody = (): object => ({ errors: [{ type: 'RATE_LIMITED', message: SECONDARY }] });
