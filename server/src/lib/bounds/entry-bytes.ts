/** Approximate overhead of a cache's entry and its objects. */
const ENTRY_BYTES = 600;
const BYTES_OF_CHARACTER = 2;

/** Memory of a cache's entry with its key. Buffers must own their memory (`ownBytes`). */
export const entryBytes = (key: string | number, bytesOfValue: number): number =>
  bytesOfValue + ENTRY_BYTES + (typeof key === 'string' ? key.length * BYTES_OF_CHARACTER : 0);
