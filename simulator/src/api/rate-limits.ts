import { ANONYMOUS } from './callers.ts';
import { ApiError } from './errors.ts';

/** The buckets the service draws from. GitHub docs: Rate limits for the REST API. */
export type RateResource = 'core' | 'graphql' | 'integration_manifest';

/** The two ways the GraphQL API names an exhausted hourly limit. */
export type RateSpelling = 'RATE_LIMITED' | 'RATE_LIMIT';

/** The state of one bucket, as the headers tell it. */
export interface RateState {
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** UTC epoch seconds. */
  readonly reset: number;
  readonly resource: RateResource;
}

/** What fits into the buckets of everybody, and how the API says that one is empty. */
export interface RateSettings {
  readonly core: number;
  readonly graphql: number;
  readonly integration_manifest: number;
  /** Of the REST API; GraphQL always answers 200. */
  readonly status: 403 | 429;
  /** Of the GraphQL API. */
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
const WINDOW_SECONDS = 3_600;

/**
 * Request counters per token owner, each over a window of an hour. `enforcedAtStart` is false where the limits are
 * off by default.
 */
export type RateLimits = ReturnType<typeof createRateLimits>;
export function createRateLimits(now: () => number, enforcedAtStart: boolean) {
  const buckets = new Map<string, { used: number; readonly reset: number }>();
  let limits = USUAL;
  let enforced = enforcedAtStart;
  return {
    /** Whether calls are counted at all. */
    enforced: () => enforced,
    settings: () => limits,
    /** Looks, and takes `cost` from the bucket. */
    charge(owner: string, resource: RateResource, cost: number): RateState {
      const key = `${owner} ${resource}`;
      const nowSeconds = Math.floor(now() / 1000);
      let bucket = buckets.get(key);
      if (!bucket || bucket.reset <= nowSeconds) {
        bucket = { used: 0, reset: nowSeconds + WINDOW_SECONDS };
        buckets.set(key, bucket);
      }
      const isLess = owner === ANONYMOUS && resource !== 'integration_manifest';
      const limit = isLess ? Math.min(WITHOUT_TOKEN, limits[resource]) : limits[resource];
      bucket.used += cost;
      return { limit, used: bucket.used, remaining: Math.max(0, limit - bucket.used), reset: bucket.reset, resource };
    },
    /** Nothing draws from this one here; it is only told. */
    search: () => ({ limit: 30, used: 0, remaining: 30, reset: Math.floor(now() / 1000) + 60, resource: 'search' }),
    /** Also begins to count where calls are not counted by themselves. */
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

/** The reply headers of a bucket. */
export const rateHeaders = (state: RateState): Record<string, string> =>
  Object.fromEntries(Object.entries(state).map(([name, value]) => [`x-ratelimit-${name}`, String(value)]));

const DOCUMENTATION = 'https://docs.github.com/rest/overview/rate-limits-for-the-rest-api';
const SUPPORT = 'If you reach out to GitHub Support for help, please include the request ID.';
const SECONDARY = `You have exceeded a secondary rate limit. Please wait a few minutes before you try again. ${SUPPORT}`;

/** The REST refusal of an exhausted hourly limit; `owner` as in `user ID 7`. */
export const primaryRefusal = (status: 403 | 429, owner: string) =>
  new ApiError(status, `API rate limit exceeded for ${owner}. ${SUPPORT}`, {}, null, DOCUMENTATION);

/** The refusal of a secondary limit; `retryAfter` in seconds, null for no header. */
export function secondaryRefusal(status: 403 | 429, retryAfter: number | null): ApiError {
  const headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) };
  return new ApiError(status, SECONDARY, headers, null, `${DOCUMENTATION}#about-secondary-rate-limits`);
}

/** The GraphQL body of an exhausted hourly limit. GitHub docs: Rate limits and query limits for the GraphQL API. */
export function graphqlPrimaryBody(spelling: RateSpelling, owner: string): object {
  const error =
    spelling === 'RATE_LIMITED'
      ? { type: spelling, message: `API rate limit exceeded for ${owner}.` }
      : { type: spelling, code: 'graphql_rate_limit', message: `API rate limit already exceeded for ${owner}.` };
  return { errors: [error] };
}

/** The GraphQL body of a secondary limit that comes with HTTP 200. */
export const graphqlSecondaryBody = (): object => ({ errors: [{ type: 'RATE_LIMITED', message: SECONDARY }] });
