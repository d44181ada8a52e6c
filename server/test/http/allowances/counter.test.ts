import { expect, test } from 'vitest';
import { createCounter } from '../../../src/http/allowances.ts';
import { COUNTED_KEYS_MAX } from '../../../src/lib/limits/http.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('of very many keys, the counts of those that began first are forgotten', () => {
  const { allowance, minutesToPublish: noticeable } = createCounter(
    { perMinute: 1, publishedFrom: 1 },
    { now: () => new Date(0) },
  );
  for (let index = 0; index < COUNTED_KEYS_MAX; index += 1) expect(allowance(`key-${index}`)).toBeNull();
  expect(allowance('key-0')).toBe(60_000);
  expect(allowance('one more')).toBeNull();
  expect(noticeable(0)).toHaveLength(COUNTED_KEYS_MAX);
  expect(allowance('key-1')).toBe(60_000);
  expect(allowance('key-0')).toBeNull();
});

test('a count starts anew when its minute ends, and when the clock was put back', () => {
  let now = 10 * HOUR_MS;
  const { allowance } = createCounter({ perMinute: 1, publishedFrom: 1 }, { now: () => new Date(now) });
  expect([allowance('key'), allowance('key')]).toEqual([null, MINUTE_MS]);
  now += MINUTE_MS - 1;
  expect([allowance('key'), allowance.waitMs('key')]).toEqual([1, 1]);
  now += 1;
  expect([allowance.waitMs('key'), allowance('key'), allowance('key')]).toEqual([null, null, MINUTE_MS]);
  now -= HOUR_MS;
  expect([allowance.waitMs('key'), allowance('key'), allowance('key')]).toEqual([null, null, MINUTE_MS]);
});
