import { expect, onTestFinished, test } from 'vitest';
import { createThread, type ThreadBounds } from '../../src/thread/thread.ts';
import type { OddTasks } from './odd-worker.ts';

const BOUNDS: ThreadBounds = {
  memoryMb: 64,
  stackMb: 1,
  deadlineMs: 600_000,
  outputMaxCharacters: 1_000,
  idleMs: 600_000,
};
const ODD = new URL('./odd-worker.ts', import.meta.url);
const never = new AbortController().signal;

function open(bounds: Partial<ThreadBounds> = {}, url = ODD) {
  const thread = createThread<OddTasks>(url, { ...BOUNDS, ...bounds });
  onTestFinished(() => thread.end());
  return thread;
}

test('a thread that cannot be started is free again', async () => {
  const thread = open({}, new URL('https://orgdesk.example/worker.js'));
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(thread.run('echo', 'a', never)).rejects.toThrow();
    expect(thread.isBusy()).toBe(false);
  }
});

test('too little memory for the modules themselves is no matter of the files', async () => {
  const greedy = open({ memoryMb: 16 }, new URL('./greedy-worker.ts', import.meta.url));
  await expect(greedy.run('echo', 'a', never)).rejects.toThrow('memory limit');
});

test.each([
  ['takes too long', 'forever', undefined, { deadlineMs: 1 }, 'too-slow'],
  ['uses the processor too long', 'forever', undefined, { processorMs: 1 }, 'too-slow'],
  ['is nested too deep', 'nested', 10_000_000, {}, 'too-complex'],
  ['has too large a result', 'echo', 'x'.repeat(1_000), {}, 'too-large'],
] as const)('work that %s is stopped, and the thread is free again', async (_, name, task, bounds, reason) => {
  const thread = open(bounds);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect(await thread.run(name, task as never, never)).toEqual({ kind: 'stopped', reason });
    expect(thread.isBusy()).toBe(false);
  }
});

test.each([
  ['a mistake of the work', 'mistaken', 'Invalid time value'],
  ['the end of the thread', 'ended', 'ended'],
] as const)('%s is no matter of the files, and the next work is done', async (_, name, message) => {
  const thread = open();
  await expect(thread.run(name, undefined as never, never)).rejects.toThrow(message);
  expect(await thread.run('echo', 'a', never)).toEqual({ kind: 'done', value: 'a' });
});

test('work that nobody waits for ends, before it began and while it runs', async () => {
  const thread = open();
  expect(await thread.run('echo', 'a', AbortSignal.abort())).toEqual({ kind: 'left' });
  const left = new AbortController();
  const running = thread.run('forever', undefined as never, left.signal);
  left.abort();
  expect(await running).toEqual({ kind: 'left' });
  const next = new AbortController();
  const ending = thread.end();
  const waiting = thread.run('echo', 'a', next.signal);
  next.abort();
  expect(await waiting).toEqual({ kind: 'left' });
  await ending;
  expect(await thread.run('echo', 'b', never)).toEqual({ kind: 'done', value: 'b' });
});
