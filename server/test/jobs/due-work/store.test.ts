import { describe, expect, it } from 'vitest';
import type { NewWork } from '../../../src/domain/job.ts';
import type { Claim } from '../../../src/jobs/store/claim.ts';
import { type DueWorkStore, startAnew } from '../../../src/jobs/store/due-work.ts';
import { WORK_OF_ONE_AT_ONCE } from '../../../src/lib/limits/jobs.ts';
import { eventOf } from '../../audit/store/trails.ts';
import { onEngine } from '../../database/migrations/stored-copies.ts';
import { ENGINES, type OpenStorage } from '../../support/databases/engines.ts';
import { afterNoon, NOON, upTo } from '../../support/databases/records.ts';

const LEASE_MS = 60_000;
const HOUR_MS = 3_600_000;
const END_LEASES = 'update due_work set lease_until = lease_until - 600000';

const workOf = (key: string, other: Partial<NewWork> = {}): NewWork => ({
  organizationId: 1,
  kind: 'mail',
  key,
  dueAt: NOON,
  requestId: null,
  ...other,
});

const by = (holder: string, limit = 100, room = limit, kinds = ['mail', 'other']): Claim => ({
  holder,
  kinds: kinds.map((kind) => ({ kind, room, running: 0 })),
  limit,
  leaseMs: LEASE_MS,
});

