import { ok } from '../../../domain/result.ts';
import type { Told } from '../../../ports/code-host/refusals.ts';
import type { Clock } from '../../../ports/system.ts';

type Asked<T> = Promise<Told<T>>;

/** What is asked for once and used for a while, in memory only. */
export interface Kept<K, T> {
  /** What is kept, else asked for; callers at the same time share one request. A refusal is not kept. */
  get(key: K): Asked<T>;
  /** The same after `spoiled` turned out to be of no use; it is not given out again. */
  replace(key: K, spoiled: T): Asked<T>;
}

/** Keeps what `ask` tells for so long, counted from before it was asked, so that no difference of clocks matters. */
export function createKept<K, T>(ask: (key: K) => Asked<T>, keptMs: number, clock: Clock): Kept<K, T> {
  const kept = new Map<K, { readonly value: T; readonly askedAt: number }>();
  const underWay = new Map<K, Asked<T>>();

  // A clock that was put back must not keep anything for longer.
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
