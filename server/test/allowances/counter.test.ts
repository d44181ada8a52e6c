import { expect, test } from 'vitest';
import { createCounter } from '../../src/allowances/counter.ts';
import { COUNTED_KEYS_MAX } from '../../src/domain/limits/requests.ts';

test('of very many keys, the counts of those that began first are forgotten', () => {
  const { allowance, minutesToPublish: noticeable } = createCounter(
    { perMinute: 1, publishedFrom: 1 },
    { now: () => new Date(0) },
  );
  for (let place = 0; place < COUNTED_KEYS_MAX; place += 1) expect(allowance(`key-${place}`)).toBeNull();
  expect(allowance('key-0')).toBe(60_000);
  expect(allowance('one more')).toBeNull();
  expect(noticeable(0)).toHaveLength(COUNTED_KEYS_MAX);
  expect(allowance('key-1')).toBe(60_000);
  expect(allowance('key-0')).toBeNull();
});
