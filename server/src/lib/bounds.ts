/**
 * A limit per key and minute. Counts and returns null if allowed; otherwise returns the longest wait in milliseconds.
 */
export interface Allowance {
  (key: string): number | null;
  /** Checks without counting. */
  waitMs(key: string): number | null;
}

/**
 * Options of an `LRUCache` of at most so many entries, which takes memory as it fills. With `max` alone it reserves
 * memory for all of them when it is made, a fifth of what a start of the service takes.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });

/** Approximate overhead of a cache's entry and its objects. */
const ENTRY_BYTES = 600;

const BYTES_OF_CHARACTER = 2;

/** Memory of a cache's entry with its key. Buffers must own their memory (`ownBytes`). */
export const entryBytes = (key: string | number, bytesOfValue: number): number =>
  bytesOfValue + ENTRY_BYTES + (typeof key === 'string' ? key.length * BYTES_OF_CHARACTER : 0);

/** Limits on JSON before parsing, since values take far more memory than their text. */
interface JsonBounds {
  /** Nesting of arrays and objects. */
  readonly depth: number;
  /** Counted as commas and opening brackets. */
  readonly values: number;
}

const QUOTE = 0x22;

const COMMA = 0x2c;

const BACKSLASH = 0x5c;

/** The only bit that differs between brackets and braces. */
const BRACE = 0x20;

const OPEN = 0x7b;

const CLOSE = 0x7d;

/**
 * The result for invalid JSON is arbitrary; the parser rejects it.
 *
 * One function, because splitting it took 50% longer and all code-host data passes here.
 */
export function isWithinJsonBounds(bytes: Uint8Array, bounds: JsonBounds): boolean {
  const { length } = bytes;
  if (length <= bounds.values && hasFewBrackets(bytes, bounds.depth)) return true;
  let [depth, values] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) {
      for (index += 1; index < length && bytes[index] !== QUOTE; index += 1) {
        if (bytes[index] === BACKSLASH) index += 1;
      }
    } else if (byte === COMMA) values += 1;
    else if ((byte | BRACE) === OPEN) {
      values += 1;
      depth += 1;
      if (depth > bounds.depth) return false;
    } else if ((byte | BRACE) === CLOSE) depth -= 1;
  }
  return values <= bounds.values;
}

/** Ten times as fast as reading each byte. */
function hasFewBrackets(bytes: Uint8Array, most: number): boolean {
  let left = most;
  for (const bracket of [OPEN, OPEN - BRACE]) {
    for (let at = bytes.indexOf(bracket); at >= 0; at = bytes.indexOf(bracket, at + 1)) {
      left -= 1;
      if (left < 0) return false;
    }
  }
  return true;
}

/** Longer than any lifetime. */
const CLOCK_SET_BACK_MS = 365 * 24 * 60 * 60 * 1000;

/**
 * Options of an `LRUCache` whose entries live for `keptMs`. When the clock is set back, all of them end, because nobody
 * knows how long they have lived.
 */
export function lifetime(clock: { now(): Date }, keptMs: number) {
  let latest = clock.now().getTime();
  // `LRUCache` takes zero for an entry without a beginning.
  let passedMs = 1;
  const now = (): number => {
    const at = clock.now().getTime();
    passedMs += at < latest ? CLOCK_SET_BACK_MS : at - latest;
    latest = at;
    return passedMs;
  };
  // An `LRUCache` keeps an entry for its last millisecond too, and its default resolution remembers the time.
  return { ttl: keptMs - 1, ttlResolution: 0, perf: { now } };
}

/**
 * Copies pooled bytes. Node.js buffers may share a block of several kilobytes, which one small part would keep in
 * memory.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.byteLength === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.byteLength);
  own.set(bytes);
  return own;
}

/**
 * A small unordered collection that lives longer than its items, for what is added and removed once per request.
 *
 * A `Map`, `Set` or `WeakMap` used so replaces its table every few requests. Dead tables that reached the old generation
 * refer to their successors, and through them keep finished requests alive until the whole heap is collected: 5 KB for
 * each session read (row 16 of the bench). Removal searches from the end, so use it for tens of items, not thousands.
 */
export class Bag<T> implements Iterable<T> {
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  add(item: T): void {
    this.#items.push(item);
  }

  /** False if it is not in the bag. */
  remove(item: T): boolean {
    const index = this.#items.lastIndexOf(item);
    if (index === -1) return false;
    this.#removeAt(index);
    return true;
  }

  removeWhere(matches: (item: T) => boolean): void {
    for (let index = this.#items.length - 1; index >= 0; index -= 1) {
      if (matches(this.#items[index] as T)) this.#removeAt(index);
    }
  }

  /** Do not add or remove meanwhile. */
  [Symbol.iterator](): ArrayIterator<T> {
    return this.#items.values();
  }

  #removeAt(index: number): void {
    const last = this.#items.pop() as T;
    if (index < this.#items.length) this.#items[index] = last;
  }
}
