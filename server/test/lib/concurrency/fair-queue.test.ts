import { expect, test } from 'vitest';
import { createFairQueue } from '../../../src/lib/concurrency.ts';
import { ok, refuse } from '../../../src/lib/result.ts';

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

test('one caller has one work at a time, so that a slot is left for others', async () => {
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
  const all = ['a1', 'b1', 'c1', 'd1'].map((name) => add(name.slice(0, 1), name));
  expect(await add('e', 'e1')).toEqual(refuse('full'));
  await end('a1');
  all.push(add('b', 'b2'));
  expect(await add('b', 'b3')).toEqual(refuse('full'));
  for (const name of ['b1', 'c1', 'd1', 'b2']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'b1', 'c1', 'd1', 'b2'].map(ok));
});

test('of one caller, no more waits than may', async () => {
  const { add, end } = observed({ running: 1, waitingEach: 2, waitingAll: 8 });
  const all = ['a1', 'a2', 'a3'].map((name) => add('a', name));
  expect(await add('a', 'a4')).toEqual(refuse('full'));
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3'].map(ok));
});

test('when it is full, whoever has most waiting gives a slot to somebody who has less', async () => {
  const { add, end, started } = observed({ running: 1, waitingEach: 3, waitingAll: 4 });
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => add(name.slice(0, 1), name));
  const late = add('c', 'c1');
  expect(await all[3]).toEqual(refuse('full'));
  const last = add('d', 'd1');
  expect(await all[2]).toEqual(refuse('full'));
  expect(await add('e', 'e1')).toEqual(refuse('full'));
  for (const name of ['a1', 'b1', 'c1', 'd1', 'a2']) await end(name);
  expect(await Promise.all([all[1], late, last])).toEqual(['a2', 'c1', 'd1'].map(ok));
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'a2']);
});

test('callers who come back with one work after the other do not pass the second one of somebody', async () => {
  const { add, end, started } = observed({ running: 1, waitingEach: 2, waitingAll: 8 });
  const all = ['a1', 'a2', 'b1', 'c1'].map((name) => add(name.slice(0, 1), name));
  for (const [done, next] of [
    ['a1', 'd1'],
    ['b1', 'b2'],
    ['c1', 'c2'],
    ['d1', 'd2'],
  ] as const) {
    await end(done);
    all.push(add(next.slice(0, 1), next));
  }
  for (const name of ['a2', 'b2', 'c2', 'd2']) await end(name);
  await Promise.all(all);
  expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'd2']);
});

test('work that was admitted before waits for its turn, and is never refused', async () => {
  const queue = createFairQueue<string>({ running: 1, waitingEach: 1, waitingAll: 1 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = queue('a', NEVER, () => promise);
  const waiting = queue('b', NEVER, async () => 'b1');
  const admitted = ['a2', 'a3', 'a4'].map((name) => queue('a', NEVER, async () => name, true));
  expect(await queue('c', NEVER, async () => 'c1')).toEqual(refuse('full'));
  resolve('a1');
  expect(await Promise.all([first, waiting, ...admitted])).toEqual(['a1', 'b1', 'a2', 'a3', 'a4'].map(ok));
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
