import type { FastifyRequest } from 'fastify';
import { rateOwnerOf } from './callers.ts';
import { secondaryRefusal } from './rate-limits.ts';

/** A secondary limit on calls that create content. GitHub docs: Rate limits for the REST API, secondary rate limits. */
export interface SecondaryLimit {
  /** The real platform allows about 80. */
  readonly perMinute: number;
  /** Default 403. */
  readonly status?: 403 | 429;
  /** Seconds; null leaves the header out. Default: until there is room again. */
  readonly retryAfter?: number | null;
}

const MINUTE_MS = 60_000;

/** Counts calls that create content, each owner of a token on its own; off until it is given a limit. */
export type CreationLimit = ReturnType<typeof createCreationLimit>;
export function createCreationLimit(now: () => number) {
  const times = new Map<string, readonly number[]>();
  let limit: SecondaryLimit | null = null;
  return {
    /** Counts the call, or refuses it. */
    take(request: FastifyRequest): void {
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
    /** Null switches it off. Starts counting anew. */
    configure(next: SecondaryLimit | null): void {
      limit = next;
      times.clear();
    },
  };
}
