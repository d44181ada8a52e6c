import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWithinJsonBounds } from '../../src/lib/bounds.ts';
import { cases } from '../support/random/properties.ts';

const within = (text: string, depth: number, values: number) =>
  isWithinJsonBounds(new TextEncoder().encode(text), { depth, values });

function figuresOf(value: unknown): { readonly depth: number; readonly values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inside = Object.values(value).map(figuresOf);
  return {
    depth: 1 + Math.max(0, ...inside.map(({ depth }) => depth)),
    values: 1 + Math.max(0, inside.length - 1) + inside.reduce((sum, { values }) => sum + values, 0),
  };
}

describe('the bounds of a JSON text', () => {
  test.each([
    ['[]', 1, 1],
    ['[[],[]]', 2, 4],
    ['{"a":{"b":[1,2,3]}}', 3, 5],
    ['"[[[["', 0, 0],
    ['["]","[",",,,"]', 1, 3],
    ['["\\"[[[","\\\\",[]]', 2, 4],
    ['{"[":"{"}', 1, 1],
    ['null', 0, 0],
    ['', 0, 0],
  ])('of %s are its depth %i and its values %i', (text, depth, values) => {
    expect(within(text, depth, values)).toBe(true);
    if (depth > 0) expect(within(text, depth - 1, values)).toBe(false);
    if (values > 0) expect(within(text, depth, values - 1)).toBe(false);
  });

  test('are those of whatever can be written as JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const text = JSON.stringify(value);
        const { depth, values } = figuresOf(JSON.parse(text));
        expect(within(text, depth, values)).toBe(true);
        if (depth > 0) expect(within(text, depth - 1, values)).toBe(false);
        if (values > 0) expect(within(text, depth, values - 1)).toBe(false);
      }),
      cases({ brief: 100, full: 5_000 }),
    );
  });

  test('are looked for in any bytes without an end', () => {
    for (const text of ['[', '"', '"\\', '["a', ']]]]', '}{}{', '\\"["']) expect(within(text, 9, 9)).toBe(true);
    expect(within('['.repeat(10), 9, 99)).toBe(false);
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => void isWithinJsonBounds(bytes, { depth: 3, values: 3 })),
      cases({ brief: 100, full: 5_000 }),
    );
  });
});
