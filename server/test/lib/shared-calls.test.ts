import { expect, test } from 'vitest';
import { createSharedCalls } from '../../src/lib/shared-calls.ts';

test('callers at the same time share a call, and later ones make another', async () => {
  const share = createSharedCalls<string, number>();
  let calls = 0;
  const call = async () => {
    calls += 1;
    return calls;
  };
  const both = [share('a', call), share('a', call)];
  expect(share.get('a')).toBe(both[0]);
  expect(await Promise.all([...both, share('b', call)])).toEqual([1, 1, 2]);
  expect(share.get('a')).toBeUndefined();
  expect(await share('a', call)).toBe(3);
});

test('a failure reaches all callers, and the next call is a new one', async () => {
  const share = createSharedCalls<string, number>();
  const failing = [share('a', () => Promise.reject(new Error('lost'))), share('a', async () => 1)];
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share('a', async () => 2)).toBe(2);
});
