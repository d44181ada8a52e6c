import { expect, test } from 'vitest';
import { createRecentResults } from '../../../src/code-host/recent-results.ts';
import { ok, refuse } from '../../../src/lib/result.ts';

const KEPT_MS = 60_000;
const HOUR_MS = 3_600_000;

test('an answer counts no longer when the clock was put back', async () => {
  let now = 10 * HOUR_MS;
  let calls = 0;
  const answers = createRecentResults<number>({ clock: { now: () => new Date(now) }, keptMs: KEPT_MS, weightMax: 10 });
  const ask = async () => {
    const answer = await answers('name', async () => {
      calls += 1;
      return ok(calls);
    });
    return answer.ok ? answer.value : null;
  };
  expect([await ask(), await ask()]).toEqual([1, 1]);
  now -= HOUR_MS;
  expect([await ask(), await ask()]).toEqual([2, 2]);
  now += KEPT_MS;
  expect(await ask()).toBe(3);
});

test('answers that are heavy together make room, those used longest ago first', async () => {
  const clock = { now: () => new Date(10 * HOUR_MS) };
  const answers = createRecentResults<number>({ clock, keptMs: KEPT_MS, weightMax: 10, weigh: (weight) => weight });
  const names: string[] = [];
  const ask = (name: string, weight: number) =>
    answers(name, async () => {
      names.push(name);
      return ok(weight);
    });
  await ask('a', 4);
  await ask('b', 4);
  await ask('a', 4);
  await ask('c', 4);
  expect(names).toEqual(['a', 'b', 'c']);
  await ask('a', 4);
  await ask('b', 4);
  expect(names).toEqual(['a', 'b', 'c', 'b']);
  await ask('too heavy', 11);
  await ask('too heavy', 11);
  expect(names.slice(4)).toEqual(['too heavy', 'too heavy']);
});

test('a refusal is told to who waits for it, and not kept', async () => {
  const clock = { now: () => new Date(10 * HOUR_MS) };
  const answers = createRecentResults<number>({ clock, keptMs: KEPT_MS, weightMax: 10 });
  const refused = refuse({ kind: 'unreachable', message: 'no answer' } as const);
  const both = [answers('name', async () => refused), answers('name', async () => ok(1))];
  expect(await Promise.all(both)).toEqual([refused, refused]);
  expect(await answers('name', async () => ok(2))).toEqual(ok(2));
});
