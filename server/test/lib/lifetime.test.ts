import { LRUCache } from 'lru-cache';
import { expect, test } from 'vitest';
import { lifetime } from '../../src/lib/bounds.ts';

const KEPT_MS = 60_000;

function cacheAt(start: number) {
  let now = start;
  const cache = new LRUCache<string, number>({
    ...lifetime({ now: () => new Date(now) }, KEPT_MS),
    max: 2,
  });
  return { cache, passes: (ms: number) => (now += ms) };
}

test.each([0, Date.parse('2026-11-23T12:00:00Z')])('an entry ends after its lifetime, begun at %i', (start) => {
  const { cache, passes } = cacheAt(start);
  cache.set('a', 1);
  passes(KEPT_MS - 1);
  cache.set('b', 2);
  expect([cache.get('a'), cache.get('b')]).toEqual([1, 2]);
  passes(1);
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, 2]);
  passes(KEPT_MS);
  expect(cache.get('b')).toBeUndefined();
});

test.each([1, KEPT_MS, 3_600_000])('a clock put back by %i ms ends all entries, and prolongs none', (backMs) => {
  const { cache, passes } = cacheAt(3_600_000);
  cache.set('a', 1);
  passes(30_000);
  expect(cache.get('a')).toBe(1);
  passes(-backMs);
  expect(cache.get('a')).toBeUndefined();
  cache.set('a', 2);
  passes(KEPT_MS - 1);
  expect(cache.get('a')).toBe(2);
  passes(1);
  expect(cache.get('a')).toBeUndefined();
});

test('the entry that was used last stays', () => {
  const { cache } = cacheAt(0);
  cache.set('a', 1).set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});
