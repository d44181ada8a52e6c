import { expect, test } from 'vitest';
import { boundedSize, TooLarge } from '../src/thread/bounded-size.ts';

test('the size of a result counts parts as often as they occur, and cycles as endless', () => {
  const part = ['x'.repeat(100)];
  const small = { part, names: new Map([['a', new Set(['b'])]]) };
  expect(boundedSize(small, 1_000)).toBe(small);
  expect(() => boundedSize(Array(100).fill(part), 1_000)).toThrow(TooLarge);
  expect(() => boundedSize({ [`${'k'.repeat(2_000)}`]: 1 }, 1_000)).toThrow(TooLarge);
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  expect(() => boundedSize(cyclic, 1_000)).toThrow(TooLarge);
  expect(() => boundedSize(new Map([['a', cyclic]]), 1_000)).toThrow(TooLarge);
});
