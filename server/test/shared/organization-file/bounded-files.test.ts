import { unboundedPlace } from '@orgdesk/organization-files/bounded-nodes';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { boundedSize, TooLarge } from '../../../src/shared/organization-file/files/bounded-size.ts';

const MAX = 1_000;
const placeIn = (text: string, max = MAX) => unboundedPlace(parseDocument(text, { uniqueKeys: false }), max);

/** Each list has the one before ten times. */
const multiplied = (levels: number): string =>
  Array.from({ length: levels }, (_, level) =>
    level === 0 ? 'l0: &l0 [x]\n' : `l${level}: &l${level} [${Array(10).fill(`*l${level - 1}`)}]\n`,
  ).join('');

test('aliases count as often as they are used, and the place where there are too many is named', () => {
  expect(placeIn(multiplied(3))).toBeNull();
  const text = multiplied(30);
  const found = placeIn(text);
  expect(found?.message).toBe('With its aliases, the file has more than 1,000 values.');
  expect(text.slice(found?.offset, (found?.offset ?? 0) + 3)).toMatch(/^\*l\d$|^&l\d$|^\[\*l$/);
});

test('values without aliases count, too', () => {
  expect(placeIn(`[${Array(MAX - 1).fill('x')}]`)).toBeNull();
  expect(placeIn(`[${Array(MAX).fill('x')}]`)?.message).toMatch(/more than 1,000 values/);
});

test.each(['a: &a [*a]', 'a: &a {b: {c: *a}}', '&a [[[*a]]]', 'a: &a {*a : 1}'])(
  'the cycle of %j is found at its alias',
  (text) => {
    const found = placeIn(text);
    expect(found?.message).toBe('This alias is part of what it stands for.');
    expect(text.slice(found?.offset)).toMatch(/^\*a/);
  },
);

test('an alias stands for the nearest anchor before it, and one for nothing is left to the parser', () => {
  expect(placeIn('[&a [x], *a, &a [y], [*a]]')).toBeNull();
  expect(placeIn('[*missing]')).toBeNull();
});

test('a long chain of aliases needs no deep stack', () => {
  const chain = Array.from({ length: 400 }, (_, nth) => `c${nth}: &c${nth} ${nth === 0 ? 'x' : `*c${nth - 1}`}\n`);
  expect(placeIn(chain.join('').replaceAll(/&c\d+ (\*c\d+)/g, '$1'), 10_000)).toBeNull();
});

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
