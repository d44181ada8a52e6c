/** Thrown when a result is too large to be copied. */
export class TooLarge extends Error {}

/**
 * Returns the value if its JSON has at most about `maxCharacters`. Counts parts that occur several times each time, as JSON
 * does, and stops at the limit, so cyclic values are refused.
 */
export function boundedSize<T>(value: T, maxCharacters: number): T {
  let left = maxCharacters;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const each = open.pop();
    left -= typeof each === 'string' ? each.length + 3 : 8;
    if (each instanceof Map) for (const [key, item] of each) open.push(key, item);
    else if (Array.isArray(each) || each instanceof Set) for (const item of each) open.push(item);
    else if (typeof each === 'object' && each !== null)
      for (const [key, item] of Object.entries(each)) {
        left -= key.length + 3;
        open.push(item);
      }
    if (left < 0 || open.length > maxCharacters) throw new TooLarge();
  }
  return value;
}
