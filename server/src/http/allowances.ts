import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { SharedCountStore } from '../database/instances.ts';
import type { Runtime } from '../domain/runtime.ts';
import type { Allowance } from '../lib/bounds.ts';
import {
  COUNTED_KEYS_MAX,
  RATE_LIMIT_SHARED_SHARE,
  SESSION_ENDS_PER_MINUTE,
  SHARED_COUNTS_EVERY_MS,
} from '../lib/limits/http.ts';
import { APP_READS_PER_MINUTE } from '../lib/limits/people.ts';
import { randomHex } from '../lib/secrets.ts';
import { createSharedCalls } from '../lib/shared-calls.ts';
import type { Clock } from '../lib/system.ts';

const MINUTE_MS = 60_000;
const NO_OTHERS = { others: 0, othersUntil: 0 };

/** A key's count in the minute that starts with its first request. */
interface Minute {
  readonly key: string;
  readonly beganAt: number;
  count: number;
  /** Reported by other instances, valid until `othersUntil`. */
  others: number;
  othersUntil: number;
  publishedCount: number;
}

interface Counter {
  readonly allowance: Allowance;
  /** Returns the running minutes that other instances need to know. */
  minutesToPublish(now: number): readonly Minute[];
}

interface CounterLimits {
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

const leftMsOf = ({ beganAt }: Minute, now: number): number => beganAt + MINUTE_MS - now;

const INSTANCE_BYTES = 16;
const NAME_CHARACTERS = 32;

export interface SharedAllowances {
  of(kind: string, limits: CounterLimits): Allowance;
  share(): Promise<void>;
  /** Calls `share` every second. Returns a function that stops it. */
  keepShared(): () => Promise<void>;
}

/**
 * Each instance counts in memory; once a second it publishes high counts and reads the others'. No request waits.
 * Limits can be exceeded by counts below `publishedFrom` and by what happens within two exchanges.
 *
 * Without a `store`, each instance counts on its own. `signingKey` must be equal on all instances: keys are stored as
 * HMACs, which hides addresses.
 */
export function createSharedAllowances(
  { clock, entropy, log }: Runtime,
  store: SharedCountStore | null,
  signingKey: Uint8Array,
): SharedAllowances {
  const instance = randomHex(entropy, INSTANCE_BYTES);
  const counters: { readonly kind: string; readonly counter: Counter }[] = [];
  let isConnected = true;

  const nameOf = (kind: string, key: string): string =>
    createHmac('sha256', signingKey).update(`${kind} ${key}`).digest('hex').slice(0, NAME_CHARACTERS);

  async function exchange(counts: SharedCountStore): Promise<void> {
    const now = clock.now().getTime();
    const byName = new Map<string, Minute>();
    for (const { kind, counter } of counters) {
      for (const minute of counter.minutesToPublish(now)) byName.set(nameOf(kind, minute.key), minute);
    }
    if (byName.size === 0) return;
    const changed = [...byName].filter(([, { count, publishedCount }]) => count !== publishedCount);
    const published = changed.map(([name, minute]) => ({ name, count: minute.count, leftMs: leftMsOf(minute, now) }));
    if (published.length > 0) await counts.publish(instance, published);
    for (const { name, count } of published) {
      const minute = byName.get(name);
      if (minute !== undefined) minute.publishedCount = count;
    }
    const othersCounts = await counts.ofOthers(instance, [...byName.keys()]);
    const readAt = clock.now().getTime();
    for (const minute of byName.values()) minute.others = 0;
    for (const { name, count, leftMs } of othersCounts) {
      const minute = byName.get(name);
      if (minute === undefined) continue;
      minute.others = count;
      minute.othersUntil = readAt + leftMs;
    }
  }

  async function share(): Promise<void> {
    if (store === null) return;
    try {
      await exchange(store);
      if (!isConnected) log.info({}, 'rate limits are shared with the other instances again');
      isConnected = true;
    } catch (error) {
      if (isConnected)
        log.warn({ err: error }, 'rate limits are counted by this instance only: other instances are unreachable');
      isConnected = false;
    }
  }

  return {
    of(kind, limits) {
      const counter = createCounter(limits, clock);
      counters.push({ kind, counter });
      return counter.allowance;
    },
    share,
    keepShared() {
      const exchanges = createSharedCalls<'all', void>();
      const timer = setInterval(() => void exchanges('all', share), SHARED_COUNTS_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await exchanges.get('all');
      };
    },
  };
}

/** Limits per client address, per person, and of ended sessions per session; null for no limit. */
export function clientAllowances(allowances: SharedAllowances, rateLimit: number | null) {
  if (rateLimit === null) return null;
  const limits = { perMinute: rateLimit, publishedFrom: Math.ceil(rateLimit * RATE_LIMIT_SHARED_SHARE) };
  const ends = { perMinute: SESSION_ENDS_PER_MINUTE, publishedFrom: 1 };
  return {
    'client-address': allowances.of('client', limits),
    person: allowances.of('person', limits),
    'session-end': allowances.of('session end', ends),
  };
}

/** Limits the requests made as the App that one person may cause. Every count is published, because limits are low. */
export const appRequestAllowance = (allowances: SharedAllowances, what: 'access' | 'status'): Allowance =>
  allowances.of(`looks for ${what}`, { perMinute: APP_READS_PER_MINUTE, publishedFrom: 1 });
