import pLimit, { type LimitFunction } from 'p-limit';
import { withinLimit } from '../domain/result.ts';
import type { InstallationStore, Observation } from '../ports/storage/installations.ts';

/* What keeps calls to the code host few, and what waits for them short. */

/** Does `look` for `key`, or shares one that has yet to begin. */
export type SharedLooks<K, T> = (key: K, look: () => Promise<T>) => Promise<T>;

/**
 * One look at a time for each key. Who asks while one is under way shares the one after it with all others who do: every
 * caller gets a look that began after they asked, so nothing that changed before is missing from it, and however many
 * ask at once, two are made. One that takes longer than `patienceMs` is not waited for: the next begins beside it.
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

/** Does work in its turn, for whoever asks. */
export type Lanes<Asker> = <T>(asker: Asker, work: () => Promise<T>) => Promise<T>;

/**
 * Work of everybody in lanes of their own: `each` at once for one asker, in the order in which it came, `all` for all of
 * them together, by default without a bound. Whoever asks for much, or for what hangs, waits behind themselves and not
 * before the others.
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
 * Places in the order of looks for many that nobody asked for, some taken in advance: a look with such a place gives way
 * to one that somebody began after the place was taken, and to a mark from after that.
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
