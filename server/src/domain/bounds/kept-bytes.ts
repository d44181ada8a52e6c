/** A least-recently-used cache limited by total bytes. */
export interface KeptBytes<Key, Value> {
  get(key: Key): Value | undefined;
  /**
   * Replaces the key's value; drops one larger than the cache. Adds overhead for key and entry. Buffers must own their
   * memory (`ownBytes`).
   */
  keep(key: Key, value: Value, bytes: number): void;
}

/** Approximate overhead of the entry and its objects. */
const ENTRY_BYTES = 600;
const BYTES_OF_CHARACTER = 2;

export function createKeptBytes<Key, Value>(maxBytes: number): KeptBytes<Key, Value> {
  const kept = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  let total = 0;

  function forget(key: Key): void {
    total -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  }

  return {
    get(key) {
      const known = kept.get(key);
      if (known === undefined) return undefined;
      kept.delete(key);
      kept.set(key, known);
      return known.value;
    },
    keep(key, value, bytesOfValue) {
      forget(key);
      const bytes = bytesOfValue + ENTRY_BYTES + (typeof key === 'string' ? key.length * BYTES_OF_CHARACTER : 0);
      if (bytes > maxBytes) return;
      kept.set(key, { value, bytes });
      total += bytes;
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}
