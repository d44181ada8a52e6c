import type { FastifyRequest } from 'fastify';
import { rateOwnerOf } from './callers.ts';
import { secondaryRefusal } from './rate-limits.ts';

/** A secondary limit on calls that create content. GitHub docs: Rate limits for the REST API, secondary rate limits. */
export interface SecondaryLimit {
  /** Default 80, which the real platform about allows. */
  readonly perMinute?: number;
  /** Default 500, which the real platform about allows. */
  readonly perHour?: number;
  /** Default 403. */
  readonly status?: 403 | 429;
  /** Seconds; null leaves the header out. Default: until there is room again. */
  readonly retryAfter?: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A simulator left running for days must not fill its memory; no test comes near this. */
const CALLS_MAX = 100_000;

/** Counts calls that create content, each owner of a token on its own. Refuses none until it is given a limit. */
export type CreationLimit = ReturnType<typeof createCreationLimit>;
export function createCreationLimit(now: () => number) {
  /** When each owner called, oldest first; and how many of these calls came before the limit in force. */
  const owners = new Map<string, { readonly times: number[]; earlier: number }>();
  let limit: SecondaryLimit | null = null;

  /** Until when a limit on a span has no room; null when it has. */
  function fullUntil(times: readonly number[], spanMs: number, most: number): number | null {
    const recent = times.filter((at) => at > now() - spanMs);
    return recent.length < most ? null : (recent.at(-most) ?? now()) + spanMs;
  }

  return {
    /** Counts the call, or refuses it. */
    take(request: FastifyRequest): void {
      const { key } = rateOwnerOf(request);
      const owner = owners.get(key) ?? { times: [], earlier: 0 };
      owners.set(key, owner);
      if (limit !== null) {
        const { perMinute = 80, perHour = 500, status = 403, retryAfter } = limit;
        const times = owner.times.slice(owner.earlier);
        const ends = [fullUntil(times, MINUTE_MS, perMinute), fullUntil(times, HOUR_MS, perHour)];
        const untilRoom = Math.max(1, Math.ceil((Math.max(...ends.map((end) => end ?? 0)) - now()) / 1000));
        if (ends.some((end) => end !== null)) {
          throw secondaryRefusal(status, retryAfter === undefined ? untilRoom : retryAfter);
        }
      }
      if (owner.times.length < CALLS_MAX) owner.times.push(now());
    },
    /** When the calls of an owner came that were not refused, oldest first. */
    times: (key: string): readonly number[] => [...(owners.get(key)?.times ?? [])],
    /** Null switches it off. What came before does not count against it. */
    configure(next: SecondaryLimit | null): void {
      limit = next;
      for (const owner of owners.values()) owner.earlier = owner.times.length;
    },
    clear(): void {
      limit = null;
      owners.clear();
    },
  };
}
