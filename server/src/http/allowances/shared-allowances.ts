import { createHmac } from 'node:crypto';
import type { SharedCountStore } from '../../database/instances/shared-counts.ts';
import type { Runtime } from '../../domain/runtime.ts';
import type { Allowance } from '../../lib/bounds/allowance.ts';
import { createSharedCalls } from '../../lib/bounds/shared-calls.ts';
import { randomHex } from '../../lib/crypto/secrets.ts';
import { SHARED_COUNTS_EVERY_MS } from '../../lib/limits/requests.ts';
import { type Counter, type CounterLimits, createCounter, leftMsOf, type Minute } from './counter.ts';

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
