import { expect, test } from 'vitest';
import { ok, refuse } from '../../../src/domain/result.ts';
import { createFairQueue } from '../../../src/shared/concurrency/fair-queue.ts';

const NEVER = new AbortController().signal;

/** A queue whose work ends when the test says so. */
function observed(limits = { running: 2, waitingEach: 3, waitingAll: 8 }) {
  const queue = createFairQueue<string>(limits);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    add: (caller: string, name: string, end: AbortSignal = NEVER) =>
      queue(caller, end, () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      }),
    end: async (name: string) => {
      ends.get(name)?.();
      await new Promise(setImmediate);
    },
  };
}

test('the second work of one caller waits behind the first of everybody, whoever came first', async () => {
  const { add, end, started } = observed();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'b2'].map((name) => add(name.slice(0, 1), name));
  expect(started).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3']) await end(name);
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'a3']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'd1', 'b2'].map(ok));
});

test('one caller has one work at a time, so that a place is left for others', async () => {
  const { add, end, started } = observed();
  const all = [add('a', 'a1'), add('a', 'a2')];
  expect(started).toEqual(['a1']);
  all.push(add('b', 'b1'));
  expect(started).toEqual(['a1', 'b1']);
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await Promise.all(all);
});

test('what waits is bounded, of one caller and in all', async () => {
  const { add, end } = observed({ running: 1, waitingEach: 2, waitingAll: 3 });
  const all = ['a1', 'a2', 'a3', 'b1'].map((name) => add(name.slice(0, 1), name));
  expect(await add('a', 'a4')).toEqual(refuse('full'));
  expect(await add('c', 'c1')).toEqual(refuse('full'));
  await end('a1');
  const late = add('c', 'c1');
  for (const name of ['b1', 'c1', 'a2', 'a3']) await end(name);
  expect(await Promise.all([...all, late])).toEqual(['a1', 'a2', 'a3', 'b1', 'c1'].map(ok));
});

test('work of a caller who left is never started, and makes room', async () => {
  const { add, end, started } = observed({ running: 1, waitingEach: 1, waitingAll: 1 });
  const left = new AbortController();
  const all = [add('a', 'a1'), add('b', 'b1', left.signal)];
  left.abort();
  expect(await all[1]).toEqual(refuse('left'));
  expect(await add('b', 'b2', left.signal)).toEqual(refuse('left'));
  const third = add('c', 'c1');
  for (const name of ['a1', 'c1']) await end(name);
  expect(await third).toEqual(ok('c1'));
  expect(started).toEqual(['a1', 'c1']);
});

test('work that fails makes room, too', async () => {
  const queue = createFairQueue<string>({ running: 1, waitingEach: 1, waitingAll: 1 });
  const failed = queue('a', NEVER, () => Promise.reject(new Error('broken')));
  const next = queue('a', NEVER, async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toEqual(ok('next'));
});
