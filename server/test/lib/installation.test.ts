import { expect, test } from 'vitest';
import { idOrNull, parseInstallationId } from '../../src/domain/installation.ts';

const HIGHEST = Number.MAX_SAFE_INTEGER;

test('an installation ID in text is decimal digits, without a sign, blank, exponent or leading zero', () => {
  expect(['1', '42', String(HIGHEST)].map(parseInstallationId)).toEqual([1, 42, HIGHEST]);
  for (const text of ['', '0', '01', '+1', '-1', ' 1', '1 ', '1\n', '1.0', '1e3', '0x1', '१']) {
    expect([text, parseInstallationId(text)]).toEqual([text, null]);
  }
});

test('an ID is a positive integer that a number represents exactly', () => {
  expect([1, HIGHEST].map(idOrNull)).toEqual([1, HIGHEST]);
  for (const value of [0, -1, 1.5, HIGHEST + 1, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined]) {
    expect([value, idOrNull(value)]).toEqual([value, null]);
  }
  expect(parseInstallationId(String(HIGHEST + 1))).toBeNull();
});
