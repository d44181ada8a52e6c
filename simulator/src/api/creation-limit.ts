import type { FastifyRequest } from 'fastify';
import { rateOwnerOf } from './guard.ts';
import { secondaryRefusal } from './rate-refusals.ts';

/** A secondary limit on calls that create content. GitHub docs: Rate limits for the REST API, secondary rate limits. */
export interface SecondaryLimit {
  /** The real platform allows about 80. */
  readonly perMinute: number;
  /** Default 403. */
  readonly status?: 403 | 429;
  /** Seconds; null leaves the header out. Default: until there is room again. */
  readonly retryAfter?: number | null;
}

/** Counts calls that create content, each owner of a token on its own; off until it is given a limit. */
export interface CreationLimit {
  /** Counts the call, or refuses it. */
  take(request: FastifyRequest): void;
  /** Null switches it off. Starts counting anew. */
  configure(limit: SecondaryLimit | null): void;
}

const MINUTE_MS = 60_000;

/** No limit yet. */
export function createCreationLimit(now: () => number): CreationLimit {
  const times = new Map<string, readonly number[]>();
  let limit: SecondaryLimit | null = null;
  return {
    take(request) {
      if (limit === null) return;
      const { key } = rateOwnerOf(request);
      const recent = (times.get(key) ?? []).filter((at) => at > now() - MINUTE_MS);
      if (recent.length < limit.perMinute) {
        times.set(key, [...recent, now()]);
        return;
      }
      const untilRoom = Math.max(1, Math.ceil(((recent[0] ?? now()) + MINUTE_MS - now()) / 1000));
      throw secondaryRefusal(limit.status ?? 403, limit.retryAfter === undefined ? untilRoom : limit.retryAfter);
    },
    configure(next) {
      limit = next;
      times.clear();
    },
  };
}
