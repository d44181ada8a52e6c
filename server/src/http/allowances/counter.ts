import { LRUCache } from 'lru-cache';
import type { Allowance } from '../../lib/bounds/allowance.ts';
import { COUNTED_KEYS_MAX } from '../../lib/limits/requests.ts';
import type { Clock } from '../../lib/system.ts';

const MINUTE_MS = 60_000;
const NO_OTHERS = { others: 0, othersUntil: 0 };

/** A key's count in the minute that starts with its first request. */
export interface Minute {
  readonly key: string;
  readonly beganAt: number;
  count: number;
  /** Reported by other instances, valid until `othersUntil`. */
  others: number;
  othersUntil: number;
  publishedCount: number;
}

export interface Counter {
  readonly allowance: Allowance;
  /** Returns the running minutes that other instances need to know. */
  minutesToPublish(now: number): readonly Minute[];
}

export interface CounterLimits {
  readonly perMinute: number;
  readonly publishedFrom: number;
}

/**
 * Counts requests in memory, plus what other instances last reported. Of more than `COUNTED_KEYS_MAX` keys,
 * forgets those whose minute began first.
 */
export function createCounter({ perMinute, publishedFrom }: CounterLimits, clock: Clock): Counter {
  const highMinutes = new Set<Minute>();
  const minutes = new LRUCache<string, Minute>({
    max: COUNTED_KEYS_MAX,
    dispose: (minute) => highMinutes.delete(minute),
  });

  const isOver = ({ beganAt }: Minute, now: number): boolean =>
    // A clock set back must not prolong a wait.
    now < beganAt || now - beganAt >= MINUTE_MS;

  function startMinute(key: string, now: number, former: Minute | undefined): Minute {
    const { others, othersUntil } = former !== undefined && former.beganAt <= now ? former : NO_OTHERS;
    const minute = { key, beganAt: now, count: 0, others, othersUntil, publishedCount: 0 };
    minutes.set(key, minute);
    return minute;
  }

  const waitOf = (minute: Minute, now: number): number | null => {
    const others = now < minute.othersUntil ? minute.others : 0;
    if (minute.count + others < perMinute) return null;
    const ownLeftMs = minute.beganAt + MINUTE_MS - now;
    if (minute.count >= perMinute) return ownLeftMs;
    const othersLeftMs = Math.min(MINUTE_MS, minute.othersUntil - now);
    return others >= perMinute || minute.count === 0 ? othersLeftMs : Math.min(ownLeftMs, othersLeftMs);
  };

  const allowance = (key: string): number | null => {
    const now = clock.now().getTime();
    const former = minutes.peek(key);
    const minute = former === undefined || isOver(former, now) ? startMinute(key, now, former) : former;
    const waitMs = waitOf(minute, now);
    if (waitMs !== null) return waitMs;
    minute.count += 1;
    if (minute.count === publishedFrom) highMinutes.add(minute);
    return null;
  };
  const waitMs = (key: string): number | null => {
    const now = clock.now().getTime();
    const minute = minutes.peek(key);
    return minute === undefined || isOver(minute, now) ? null : waitOf(minute, now);
  };

  return {
    allowance: Object.assign(allowance, { waitMs }),
    minutesToPublish(now) {
      for (const minute of highMinutes) if (isOver(minute, now)) highMinutes.delete(minute);
      return [...highMinutes];
    },
  };
}

export const leftMsOf = ({ beganAt }: Minute, now: number): number => beganAt + MINUTE_MS - now;
