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

/** Request counters per token owner, each over a window of an hour. */
export interface RateLimits {
  /** Looks, and takes `cost` from the bucket. */
  charge(owner: string, resource: RateResource, cost: number): RateState;
  /** Changes how much fits into the buckets of everybody. */
  configure(limits: Partial<Record<RateResource, number>>): void;
  clear(): void;
}

const USUAL: Readonly<Record<RateResource, number>> = { core: 5_000, graphql: 5_000 };
const WITHOUT_TOKEN = 60;
const WINDOW_SECONDS = 3_600;

/** Owner key of callers without a token. */
export const ANONYMOUS = 'anonymous';

/** Full buckets for everybody. */
export function createRateLimits(now: () => number): RateLimits {
  const buckets = new Map<string, { used: number; readonly reset: number }>();
  let limits = USUAL;
  return {
    charge(owner, resource, cost) {
      const key = `${owner} ${resource}`;
      const nowSeconds = Math.floor(now() / 1000);
      let bucket = buckets.get(key);
      if (!bucket || bucket.reset <= nowSeconds) {
        bucket = { used: 0, reset: nowSeconds + WINDOW_SECONDS };
        buckets.set(key, bucket);
      }
      const limit = owner === ANONYMOUS ? Math.min(WITHOUT_TOKEN, limits[resource]) : limits[resource];
      bucket.used = Math.min(limit, bucket.used + cost);
      return { limit, used: bucket.used, remaining: limit - bucket.used, reset: bucket.reset, resource };
    },
    configure(change) {
      limits = { ...limits, ...change };
    },
    clear() {
      limits = USUAL;
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
