/** Values that take no more than so many bytes together; those used last are kept. */
export interface KeptBytes<Key, Value> {
  get(key: Key): Value | undefined;
  /**
   * Puts out a former value under the key; a value longer than all of them may be is not kept. The key and the place of
   * the entry are counted beside the bytes of the value, and buffers have to be in memory of their own (`ownBytes`).
   */
  keep(key: Key, value: Value, bytes: number): void;
}

/** What an entry takes beside key and value: its place, the objects around the value, the header of a buffer. */
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
