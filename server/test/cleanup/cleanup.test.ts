import { randomBytes } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startCleanup } from '../../src/cleanup/cleanup.ts';
import { entriesOf, eventOf } from '../storage/audit-trail/trails.ts';
import { afterNoon, NOON, signInOf } from '../storage/records.ts';
import { ENGINES } from '../support/databases/engines.ts';

const LATER = afterNoon(30 * 24 * 60);
const KEPT = {
  jobRetention: { rowsMs: 1, addressesMs: 1 },
  auditRetentionMs: 60_000,
  entropy: { bytes: (count: number) => randomBytes(count) },
};
const HOUR_MS = 60 * 60 * 1000;

test('the regular clearing deletes what ended and what nobody needs, says so, and ends when it is told to', async () => {
  const open = await ENGINES[0]?.open();
  if (open === undefined) throw new Error('no engine');
  const { storage, rawQuery, close } = open;
  await storage.sessions.signIn(signInOf('ada', 1));
  await storage.sessions.signIn(signInOf('grace', 2, { createdAt: LATER, expiresAt: afterNoon(31 * 24 * 60) }));
  const lines: string[] = [];
  const keep = (_fields: object, line: string) => void lines.push(line);
  const log = { debug: keep, info: keep, warn: keep, error: keep };

  const kept = { storage, ...KEPT, log };
  await storage.auditTrail.record([eventOf()], NOON);
  await storage.auditTrail.record([eventOf()], LATER);

  const stop = startCleanup({ ...kept, clock: { now: () => LATER } }, { firstAfterMs: 0, everyMs: 1 });
  onTestFinished(stop);
  await expect.poll(() => lines, { timeout: 30_000 }).toContain('expired rows of audit logs were deleted');
  expect(await rawQuery('select login from host_users')).toEqual([{ login: 'grace' }]);
  expect(lines).toEqual([
    'expired sessions were deleted',
    'unused data of former sessions was deleted',
    'expired rows of audit logs were deleted',
  ]);
  expect((await entriesOf(storage.auditTrail, {}, LATER)).map(({ number }) => number)).toEqual([2]);
  await stop();

  await close();
  const failing = startCleanup({ ...kept, clock: { now: () => NOON } }, { firstAfterMs: 0, everyMs: 1 });
  onTestFinished(failing);
  await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(4);
  expect(new Set(lines.slice(3))).toEqual(new Set(['cleanup failed']));
});

describe.each(ENGINES)('of several instances on $name', ({ open }) => {
  test('one clears soon after its start, the others do not, and one that starts when it is due does', async () => {
    const { storage, url, rawQuery } = await open();
    const other = await open({ url });
    let users = 0;
    const leaveSession = async () => {
      users += 1;
      await storage.sessions.signIn(signInOf(`user-${users}`, users));
    };
    const sessions = async () => Number((await rawQuery('select count(*) as open from sessions'))[0]?.open);
    const start = (on: typeof storage, firstAfterMs = 0) => {
      const lines: string[] = [];
      const keep = (_fields: object, line: string) => void lines.push(line);
      const log = { debug: keep, info: keep, warn: keep, error: keep };
      const clock = { now: () => LATER };
      const stop = startCleanup({ ...KEPT, storage: on, clock, log }, { firstAfterMs, everyMs: HOUR_MS });
      onTestFinished(stop);
      return { lines, stop };
    };

    await leaveSession();
    const first = start(storage);
    await expect.poll(sessions).toBe(0);
    await leaveSession();
    const second = start(other.storage);
    await expect.poll(() => second.lines).toHaveLength(1);
    expect(second.lines).toEqual(['another instance did the cleanup']);
    expect(await sessions()).toBe(1);

    // However often it is restarted, it clears once the last clearing was that long ago.
    await first.stop();
    await second.stop();
    await rawQuery(`update leases set until = until - ${HOUR_MS} where name = 'clearing'`);
    start(other.storage);
    await expect.poll(sessions).toBe(0);
  });
});
