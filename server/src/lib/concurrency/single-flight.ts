import { withinLimit } from '../result.ts';

export type SingleFlight<K, T> = (key: K, start: () => Promise<T>) => Promise<T>;

/**
 * Runs one fetch at a time per key. Callers that arrive during a fetch share the next one, so each fetch starts after
 * its callers arrived. After `patienceMs`, the next starts without waiting.
 */
export function createSingleFlight<K, T>(patienceMs: number | null = null): SingleFlight<K, T> {
  const underWay = new Map<K, Promise<T>>();
  const waiting = new Map<K, Promise<T>>();

  async function next(key: K, start: () => Promise<T>): Promise<T> {
    const before = underWay.get(key)?.catch(() => {});
    await (before === undefined || patienceMs === null ? before : withinLimit(before, patienceMs));
    waiting.delete(key);
    const begun = start();
    underWay.set(key, begun);
    try {
      return await begun;
    } finally {
      if (underWay.get(key) === begun) underWay.delete(key);
    }
  }

  return (key, start) => {
    const running = waiting.get(key);
    if (running !== undefined) return running;
    const shared = next(key, start);
    waiting.set(key, shared);
    return shared;
  };
}
