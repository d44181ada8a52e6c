import { LRUCache } from 'lru-cache';
import type { HostResult } from '../../domain/host-refusal.ts';
import { lifetime } from '../../lib/bounds/lifetime.ts';
import { createSharedCalls } from '../../lib/bounds/shared-calls.ts';
import { ok } from '../../lib/result.ts';
import type { Clock } from '../../lib/system.ts';

type PendingResult<T> = Promise<HostResult<T>>;

export interface ResultCache<K, T> {
  /** Concurrent callers share one request. Refusals are not cached. */
  get(key: K): PendingResult<T>;
  replace(key: K, rejectedValue: T): PendingResult<T>;
}

/** A value's age counts from before its request. */
export function createResultCache<K extends string | number, T extends object | string>(
  load: (key: K) => PendingResult<T>,
  lifetimeMs: number,
  clock: Clock,
): ResultCache<K, T> {
  const keptFor = lifetime(clock, lifetimeMs);
  const entries = new LRUCache<K, T>({ ...keptFor, ttlAutopurge: true });
  const loading = createSharedCalls<K, HostResult<T>>();

  async function loadAndCache(key: K): PendingResult<T> {
    const start = keptFor.perf.now();
    const result = await load(key);
    if (result.ok) entries.set(key, result.value, { start });
    return result;
  }

  async function get(key: K): PendingResult<T> {
    const cached = entries.get(key);
    return cached === undefined ? loading(key, () => loadAndCache(key)) : ok(cached);
  }

  return {
    get,
    replace(key, rejectedValue) {
      if (entries.peek(key) === rejectedValue) entries.delete(key);
      return get(key);
    },
  };
}
