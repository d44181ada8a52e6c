import { describe, expect, test } from 'vitest';
import type { SharedCountStore } from '../../../src/database/instances.ts';
import { createSharedAllowances } from '../../../src/http/allowances.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { runtimeWith } from '../../support/runtime.ts';

const MINUTE_MS = 60_000;
const LIMITS = { perMinute: 10, publishedFrom: 1 };

async function openedCounts(): Promise<SharedCountStore> {
  const postgres = ENGINES.find(({ name }) => name === 'PostgreSQL');
  const opened = await postgres?.open();
  const counts = opened?.storage.sharedCounts ?? null;
  if (counts === null) throw new Error('PostgreSQL shares counts');
  return counts;
}

describe('what instances tell each other of their counts', () => {
  test('counts no more once its minute has ended, before it is cleared too', async () => {
    const counts = await openedCounts();
    await counts.publish('another', [
      { name: 'ended', count: 7, leftMs: 0 },
      { name: 'running', count: 7, leftMs: MINUTE_MS },
    ]);
    await counts.publish('a third', [{ name: 'running', count: 5, leftMs: 0 }]);
    expect(await counts.ofOthers('this one', ['ended', 'running'])).toEqual([
      { name: 'running', count: 7, leftMs: expect.any(Number) },
    ]);
  });

  test('leaves out the counts of the instance that asks', async () => {
    const counts = await openedCounts();
    await counts.publish('this one', [
      { name: 'both', count: 3, leftMs: MINUTE_MS },
      { name: 'own', count: 3, leftMs: MINUTE_MS },
    ]);
    await counts.publish('another', [{ name: 'both', count: 7, leftMs: MINUTE_MS }]);
    expect(await counts.ofOthers('this one', ['both', 'own'])).toEqual([
      { name: 'both', count: 7, leftMs: expect.any(Number) },
    ]);
  });

  test('is of one kind: the same key of another kind is another count', async () => {
    const store = await openedCounts();
    const started = () =>
      createSharedAllowances(
        runtimeWith({ clock: { now: () => new Date(0) } }),
        store,
        Buffer.from('a key of the tests'),
      );
    const [one, other] = [started(), started()];
    const requests = { one: one.of('requests', LIMITS), other: other.of('requests', LIMITS) };
    const lookups = { one: one.of('lookups', LIMITS), other: other.of('lookups', LIMITS) };
    for (let nth = 0; nth < LIMITS.perMinute; nth += 1) expect(requests.one('ada')).toBeNull();
    expect([requests.other('ada'), lookups.other('ada'), lookups.one('ada')]).toEqual([null, null, null]);
    for (const { share } of [one, other]) await share();
    expect(requests.other('ada')).not.toBeNull();
    expect([lookups.one('ada'), lookups.other('ada')]).toEqual([null, null]);
  });
});
