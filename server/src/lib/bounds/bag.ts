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
