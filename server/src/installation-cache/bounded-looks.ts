import pLimit, { type LimitFunction } from 'p-limit';
import { withinLimit } from '../domain/result.ts';
import type { InstallationStore, Observation } from '../ports/storage/installations.ts';

export type SharedLooks<K, T> = (key: K, look: () => Promise<T>) => Promise<T>;

/**
 * Runs one fetch at a time per key. Callers that arrive during a fetch share the next, so every fetch starts after its
 * callers arrived. After `patienceMs`, the next starts without waiting.
 */
export function createSharedLooks<K, T>(patienceMs: number | null = null): SharedLooks<K, T> {
  const underWay = new Map<K, Promise<T>>();
  const waiting = new Map<K, Promise<T>>();

  async function next(key: K, look: () => Promise<T>): Promise<T> {
    const before = underWay.get(key)?.catch(() => {});
    await (before === undefined || patienceMs === null ? before : withinLimit(before, patienceMs));
    waiting.delete(key);
    const begun = look();
    underWay.set(key, begun);
    try {
      return await begun;
    } finally {
      if (underWay.get(key) === begun) underWay.delete(key);
    }
  }

  return (key, look) => {
    const known = waiting.get(key);
    if (known !== undefined) return known;
    const shared = next(key, look);
    waiting.set(key, shared);
    return shared;
  };
}

export type Lanes<Asker> = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Queues work per `Asker`, so that much or slow work of one delays nobody else. `each` limits the concurrency of one
 * `Asker`, `all` the total.
 */
export function createLanes<Asker>({
  each,
  all = Number.POSITIVE_INFINITY,
}: {
  readonly each: number;
  readonly all?: number;
}): Lanes<Asker> {
  const together = pLimit(all);
  const own = new Map<Asker, LimitFunction>();

  return (asker, work) => {
    const lane = own.get(asker) ?? pLimit(each);
    own.set(asker, lane);
    return lane(() => together(work)).finally(() => {
      if (lane.activeCount + lane.pendingCount === 0) own.delete(asker);
    });
  };
}

/**
 * Reserves `ahead` observation numbers at once. Fetches and stale marks made after the reservation win over fetches
 * that use it.
 */
export function createPlacesAhead(
  { observeMany }: Pick<InstallationStore, 'observeMany'>,
  ahead: number,
): () => Promise<Observation> {
  let places: Observation[] = [];
  let taking: Promise<void> | null = null;

  return async () => {
    for (;;) {
      const place = places.shift();
      if (place !== undefined) return place;
      taking ??= observeMany(ahead)
        .then((taken) => {
          places = [...taken];
        })
        .finally(() => {
          taking = null;
        });
      await taking;
    }
  };
}
