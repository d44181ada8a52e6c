import type { FastifyRequest } from 'fastify';
import { rateOwnerOf } from './callers.ts';
import { secondaryRefusal } from './rate-limits.ts';

/** GitHub docs: Rate limits for the REST API, secondary rate limits. */
export interface SecondaryLimit {
  /** Default 80, about the real limit. */
  readonly perMinute?: number;
  /** Default 500, about the real limit. */
  readonly perHour?: number;
  /** Default 403. */
  readonly status?: 403 | 429;
  /** Seconds; null omits the header. */
  readonly retryAfter?: number | null;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Bounds memory in long runs. */
const CALLS_MAX = 100_000;

export function createCreationLimit(now: () => number) {
  /** Call times, oldest first; `earlier` counts calls before the current limit. */
  const owners = new Map<string, { readonly times: number[]; earlier: number }>();
  let limit: SecondaryLimit | null = null;

  function fullUntil(times: readonly number[], spanMs: number, most: number): number | null {
    const recent = times.filter((at) => at > now() - spanMs);
    return recent.length < most ? null : (recent.at(-most) ?? now()) + spanMs;
  }

  return {
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
    times: (key: string): readonly number[] => [...(owners.get(key)?.times ?? [])],
    /** Null removes the limit. Earlier calls never count. */
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
