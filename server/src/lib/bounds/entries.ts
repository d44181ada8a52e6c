/**
 * Options of an `LRUCache` of at most so many entries, which takes memory as it fills. With `max` alone it reserves
 * memory for all of them when it is made, a fifth of what a start of the service takes.
 */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
