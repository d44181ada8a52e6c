import { expect, onTestFinished, test } from 'vitest';
import { keepClear } from '../../src/sessions/keep-clear.ts';
import { afterNoon, NOON, signInOf } from '../storage/records.ts';
import { ENGINES } from '../support/databases/engines.ts';

const LATER = afterNoon(30 * 24 * 60);

test('the regular clearing deletes what ended and what nobody needs, says so, and ends when it is told to', async () => {
  const open = await ENGINES[0]?.open();
  if (open === undefined) throw new Error('no engine');
  const { storage, rawQuery, close } = open;
  await storage.sessions.signIn(signInOf('ada', 1));
  await storage.sessions.signIn(signInOf('grace', 2, { createdAt: LATER, expiresAt: afterNoon(31 * 24 * 60) }));
  const lines: string[] = [];
  const keep = (_fields: object, line: string) => void lines.push(line);
  const log = { debug: keep, info: keep, warn: keep, error: keep };

  const stop = keepClear({ storage, jobsKept: { rowsMs: 1, addressesMs: 1 }, clock: { now: () => LATER }, log }, 1);
  onTestFinished(stop);
  await expect.poll(() => lines, { timeout: 30_000 }).toContain('what no session needs was cleared');
  expect(await rawQuery('select login from host_users')).toEqual([{ login: 'grace' }]);
  expect(lines).toEqual(['ended sessions were cleared', 'what no session needs was cleared']);
  await stop();

  await close();
  const failing = keepClear({ storage, jobsKept: { rowsMs: 1, addressesMs: 1 }, clock: { now: () => NOON }, log }, 1);
  onTestFinished(failing);
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(3);
  expect(new Set(lines.slice(2))).toEqual(new Set(['ended sessions and what no session needs could not be cleared']));
});
