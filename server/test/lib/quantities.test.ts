import { describe, expect, it } from 'vitest';
import { count, numberUpTo, size } from '../../../contract/src/quantities.ts';

describe('the pattern of whole numbers', () => {
  it.each([1, 9, 10, 19, 100, 105, 200, 500, 2048])('accepts 1 to %i and nothing else', (max) => {
    const pattern = new RegExp(numberUpTo(max));
    for (let number = -1; number <= max * 11; number += 1) {
      expect(pattern.test(String(number)), String(number)).toBe(number >= 1 && number <= max);
    }
    for (const text of ['', '01', '1.0', ' 1', '1e1', '+1']) expect(pattern.test(text), text).toBe(false);
  });
});

describe('quantities in documentation', () => {
  it('have separators and units', () => {
    expect([count(20), count(100_000), size(16 * 1024), size(25 * 1024 * 1024)]).toEqual([
      '20',
      '100,000',
      '16 KB',
      '25 MB',
    ]);
  });
});
