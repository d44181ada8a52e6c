import { LRUCache } from 'lru-cache';
import { lifetime } from '../../../domain/bounds/lifetime.ts';
import { createSharedCalls } from '../../../domain/bounds/shared-calls.ts';
import { ok } from '../../../domain/result.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import type { Clock } from '../../../ports/system.ts';

type Asked<T> = Promise<Told<T>>;

export interface Kept<K, T> {
  /** Concurrent callers share one request. Refusals are not cached. */
  get(key: K): Asked<T>;
  /** Replaces `spoiled`, which is not returned again. */
  replace(key: K, spoiled: T): Asked<T>;
}

/** The age of a value counts from before its request. */
export function createKept<K extends string | number, T extends object | string>(
  ask: (key: K) => Asked<T>,
  keptMs: number,
  clock: Clock,
): Kept<K, T> {
  const keptFor = lifetime(clock, keptMs);
  const kept = new LRUCache<K, T>({ ...keptFor, ttlAutopurge: true });
  const asking = createSharedCalls<K, Told<T>>();

  async function askAndKeep(key: K): Asked<T> {
    const start = keptFor.perf.now();
    const told = await ask(key);
    if (told.ok) kept.set(key, told.value, { start });
    return told;
  }

  async function get(key: K): Asked<T> {
    const known = kept.get(key);
    return known === undefined ? asking(key, () => askAndKeep(key)) : ok(known);
  }

  return {
    get,
    replace(key, spoiled) {
      if (kept.peek(key) === spoiled) kept.delete(key);
      return get(key);
    },
  };
}
