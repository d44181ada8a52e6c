import { expect, test } from 'vitest';
import { ok } from '../../src/domain/result.ts';
import { createRecentAnswers } from '../../src/sessions/recent-answers.ts';

const KEPT_MS = 60_000;
const HOUR_MS = 3_600_000;

test('an answer counts no longer when the clock was put back', async () => {
  let now = 10 * HOUR_MS;
  let calls = 0;
  const answers = createRecentAnswers<number>({ clock: { now: () => new Date(now) }, keptMs: KEPT_MS, weightMax: 10 });
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
