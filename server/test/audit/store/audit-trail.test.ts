import { describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../../src/audit/store/types.ts';
import { AUDIT_UNDER_WAY_MS } from '../../../src/lib/limits/audit.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { FULL_LENGTH } from '../../support/series.ts';
import { after, entriesOf, eventOf, NOON, verified } from './trails.ts';

const numbers = (records: readonly AuditRecord[]) => records.map(({ number }) => number);

describe.each(ENGINES)('an audit log on $name', ({ open }) => {
  test('joins what was intended with what became of it, of which the first counts', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const [first, second, third] = await trail.intend(
      [eventOf(), eventOf({ target: null, actor: null, requestId: null }), eventOf({ action: 'member.added' })],
      NOON,
    );
    if (first === undefined || second === undefined || third === undefined) throw new Error('three were written');
    expect([first, second, third].map(({ number }) => number)).toEqual([1, 2, 3]);

    await trail.settle(
      [
        { intent: second, outcome: 'refused', message: 'No.' },
        { intent: first, outcome: 'unknown', message: null },
      ],
      after(1),
    );
    await trail.settle([{ intent: first, outcome: 'done', message: null }], after(2));
    await trail.settle([{ intent: { ...first, number: 900 }, outcome: 'done', message: null }], after(2));

    const [added, empty, removed] = await entriesOf(trail);
    expect(added).toMatchObject({ number: 3, action: 'member.added', outcome: 'under-way', settledAt: null });
    expect(empty).toMatchObject({ number: 2, actor: null, target: null, outcome: 'refused', message: 'No.' });
    expect(removed).toEqual({
      ...eventOf({ carriedOutBy: null }),
      number: 1,
      at: NOON,
      settledAt: after(1),
      outcome: 'unknown',
      message: null,
    });
    expect(await trail.newest(10)).toBe(5);
    expect(await trail.newest(11)).toBe(0);

    const later = after(AUDIT_UNDER_WAY_MS + 1);
    expect((await entriesOf(trail, {}, later)).map(({ outcome }) => outcome)).toEqual([
      'unknown',
      'refused',
      'unknown',
    ]);
    expect(numbers(await entriesOf(trail, { outcome: 'under-way' }))).toEqual([3]);
    expect(numbers(await entriesOf(trail, { outcome: 'under-way' }, later))).toEqual([]);
    expect(numbers(await entriesOf(trail, { outcome: 'unknown' }))).toEqual([1]);
    expect(numbers(await entriesOf(trail, { outcome: 'unknown' }, later))).toEqual([3, 1]);
    expect(numbers(await entriesOf(trail, { outcome: 'refused' }))).toEqual([2]);
    expect(numbers(await entriesOf(trail, { outcome: 'refused', before: 2 }))).toEqual([]);
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { organizationId: 10, rows: 5, newest: 5 } }]);
  });

  test('is of one organization, whatever is written at once', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const other = { id: 9, login: 'nine' };
    const intents = await trail.intend([eventOf(), eventOf({ organization: other }), eventOf()], NOON);
    expect(intents).toEqual([
      { organizationId: 10, number: 1 },
      { organizationId: 9, number: 1 },
      { organizationId: 10, number: 2 },
    ]);
    await trail.settle(
      intents.map((intent) => ({ intent, outcome: 'done', message: null })),
      NOON,
    );
    expect(await entriesOf(trail, { organizationId: 9 })).toMatchObject([{ organization: other, outcome: 'done' }]);
    expect(await entriesOf(trail)).toHaveLength(2);
    expect(await trail.intend([], NOON)).toEqual([]);
  });

  test('finds entries by who, on whom, what, how and when, and goes on behind a page', async () => {
    const { auditTrail: trail } = (await open()).storage;
    await trail.record(
      [
        eventOf({
          actor: { id: 3, login: 'Ünal-X' },
          action: 'team.created',
          target: { kind: 'team', id: 1, name: 'A%' },
        }),
        eventOf({ action: 'member.added', way: 'job' }),
        eventOf({ action: 'memberships.odd' }),
      ],
      NOON,
    );
    await trail.record([eventOf({ way: 'webhook', deliveryId: 'd-1' })], after(1000));

    expect(numbers(await entriesOf(trail, { actor: 'aDA' }))).toEqual([4, 3, 2]);
    expect(numbers(await entriesOf(trail, { actor: 'Ünal-x' }))).toEqual([1]);
    expect(numbers(await entriesOf(trail, { actor: 'ünal-x' }))).toEqual([]);
    expect(numbers(await entriesOf(trail, { target: 'a%' }))).toEqual([1]);
    expect(numbers(await entriesOf(trail, { action: 'member' }))).toEqual([4, 2]);
    expect(numbers(await entriesOf(trail, { action: 'member.removed' }))).toEqual([4]);
    expect(numbers(await entriesOf(trail, { way: 'job' }))).toEqual([2]);
    expect(numbers(await entriesOf(trail, { since: after(1000) }))).toEqual([4]);
    expect(numbers(await entriesOf(trail, { until: after(1000) }))).toEqual([3, 2, 1]);
    expect(numbers(await entriesOf(trail, { outcome: 'done', limit: 2 }))).toEqual([4, 3]);
    expect(numbers(await entriesOf(trail, { before: 3, limit: 1 }))).toEqual([2]);
    expect(numbers(await entriesOf(trail, { actor: 'ada', action: 'member', before: 4 }))).toEqual([2]);
  });

  test('has what a delivery told once, and again what happened again', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const recordEvent = (deliveryId: string, action: string, body: string) =>
      trail.record([eventOf({ way: 'webhook', deliveryId, action })], NOON, body);
    await recordEvent('d-1', 'member.added', 'added');
    await recordEvent('d-1', 'member.added', 'added');
    await recordEvent('d-2', 'member.added', 'added');
    expect(await entriesOf(trail)).toHaveLength(1);

    await recordEvent('d-3', 'member.removed', 'removed');
    await recordEvent('d-4', 'member.added', 'added');
    expect((await entriesOf(trail)).map(({ deliveryId }) => deliveryId)).toEqual(['d-4', 'd-3', 'd-1']);
  });

  test('bounds what others wrote, and keeps any text', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const long = '\u{1f600}\0\ud800'.repeat(1_000);
    const names = Array.from({ length: 500 }, () => long);
    await trail.record(
      [eventOf({ actor: { id: 1, login: long }, after: { long, names, none: null, yes: true } })],
      NOON,
    );
    const [entry] = await entriesOf(trail);
    expect(entry?.actor?.login.length).toBeLessThanOrEqual(320);
    expect(entry?.after).toMatchObject({ none: null, yes: true });
    expect(JSON.stringify(entry).length).toBeLessThan(100_000);
    expect(await verified(trail)).toMatchObject([{ ok: true }]);
  });

  test('grows by several writers on two instances without a gap or a fork', async () => {
    const one = await open();
    const two = await open({ url: one.url });
    await Promise.all(
      Array.from({ length: 60 }, async (_, nth) => {
        const { auditTrail: trail } = (nth % 2 === 0 ? one : two).storage;
        const organization = { id: 10 + (nth % 3), login: 'one' };
        const intents = await trail.intend([eventOf({ organization }), eventOf({ organization })], NOON);
        await trail.settle(
          intents.map((intent) => ({ intent, outcome: 'done', message: null })),
          NOON,
        );
      }),
    );
    expect(await verified(two.storage.auditTrail)).toMatchObject(
      [10, 11, 12].map((organizationId) => ({ ok: true, value: { organizationId, rows: 80, newest: 80 } })),
    );
    expect(await entriesOf(one.storage.auditTrail, { outcome: 'done' })).toHaveLength(40);
  });

  test('of 10,000 rows is written, read and verified quickly', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const begun = performance.now();
    for (let batch = 0; batch < 20; batch += 1) {
      await trail.record(
        Array.from({ length: 500 }, (_, nth) =>
          eventOf({
            actor: { id: nth, login: `person-${nth}` },
            target: { kind: 'team', id: nth, name: `t-${batch}-${nth}` },
          }),
        ),
        after(batch),
      );
    }
    const written = performance.now();
    expect(await entriesOf(trail, { actor: 'person-7' })).toHaveLength(20);
    expect(await entriesOf(trail, { target: 'T-0-499' })).toHaveLength(1);
    expect(await entriesOf(trail, { outcome: 'unknown' })).toHaveLength(0);
    expect(await entriesOf(trail, { outcome: 'under-way' })).toHaveLength(0);
    expect(await entriesOf(trail, { outcome: 'refused' })).toHaveLength(0);
    expect(await entriesOf(trail, { way: 'comparison' })).toHaveLength(0);
    const read = performance.now();
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { rows: 10_000 } }]);
    const proved = performance.now();
    // Only beside each other do times say something, and not where much else runs meanwhile.
    if (!FULL_LENGTH) return;
    expect(read - written).toBeLessThan(written - begun);
    expect(proved - read).toBeLessThan(written - begun);
  });
});
