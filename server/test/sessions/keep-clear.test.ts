import { expect, onTestFinished, test } from 'vitest';
import { keepClear } from '../../src/sessions/keep-clear.ts';
import { entriesOf, eventOf } from '../storage/audit-trail/trails.ts';
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

  const kept = { storage, jobsKept: { rowsMs: 1, addressesMs: 1 }, auditKeptMs: 60_000, log };
  await storage.auditTrail.record([eventOf()], NOON);
  await storage.auditTrail.record([eventOf()], LATER);

  const stop = keepClear({ ...kept, clock: { now: () => LATER } }, 1);
  onTestFinished(stop);
  await expect
    .poll(() => lines, { timeout: 30_000 })
    .toContain('rows of audit trails were cleared: their time was over');
  expect(await rawQuery('select login from host_users')).toEqual([{ login: 'grace' }]);
  expect(lines).toEqual([
    'ended sessions were cleared',
    'what no session needs was cleared',
    'rows of audit trails were cleared: their time was over',
  ]);
  expect((await entriesOf(storage.auditTrail, {}, LATER)).map(({ number }) => number)).toEqual([2]);
  await stop();

  await close();
  const failing = keepClear({ ...kept, clock: { now: () => NOON } }, 1);
  onTestFinished(failing);
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(4);
  expect(new Set(lines.slice(3))).toEqual(new Set(['ended sessions and what no session needs could not be cleared']));
});
