import { LRUCache } from 'lru-cache';
import { expect, it } from 'vitest';
import { entryBytes, ownBytes } from '../../src/lib/bounds.ts';

const MAX_BYTES = 1024 * 1024;
/** V8's minimum for a map entry with an object. */
const LEAST_ENTRY_BYTES = 100;

it.each([
  ['empty values', () => 'k', 0],
  ['long keys', (key: number) => `${key}`.padEnd(2_000), 0],
])('%s are kept as long as keys, entries and values together fit', (_, keyOf, valueBytes) => {
  const kept = new LRUCache<string, number>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_, key) => entryBytes(key, valueBytes),
  });
  for (let key = 0; key < 20_000; key += 1) kept.set(`${key} ${keyOf(key)}`, key);
  let count = 0;
  for (let key = 0; key < 20_000; key += 1) if (kept.get(`${key} ${keyOf(key)}`) !== undefined) count += 1;
  expect(count).toBeGreaterThan(0);
  expect(count * (LEAST_ENTRY_BYTES + keyOf(0).length + valueBytes)).toBeLessThanOrEqual(MAX_BYTES);
  expect(kept.get(`19999 ${keyOf(19_999)}`)).toBe(19_999);
});

it.each([
  ['a short text', Buffer.from('{"installed":false}')],
  ['a part of something larger', Buffer.alloc(8192).subarray(10, 786)],
  ['joined parts', Buffer.concat([Buffer.from('{'), Buffer.from('}')])],
])('%s is copied into memory of its own, byte for byte', (_, bytes) => {
  expect(bytes.buffer.byteLength).toBeGreaterThan(bytes.byteLength);
  const own = ownBytes(bytes);
  expect(own.buffer.byteLength).toBe(bytes.byteLength);
  expect(own.equals(bytes)).toBe(true);
  expect(ownBytes(own)).toBe(own);
});
