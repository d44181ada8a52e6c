import { describe, expect, test } from 'vitest';
import { createCleanup } from '../../../src/jobs/cleanup.ts';
import type { Storage } from '../../../src/storage.ts';
import { entriesOf, eventOf } from '../../audit/store/trails.ts';
import { ENGINES_OF_RULES } from '../../support/databases/engines.ts';
import { afterNoon, NOON, signInOf } from '../../support/databases/records.ts';
import { runtimeWith } from '../../support/runtime.ts';
import { workerOn } from '../due-work/working.ts';

const LATER = afterNoon(30 * 24 * 60);
const KEPT = { jobRetention: { rowsMs: 1, addressesMs: 1, filesMs: 1 }, auditRetentionMs: 60_000 };
const HOUR_MS = 60 * 60 * 1000;

/** An instance that cleans up: every hour, and first after five seconds. */
function instanceOn(storage: Storage) {
  const lines: string[] = [];
  const keep = (_fields: object, line: string) => void lines.push(line);
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  const kind = createCleanup(
    { runtime: runtimeWith({ clock: { now: () => LATER }, log }), storage, ...KEPT },
    { firstAfterMs: 5_000, everyMs: HOUR_MS },
  );
  const worker = workerOn(storage.dueWork, [kind]);
  worker.clock.stop();
  return { ...worker, lines };
}

describe.each(ENGINES_OF_RULES)('the regular cleanup on $name', ({ open }) => {
  test('deletes what ended and what nobody needs, says so, and goes on after a failure', async () => {
    const { storage, rawQuery } = await open();
    await storage.sessions.signIn(signInOf('ada', 1));
    await storage.sessions.signIn(signInOf('grace', 2, { createdAt: LATER, expiresAt: afterNoon(31 * 24 * 60) }));
    await storage.auditTrail.record([eventOf()], NOON);
    await storage.auditTrail.record([eventOf()], LATER);

    const { work, clock, lines } = instanceOn(storage);
    await work();
    expect(lines).toEqual([]);
    clock.advance(5_000);
    await work();
    expect(await rawQuery('select login from host_users')).toEqual([{ login: 'grace' }]);
    expect(lines).toEqual([
      'expired sessions were deleted',
      'unused data of former sessions was deleted',
      'expired rows of audit logs were deleted',
    ]);
    expect((await entriesOf(storage.auditTrail, {}, LATER)).map(({ number }) => number)).toEqual([2]);

    await rawQuery('alter table used_states rename to away');
    clock.advance(HOUR_MS);
    await work();
    expect(lines.slice(3)).toEqual(['cleanup failed']);
    await rawQuery('alter table away rename to used_states');
    clock.advance(HOUR_MS);
    await work();
    expect(lines).toHaveLength(4);
  });

  test('is done by one of several instances soon after its start, and by one that starts when it is due', async () => {
    const { storage, url, rawQuery } = await open();
    const other = await open({ url });
    let users = 0;
    const leaveSession = async () => {
      users += 1;
      await storage.sessions.signIn(signInOf(`user-${users}`, users));
    };
    const sessions = async () => Number((await rawQuery('select count(*) as open from sessions'))[0]?.open);

    await leaveSession();
    const first = instanceOn(storage);
    await first.work();
    first.clock.advance(5_000);
    await first.work();
    expect(await sessions()).toBe(0);
    await leaveSession();
    const second = instanceOn(other.storage);
    second.clock.advance(10_000);
    await second.work();
    expect(await sessions()).toBe(1);

    // However often it is restarted, it clears once the last clearing was that long ago.
    const third = instanceOn(other.storage);
    third.clock.advance(HOUR_MS + 10_000);
    await third.work();
    expect(await sessions()).toBe(0);
  });
});