describe.each(ENGINES)('due work on $name', ({ open }) => {
  const opened = async (url?: string): Promise<OpenStorage & { readonly work: DueWorkStore }> => {
    const storage = await open(url === undefined ? {} : { url });
    return { ...storage, work: storage.storage.dueWork };
  };
  const keysOf = async (work: DueWorkStore, claim: Claim, now = NOON) =>
    (await work.claim(claim, now)).map(({ key }) => key);

  it('is added once for a key, and the earlier time wins', async () => {
    const { work, rawQuery } = await opened();
    await work.add([workOf('a', { dueAt: afterNoon(2) }), workOf('a', { dueAt: afterNoon(3) })], NOON);
    await work.add([workOf('a', { dueAt: afterNoon(1) })], NOON);
    await work.add([workOf('a', { dueAt: afterNoon(5) })], NOON);
    expect(await rawQuery('select key from due_work')).toHaveLength(1);
    expect(await work.nextDueAt(['mail'], NOON)).toEqual(afterNoon(1));
    expect(await work.nextDueAt(['other'], NOON)).toBeNull();
    expect(await keysOf(work, by('one'))).toEqual([]);
    expect(await keysOf(work, by('one'), afterNoon(1))).toEqual(['a']);
  });

  it('is claimed by exactly one of twenty that ask at once on two instances (distributed mode)', async () => {
    const [one, other] = [await opened(), null];
    const two = other ?? (await opened(one.url));
    for (const round of upTo(3)) {
      await one.work.add(
        upTo(30).map((key) => workOf(`${round}-${key}`, { organizationId: key })),
        NOON,
      );
      const claims = await Promise.all(
        upTo(20).map((holder) => keysOf((holder % 2 === 0 ? one : two).work, by(`holder ${holder}`, 7))),
      );
      const claimed = claims.flat();
      for (let keys = [''], tries = 0; keys.length > 0 && tries < 99; tries += 1) {
        keys = await keysOf(two.work, by('the last', 7));
        claimed.push(...keys);
      }
      expect(claimed).toHaveLength(30);
      expect(new Set(claimed)).toEqual(new Set(upTo(30).map((key) => `${round}-${key}`)));
    }
  });

  it('is taken over when its lease has run out, which counts as an attempt (expiry)', async () => {
    const { work, rawQuery } = await opened();
    await work.add([workOf('a')], NOON);
    const [claimed] = await work.claim(by('vanished'), NOON);
    expect(claimed).toMatchObject({ key: 'a', attempts: 0 });
    expect(await keysOf(work, by('one'))).toEqual([]);
    await rawQuery(END_LEASES);
    const taken = await work.claim(by('one'), NOON);
    expect(taken).toMatchObject([{ key: 'a', attempts: 1 }]);
    // The instance that vanished comes back and changes nothing.
    if (claimed !== undefined) {
      await work.finish(claimed);
      await work.reschedule(claimed, afterNoon(9), NOON);
      expect(await work.extend([claimed], LEASE_MS)).toEqual(new Set());
    }
    expect(await rawQuery('select holder from due_work')).toEqual([{ holder: 'one' }]);
  });

  it('stays with an instance that extends its lease (heartbeat)', async () => {
    const { work, rawQuery } = await opened();
    await work.add([workOf('a'), workOf('b')], NOON);
    const claimed = await work.claim(by('one'), NOON);
    await rawQuery(END_LEASES);
    expect(await work.extend(claimed, LEASE_MS)).toEqual(new Set(['1 mail a', '1 mail b']));
    expect(await keysOf(work, by('two'))).toEqual([]);
    expect(await work.extend([], LEASE_MS)).toEqual(new Set());
  });

  it('is done again if it was added while being worked on, and is gone otherwise', async () => {
    const { work } = await opened();
    await work.add([workOf('a'), workOf('b'), workOf('c')], NOON);
    const [a, b, c] = await work.claim(by('one'), NOON);
    if (a === undefined || b === undefined || c === undefined) throw new Error('not claimed');
    await work.add([workOf('a'), workOf('c')], NOON);
    await work.finish(a);
    await work.finish(b);
    await work.reschedule(c, afterNoon(60), NOON);
    expect(await keysOf(work, by('one'))).toEqual(['a', 'c']);
  });

  it('waits for its next time after it was rescheduled, and is free at once when released', async () => {
    const { work } = await opened();
    await work.add([workOf('a'), workOf('b')], NOON);
    const [a, b] = await work.claim(by('one'), NOON);
    if (a === undefined || b === undefined) throw new Error('not claimed');
    await work.reschedule(a, afterNoon(1), NOON);
    await work.release(b);
    expect(await keysOf(work, by('two'))).toEqual(['b']);
    expect(await work.nextDueAt(['mail'], NOON)).toEqual(afterNoon(1));
  });

  it('that failed is tried again at its time with the attempts so far, and reset by a success (retry)', async () => {
    const { work } = await opened();
    await work.add([workOf('a')], NOON);
    const [first] = await work.claim(by('one'), NOON);
    if (first === undefined) throw new Error('not claimed');
    await work.fail(first, { attempts: 1, error: 'too \0 bad', retryAt: afterNoon(1) }, NOON);
    expect(await keysOf(work, by('one'))).toEqual([]);
    const [second] = await work.claim(by('one'), afterNoon(1));
    expect(second).toMatchObject({ attempts: 1 });
    if (second !== undefined) await work.reschedule(second, afterNoon(1), afterNoon(1));
    expect(await work.claim(by('one'), afterNoon(1))).toMatchObject([{ attempts: 0 }]);
  });

  it('that is dead is listed with its reason, is not added or claimed, and is due again by a retry (dead letters)', async () => {
    const { work, storage } = await opened();
    await work.add([workOf('a', { requestId: 'r' }), workOf('b', { organizationId: 2 })], NOON);
    for (const item of await work.claim(by('one'), NOON))
      await work.fail(
        item,
        { attempts: 1, error: `broken ${item.key}`, retryAt: null },
        afterNoon(item.organizationId),
      );
    await work.add([workOf('a')], NOON);
    await work.adopt('mail', [workOf('a', { requestId: 'r' }), workOf('b', { organizationId: 2 })], NOON);
    expect(await keysOf(work, by('one'), afterNoon(60))).toEqual([]);
    expect(await work.dead(1, 9)).toEqual([
      {
        organizationId: 1,
        kind: 'mail',
        key: 'a',
        attempts: 1,
        error: 'broken a',
        diedAt: afterNoon(1),
        createdAt: NOON,
        requestId: 'r',
      },
    ]);
    expect((await work.dead(null, 9)).map(({ key }) => key)).toEqual(['b', 'a']);
    expect(await work.counts(afterNoon(9))).toEqual([{ kind: 'mail', due: 0, dead: 2, overdueMs: 0 }]);

    const entry = eventOf();
    const id = { organizationId: 1, kind: 'mail', key: 'a' };
    const retried = await Promise.all(upTo(3).map(() => work.retry(id, afterNoon(9), entry)));
    expect(retried.filter(Boolean)).toHaveLength(1);
    expect(await storage.auditTrail.read({ organizationId: entry.organization.id, limit: 9 }, NOON)).toHaveLength(1);
    expect(await work.claim(by('one'), afterNoon(9))).toMatchObject([{ key: 'a', attempts: 0 }]);
  });

  it('goes to each organization and kind in turn, whatever one of them has (fairness)', async () => {
    const { work } = await opened();
    await work.add(
      upTo(200).map((key) => workOf(`big-${key}`)),
      NOON,
    );
    const small = [2, 3].map((organizationId) => workOf('small', { organizationId, dueAt: afterNoon(1) }));
    await work.add([...small, workOf('rare', { kind: 'other', dueAt: afterNoon(2) })], NOON);
    const now = afterNoon(5);
    const first = await work.claim(by('one', 5, 4), now);
    expect(first).toHaveLength(5);
    expect(new Set(first.map(({ key }) => key))).toEqual(new Set(['big-1', 'big-10', 'rare', 'small']));
    // With two of the first held, an organization with none comes before it, also on another instance.
    await work.add([workOf('late', { organizationId: 4, dueAt: afterNoon(4) })], NOON);
    expect(await keysOf(work, by('two', 1), now)).toEqual(['late']);
    // With room for one at a time, each has the same chance.
    await work.add([workOf('last', { organizationId: 5, dueAt: afterNoon(4) })], NOON);
    for (const item of first) await work.finish(item);
    const claimed: string[] = [];
    while (!claimed.includes('last') && claimed.length < 40) {
      const [item] = await work.claim(by('three', 1), now);
      claimed.push(item?.key ?? '');
      if (item !== undefined) await work.finish(item);
    }
    expect(claimed).toContain('last');
  });

  it('goes to somebody whose organization is full of work that a person has no share left for (fairness)', async () => {
    const { work } = await opened();
    await work.add(
      upTo(4).map((organizationId) => workOf(`elsewhere-${organizationId}`, { organizationId, personId: 1 })),
      NOON,
    );
    expect(await keysOf(work, by('one'), NOON)).toHaveLength(4);
    const late = afterNoon(1);
    await work.add(
      upTo(20).map((key) => workOf(`big-${key}`, { organizationId: 9, personId: 1 })),
      NOON,
    );
    await work.add([workOf('small', { organizationId: 9, personId: 2, dueAt: late })], late);
    expect(await keysOf(work, by('two'), late)).toEqual(['small']);
  });

  it('goes to each person in turn, and to nobody beyond a share, on all instances together (fairness)', async () => {
    const { work } = await opened();
    await work.add(
      upTo(200).map((organizationId) => workOf(`big-${organizationId}`, { organizationId, personId: 1 })),
      NOON,
    );
    const late = afterNoon(1);
    await work.add([workOf('small', { organizationId: 999, personId: 2, dueAt: late })], late);
    const first = (await work.claim(by('one'), late)).map(({ key }) => key.replace(/-.*/, ''));
    expect(first.toSorted()).toEqual([...Array(WORK_OF_ONE_AT_ONCE).fill('big'), 'small']);
    await work.add([workOf('own', { personId: 0, dueAt: late }), workOf('third', { personId: 3, dueAt: late })], late);
    expect(new Set(await keysOf(work, by('two'), late))).toEqual(new Set(['own', 'third']));
    expect(await keysOf(work, by('three'), late)).toEqual([]);
    expect(await work.nextDueAt(['mail'], late)).toEqual(late);
    expect(await work.nextDueAt(['mail'], late, true)).toBeNull();
  });

  it('goes to each kind of an organization, though one of them takes its whole share (fairness)', async () => {
    const { work } = await opened();
    await work.add(
      upTo(20).map((key) => workOf(`big-${key}`)),
      NOON,
    );
    await work.add([workOf('rare', { kind: 'other', dueAt: afterNoon(1) })], NOON);
    expect(await keysOf(work, by('one'), afterNoon(1))).toContain('rare');
  });

  it('whose last step was slow has room of its own, until a step is quick', async () => {
    const { work } = await opened();
    const keys = upTo(6);
    await work.add(
      keys.map((key) => workOf(`slow-${key}`, { organizationId: key, personId: 1 })),
      NOON,
    );
    // Steps that turn out to be slow leave room for others of their person.
    const first = await work.claim(by('one'), NOON);
    expect(first).toHaveLength(WORK_OF_ONE_AT_ONCE);
    for (const item of first) await work.noteSlow(item);
    const second = await work.claim(by('one'), NOON);
    expect(second).toHaveLength(keys.length - WORK_OF_ONE_AT_ONCE);
    for (const item of [...first, ...second]) await work.reschedule({ ...item, isSlow: true }, NOON, NOON);
    await work.add([workOf('quick', { organizationId: 99, personId: 2 })], NOON);
    expect(await keysOf(work, by('one'))).toEqual(['quick']);
    const kinds = [{ kind: 'mail', room: 9, running: 0, slowRoom: 2 }];
    const slow = await work.claim({ ...by('one'), kinds, slowLimit: 9 }, NOON);
    expect(slow.map(({ isSlow }) => isSlow)).toEqual([true, true]);
    for (const item of slow) await work.reschedule({ ...item, isSlow: false }, NOON, NOON);
    expect(await keysOf(work, by('one'))).toHaveLength(2);
  });

  it('of a kind without room is left, and a kind with less under way comes first', async () => {
    const { work } = await opened();
    await work.add(
      upTo(3).flatMap((key) => [workOf(`a-${key}`), workOf(`b-${key}`, { kind: 'other' })]),
      NOON,
    );
    const kinds = [
      { kind: 'mail', room: 2, running: 6 },
      { kind: 'other', room: 2, running: 0 },
    ];
    const claim = { ...by('one', 3), kinds };
    expect((await keysOf(work, claim)).map((key) => key[0])).toEqual(['b', 'b', 'a']);
    expect(await work.claim({ ...claim, kinds: [] }, NOON)).toEqual([]);
    expect(await work.claim({ ...claim, limit: 0 }, NOON)).toEqual([]);
  });

  it('is due when the clock was put back since its time was set (clock drift)', async () => {
    const { work } = await opened();
    await work.add([workOf('a', { dueAt: afterNoon(120) })], afterNoon(60));
    expect(await keysOf(work, by('one'), afterNoon(61))).toEqual([]);
    // Clocks that differ by a second agree.
    expect(await keysOf(work, by('one'), new Date(afterNoon(60).getTime() - 1_000))).toEqual([]);
    expect(await work.nextDueAt(['mail'], NOON)).toEqual(NOON);
    expect(await keysOf(work, by('one'), NOON)).toEqual(['a']);
  });

  it('is held no longer than its lease when the clock of the database was put back (clock drift)', async () => {
    const { work, rawQuery } = await opened();
    await work.add([workOf('a')], NOON);
    await work.claim(by('vanished'), NOON);
    await rawQuery(`update due_work set lease_until = lease_until + ${2 * HOUR_MS}`);
    await work.shortenLeases(LEASE_MS);
    expect(await keysOf(work, by('one'))).toEqual([]);
    await rawQuery(END_LEASES);
    expect(await keysOf(work, by('one'))).toEqual(['a']);
  });

  it('is adopted where it is missing, and left where it is being worked on or waits for its time', async () => {
    const { work } = await opened();
    await work.add([workOf('held'), workOf('later', { dueAt: afterNoon(60) })], NOON);
    const [held] = await work.claim(by('one', 1), NOON);
    await work.adopt(
      'mail',
      ['held', 'later', 'missing'].map((key) => workOf(key)),
      NOON,
    );
    if (held !== undefined) await work.finish(held);
    expect(await keysOf(work, by('one'))).toEqual(['missing']);
    expect(await keysOf(work, by('one'), afterNoon(60))).toEqual(['later']);
  });

  it('starts anew for a person, whether it is missing, later, dead or being worked on (dead letters)', async () => {
    const { work, url } = await opened();
    const keys = ['missing', 'later', 'dead', 'held'];
    await work.add([workOf('dead', { requestId: 'old' })], NOON);
    for (const item of await work.claim(by('one'), NOON))
      await work.fail(item, { attempts: 3, error: 'broken', retryAt: null }, NOON);
    await work.add([workOf('held')], NOON);
    const [held] = await work.claim(by('one'), NOON);
    await work.add([workOf('later', { dueAt: afterNoon(60) })], NOON);
    await onEngine(url, async ({ db }) => {
      for (const key of keys) await startAnew(db, workOf(key, { requestId: 'new', personId: 7 }), afterNoon(1));
    });
    if (held !== undefined) await work.finish(held);
    const claimed = await work.claim(by('one'), afterNoon(1));
    expect(claimed.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    for (const item of claimed) expect(item).toMatchObject({ attempts: 0, requestId: 'new' });
  });

  it('is not failed or put off by a step during which it was started anew', async () => {
    const { work, url } = await opened();
    await work.add([workOf('fails'), workOf('dies'), workOf('goes on')], NOON);
    const claimed = await work.claim(by('one'), NOON);
    await onEngine(url, async ({ db }) => {
      for (const { key } of claimed) await startAnew(db, workOf(key), afterNoon(1));
    });
    for (const item of claimed)
      if (item.key === 'goes on') await work.reschedule(item, afterNoon(9), afterNoon(0));
      else {
        const retryAt = item.key === 'dies' ? null : afterNoon(9);
        await work.fail(item, { attempts: 20, error: 'broken', retryAt }, afterNoon(0));
      }
    const again = await work.claim(by('one'), afterNoon(1));
    expect(again.map(({ key, attempts }) => `${key} ${attempts}`).toSorted()).toEqual([
      'dies 0',
      'fails 0',
      'goes on 0',
    ]);
  });

  it('is due now when the clock was put back, but while somebody works on it', async () => {
    const { work } = await opened();
    await work.add([workOf('held')], NOON);
    const [held] = await work.claim(by('one'), NOON);
    await work.add(
      [workOf('later', { dueAt: afterNoon(60) }), workOf('other', { kind: 'other', dueAt: afterNoon(60) })],
      NOON,
    );
    await work.makeDue('mail', NOON);
    expect(await keysOf(work, by('one'))).toEqual(['later']);
    if (held !== undefined) await work.finish(held);
  });

  it('that is dead is removed when its job is over (dead letters)', async () => {
    const { work } = await opened();
    await work.add([workOf('left'), workOf('over'), workOf('over', { kind: 'other' })], NOON);
    for (const item of await work.claim(by('one'), NOON))
      await work.fail(item, { attempts: 3, error: 'broken', retryAt: null }, NOON);
    await work.adopt('mail', [workOf('left')], afterNoon(1));
    expect((await work.dead(1, 9)).map(({ kind, key }) => [kind, key])).toEqual([
      ['mail', 'left'],
      ['other', 'over'],
    ]);
    await work.adopt('mail', [], afterNoon(1));
    expect((await work.dead(1, 9)).map(({ kind }) => kind)).toEqual(['other']);
  });

  it('is counted by kind, with how long the oldest has been due', async () => {
    const { work, rawQuery } = await opened();
    await work.add(
      [workOf('a'), workOf('b', { dueAt: afterNoon(30) }), workOf('c', { kind: 'other', dueAt: afterNoon(99) })],
      NOON,
    );
    expect(await work.counts(afterNoon(10))).toEqual([
      { kind: 'mail', due: 1, dead: 0, overdueMs: 600_000 },
      { kind: 'other', due: 0, dead: 0, overdueMs: 0 },
    ]);
    // What an instance works on is not overdue until its lease is over.
    await work.claim(by('one'), afterNoon(10));
    expect((await work.counts(afterNoon(10)))[0]).toMatchObject({ due: 1, overdueMs: 0 });
    await rawQuery(END_LEASES);
    expect((await work.counts(afterNoon(10)))[0]).toMatchObject({ due: 1, overdueMs: 600_000 });
  });
});
