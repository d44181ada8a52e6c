import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeCsrf, makeSessionId, parseSessionId, pkceOf, sameSecret, sessionKeyOf } from '../../../src/lib/secrets.ts';
import { systemEntropy } from '../../../src/lib/system.ts';

describe('session IDs', () => {
  test('are 64 lower-case hex characters, never the same twice, with every digit equally likely [R-2 M-5]', () => {
    const ids = Array.from({ length: 100_000 }, () => makeSessionId(systemEntropy));
    expect(new Set(ids).size).toBe(ids.length);
    const counts = new Map<string, number>();
    for (const id of ids) {
      expect(id).toMatch(/^[0-9a-f]{64}$/);
      for (const digit of id) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
    const expected = (ids.length * 64) / 16;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 15 degrees of freedom: a fair source passes 60 less than once in a million runs.
    expect(chiSquare).toBeLessThan(60);
  });

  test('are stored under their SHA-256', () => {
    const id = makeSessionId(systemEntropy);
    expect(sessionKeyOf(id)).toBe(createHash('sha256').update(id).digest('hex'));
  });

  test.each([
    '',
    'a'.repeat(63),
    'a'.repeat(65),
    'A'.repeat(64),
    'g'.repeat(64),
    ` ${'a'.repeat(63)}`,
    `${'a'.repeat(64)}\n`,
  ])('are not made of %j', (text) => expect(parseSessionId(text)).toBeNull());
});

test('a CSRF value is 32 random bytes as base64url [T-6]', () => {
  expect(makeCsrf(systemEntropy)).toMatch(/^[A-Za-z0-9_-]{43}$/);
});

test('the PKCE challenge is the S256 of a verifier that the CSRF value does not reveal', () => {
  const { verifier, challenge } = pkceOf('csrf', Buffer.from('key'));
  expect(verifier).toMatch(/^[A-Za-z0-9_-]{43}$/);
  expect(challenge).toBe(createHash('sha256').update(verifier).digest('base64url'));
  expect(pkceOf('csrf', Buffer.from('other key')).verifier).not.toBe(verifier);
});

test.each([
  ['a', 'a', true],
  ['a', 'b', false],
  ['a', 'aa', false],
  ['', '', true],
  ['é', 'e', false],
])('secrets %j and %j are the same: %s', (a, b, same) => expect(sameSecret(a, b)).toBe(same));
