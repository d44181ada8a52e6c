import type { RateSpelling } from './rate-refusals.ts';

/** The two buckets the service draws from. GitHub docs: Rate limits for the REST API. */
export type RateResource = 'core' | 'graphql';

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
  /** Of the REST API; GraphQL always answers 200. */
  readonly status: 403 | 429;
  /** Of the GraphQL API. */
  readonly spelling: RateSpelling;
}

/** Request counters per token owner, each over a window of an hour. */
export interface RateLimits {
  /** Whether calls are counted at all. */
  enforced(): boolean;
  settings(): RateSettings;
  /** Looks, and takes `cost` from the bucket. */
  charge(owner: string, resource: RateResource, cost: number): RateState;
  /** Also begins to count where calls are not counted by themselves. */
  configure(change: Partial<RateSettings>): void;
  clear(): void;
}

const USUAL: RateSettings = { core: 5_000, graphql: 5_000, status: 403, spelling: 'RATE_LIMITED' };
const WITHOUT_TOKEN = 60;
const WINDOW_SECONDS = 3_600;

/** Owner key of callers without a token. */
export const ANONYMOUS = 'anonymous';

/** Owner key of a user. */
export const userRateKey = (userId: number) => `user ${userId}`;

/** Full buckets for everybody; `enforcedAtStart` is false where the limits are off by default. */
export function createRateLimits(now: () => number, enforcedAtStart: boolean): RateLimits {
  const buckets = new Map<string, { used: number; readonly reset: number }>();
  let limits = USUAL;
  let enforced = enforcedAtStart;
  return {
    enforced: () => enforced,
    settings: () => limits,
    charge(owner, resource, cost) {
      const key = `${owner} ${resource}`;
      const nowSeconds = Math.floor(now() / 1000);
      let bucket = buckets.get(key);
      if (!bucket || bucket.reset <= nowSeconds) {
        bucket = { used: 0, reset: nowSeconds + WINDOW_SECONDS };
        buckets.set(key, bucket);
      }
      const limit = owner === ANONYMOUS ? Math.min(WITHOUT_TOKEN, limits[resource]) : limits[resource];
      bucket.used += cost;
      return { limit, used: bucket.used, remaining: Math.max(0, limit - bucket.used), reset: bucket.reset, resource };
    },
    configure(change) {
      limits = { ...limits, ...change };
      enforced = true;
    },
    clear() {
      limits = USUAL;
      enforced = enforcedAtStart;
      buckets.clear();
    },
  };
}

/** The reply headers of a bucket. */
export function rateHeaders({ limit, used, remaining, reset, resource }: RateState): Record<string, string> {
  return {
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-used': String(used),
    'x-ratelimit-reset': String(reset),
    'x-ratelimit-resource': resource,
  };
}
