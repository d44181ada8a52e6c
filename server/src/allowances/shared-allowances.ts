import { createHmac } from 'node:crypto';
import type { Allowance } from '../domain/bounds/allowance.ts';
import { SHARED_COUNTS_EVERY_MS } from '../domain/limits/requests.ts';
import type { SharedCountStore } from '../ports/storage/shared-counts.ts';
import type { Clock, Entropy, Log } from '../ports/system.ts';
import { randomHex } from '../security/secrets.ts';
import { type Counter, type CounterLimits, createCounter, leftMsOf, type Minute } from './counter.ts';

const INSTANCE_BYTES = 16;
const NAME_CHARACTERS = 32;

export interface SharedAllowancesDeps {
  /** Null: nobody shares, each instance counts by itself. */
  readonly store: SharedCountStore | null;
  /** The same on all instances: names in the database tell nobody's address. */
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
}

/** Allowances that hold for all instances together. */
export interface SharedAllowances {
  /** One kind of them; the kind is part of the names in the database. */
  of(kind: string, limits: CounterLimits): Allowance;
  /** Tells the others, and asks them, once. */
  share(): Promise<void>;
  /** Does so every second, while there is something to tell. Gives back what ends that. */
  keepShared(): () => Promise<void>;
}

/**
 * Each instance counts in memory, and only of who has used a noticeable part it tells the others, once a second in a row of
 * its own, and adds what they tell. No request waits for that, and no row is written by two instances.
 *
 * So a limit is kept but for what is below that part on each instance, and what is done within two rounds. While the
 * database is away, what was last heard counts to its end, and then each instance counts by itself.
 */
export function createSharedAllowances({
  store,
  signingKey,
  clock,
  entropy,
  log,
}: SharedAllowancesDeps): SharedAllowances {
  const instance = randomHex(entropy, INSTANCE_BYTES);
  const counters: { readonly kind: string; readonly counter: Counter }[] = [];
  let isHeard = true;

  const nameOf = (kind: string, key: string): string =>
    createHmac('sha256', signingKey).update(`${kind} ${key}`).digest('hex').slice(0, NAME_CHARACTERS);

  async function exchange(counts: SharedCountStore): Promise<void> {
    const now = clock.now().getTime();
    const byName = new Map<string, Minute>();
    for (const { kind, counter } of counters) {
      for (const minute of counter.noticeable(now)) byName.set(nameOf(kind, minute.key), minute);
    }
    if (byName.size === 0) return;
    const news = [...byName].filter(([, { count, toldCount }]) => count !== toldCount);
    const told = news.map(([name, minute]) => ({ name, count: minute.count, leftMs: leftMsOf(minute, now) }));
    if (told.length > 0) await counts.publish(instance, told);
    for (const { name, count } of told) {
      const minute = byName.get(name);
      if (minute !== undefined) minute.toldCount = count;
    }
    const heard = await counts.ofOthers(instance, [...byName.keys()]);
    const heardAt = clock.now().getTime();
    for (const minute of byName.values()) minute.others = 0;
    for (const { name, count, leftMs } of heard) {
      const minute = byName.get(name);
      if (minute === undefined) continue;
      minute.others = count;
      minute.othersUntil = heardAt + leftMs;
    }
  }

  async function share(): Promise<void> {
    if (store === null) return;
    try {
      await exchange(store);
      if (!isHeard) log.info({}, 'limits are counted together with the other instances again');
      isHeard = true;
    } catch (error) {
      if (isHeard) log.warn({ err: error }, 'limits are counted by this instance alone: the others cannot be heard');
      isHeard = false;
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
      let underWay: Promise<void> | null = null;
      const timer = setInterval(() => {
        underWay ??= share().finally(() => {
          underWay = null;
        });
      }, SHARED_COUNTS_EVERY_MS);
      return async () => {
        clearInterval(timer);
        await underWay;
      };
    },
  };
}
