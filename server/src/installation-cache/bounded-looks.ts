/** Does `look` for `key`, or shares one that has yet to begin. */
export type SharedLooks<K, T> = (key: K, look: () => Promise<T>) => Promise<T>;

/**
 * One look at a time for each key. Who asks while one is under way shares the one after it with all others who do: every
 * caller gets a look that began after they asked, so nothing that changed before is missing from it, and however many
 * ask at once, two are made.
 */
export function createSharedLooks<K, T>(): SharedLooks<K, T> {
  const underWay = new Map<K, Promise<T>>();
  const waiting = new Map<K, Promise<T>>();

  async function next(key: K, look: () => Promise<T>): Promise<T> {
    await underWay.get(key)?.catch(() => {});
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
