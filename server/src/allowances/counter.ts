import type { Allowance } from '../domain/bounds/allowance.ts';
import { COUNTED_KEYS_MAX } from '../domain/limits/requests.ts';
import type { Clock } from '../ports/system.ts';

const MINUTE_MS = 60_000;
/** Of a minute of which the others have said nothing. */
const UNHEARD = { others: 0, othersUntil: 0 };

/** What a key has come to in its minute, which begins with the first it did in it. */
export interface Minute {
  readonly key: string;
  readonly beganAt: number;
  count: number;
  /** What other instances say, and until when. */
  others: number;
  othersUntil: number;
  /** What was told to them. */
  toldCount: number;
}

/** Counts on this instance, and which of it is worth telling the others. */
export interface Counter {
  readonly allowance: Allowance;
  /** Those that have come to so much that they are told, and have not ended. */
  noticeable(now: number): readonly Minute[];
}

/** How much one counter allows, and from which count on it tells the others. */
export interface CounterLimits {
  readonly perMinute: number;
  readonly toldFrom: number;
}

/**
 * Counts in memory: a look into a map for each time. What others have counted is added as of the last round; a minute that
 * ended, here or there, counts no more. Of very many keys, those that began first are forgotten.
 */
export function createCounter({ perMinute, toldFrom }: CounterLimits, clock: Clock): Counter {
  /** In the order in which they began. */
  const minutes = new Map<string, Minute>();
  const told = new Set<Minute>();

  const isOver = ({ beganAt }: Minute, now: number): boolean =>
    // A clock that was put back must not keep anybody waiting for longer.
    now < beganAt || now - beganAt >= MINUTE_MS;

  function begin(key: string, now: number, former: Minute | undefined): Minute {
    minutes.delete(key);
    if (former !== undefined) told.delete(former);
    if (minutes.size >= COUNTED_KEYS_MAX) {
      const [oldest] = minutes.values();
      if (oldest !== undefined) {
        minutes.delete(oldest.key);
        told.delete(oldest);
      }
    }
    // Times that were told before the clock was put back say nothing any more.
    const { others, othersUntil } = former !== undefined && former.beganAt <= now ? former : UNHEARD;
    const minute = { key, beganAt: now, count: 0, others, othersUntil, toldCount: 0 };
    minutes.set(key, minute);
    return minute;
  }

  const waitOf = (minute: Minute, now: number): number | null => {
    const others = now < minute.othersUntil ? minute.others : 0;
    if (minute.count + others < perMinute) return null;
    const ownLeftMs = minute.beganAt + MINUTE_MS - now;
    if (minute.count >= perMinute) return ownLeftMs;
    const othersLeftMs = Math.min(MINUTE_MS, minute.othersUntil - now);
    // Without whichever ends first, there is room again.
    return others >= perMinute || minute.count === 0 ? othersLeftMs : Math.min(ownLeftMs, othersLeftMs);
  };

  const allowance = (key: string): number | null => {
    const now = clock.now().getTime();
    const former = minutes.get(key);
    const minute = former === undefined || isOver(former, now) ? begin(key, now, former) : former;
    const waitMs = waitOf(minute, now);
    if (waitMs !== null) return waitMs;
    minute.count += 1;
    if (minute.count === toldFrom) told.add(minute);
    return null;
  };
  const waitMs = (key: string): number | null => {
    const now = clock.now().getTime();
    const minute = minutes.get(key);
    return minute === undefined || isOver(minute, now) ? null : waitOf(minute, now);
  };

  return {
    allowance: Object.assign(allowance, { waitMs }),
    noticeable(now) {
      for (const minute of told) if (isOver(minute, now)) told.delete(minute);
      return [...told];
    },
  };
}

/** How long a minute still counts. */
export const leftMsOf = ({ beganAt }: Minute, now: number): number => beganAt + MINUTE_MS - now;
