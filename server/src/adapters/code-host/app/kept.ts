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
export function createKept<K, T>(ask: (key: K) => Asked<T>, keptMs: number, clock: Clock): Kept<K, T> {
  const kept = new Map<K, { readonly value: T; readonly askedAt: number }>();
  const underWay = new Map<K, Asked<T>>();

  // A clock that is set back must not extend the caching.
  const isUsable = (askedAt: number, now: number): boolean => now >= askedAt && now - askedAt < keptMs;

  async function askAndKeep(key: K): Asked<T> {
    const now = clock.now().getTime();
    for (const [old, { askedAt }] of kept) if (!isUsable(askedAt, now)) kept.delete(old);
    const told = await ask(key);
    if (told.ok) kept.set(key, { value: told.value, askedAt: now });
    return told;
  }

  async function get(key: K): Asked<T> {
    const known = kept.get(key);
    if (known !== undefined && isUsable(known.askedAt, clock.now().getTime())) return ok(known.value);
    const asking = underWay.get(key) ?? askAndKeep(key).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  }

  return {
    get,
    replace(key, spoiled) {
      if (kept.get(key)?.value === spoiled) kept.delete(key);
      return get(key);
    },
  };
}
