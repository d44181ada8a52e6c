/** Values that take no more than so many bytes together; those used last are kept. */
export interface KeptBytes<Key, Value> {
  get(key: Key): Value | undefined;
  /** Puts out a former value under the key; a value longer than all of them may be is not kept. */
  keep(key: Key, value: Value, bytes: number): void;
}

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
    keep(key, value, bytes) {
      forget(key);
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
