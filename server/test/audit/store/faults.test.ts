import { describe, expect, test } from 'vitest';
import { ENGINES } from '../../support/databases/engines.ts';
import { after, entriesOf, eventOf, NOON, verified } from './trails.ts';

describe.each(ENGINES)('an audit log that was changed by hand, on $name', ({ open }) => {
  test.each([
    [
      'a row changed',
      `update audit_rows set target_name = 'mallory' where number = 3`,
      { number: 3, fault: 'changed' },
    ],
    ['its time changed', 'update audit_rows set at = at + 1 where number = 3', { number: 3, fault: 'changed' }],
    ['a hash changed', `update audit_rows set hash = 'f' where number = 5`, { number: 5, fault: 'changed' }],
    [
      'an outcome changed',
      `update audit_rows set outcome = 'refused' where number = 6`,
      { number: 6, fault: 'changed' },
    ],
    ['a row removed', 'delete from audit_rows where number = 3', { number: 3, fault: 'missing' }],
    ['the first removed', 'delete from audit_rows where number = 1', { number: 1, fault: 'missing' }],
    ['the last removed', 'delete from audit_rows where number = 6', { number: 6, fault: 'cut-off' }],
    ['all removed', 'delete from audit_rows', { number: 1, fault: 'cut-off' }],
    ['the head put back', 'update audit_heads set newest_number = 5', { number: 5, fault: 'changed' }],
    ['the head begun later', 'update audit_heads set first_number = 3', { number: 1, fault: 'added' }],
    ['the head removed', 'delete from audit_heads', { number: 1, fault: 'added' }],
    [
      'a row added at the end',
      `insert into audit_rows (organization_id, number, kind, at, subject, deed, hash)
        values (10, 7, 'event', 1, 'member', 'removed', 'f')`,
      { number: 7, fault: 'added' },
    ],
    [
      'a row exchanged',
      `insert into audit_rows (organization_id, number, kind, at, subject, deed, hash)
        values (10, 2, 'event', 1, 'member', 'removed', 'f')`,
      { number: 2, fault: 'changed' },
    ],
  ])('tells of %s', async (name, statement, fault) => {
    const { storage, rawQuery } = await open();
    const { auditTrail: trail } = storage;
    await trail.record([eventOf(), eventOf(), eventOf(), eventOf()], NOON);
    const intents = await trail.intend([eventOf()], NOON);
    await trail.settle(
      intents.map((intent) => ({ intent, outcome: 'done', message: null })),
      NOON,
    );
    await trail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], NOON);
    if (name === 'a row exchanged') await rawQuery('delete from audit_rows where number = 2');

    await rawQuery(
      `${statement}${statement.includes('insert') ? '' : `${statement.includes('where') ? ' and' : ' where'} organization_id = 10`}`,
    );
    expect(await verified(trail)).toMatchObject([
      { ok: false, refusal: { organizationId: 10, ...fault } },
      { ok: true, value: { organizationId: 20, rows: 1 } },
    ]);
    expect((await entriesOf(trail)).length).toBeLessThanOrEqual(6);
  });

  test('stays whole when its oldest rows are removed as their time is over', async () => {
    const { storage, rawQuery } = await open();
    const { auditTrail: trail } = storage;
    const [intent] = await trail.intend([eventOf()], NOON);
    if (intent === undefined) throw new Error('one was written');
    for (let nth = 1; nth <= 3; nth += 1)
      await trail.record(
        Array.from({ length: 100 }, () => eventOf()),
        after(nth),
      );
    await trail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], NOON);
    await trail.settle([{ intent, outcome: 'done', message: null }], after(9));

    expect(await trail.removeBefore(after(2))).toBe(102);
    expect(await trail.removeBefore(after(2))).toBe(0);
    expect(await verified(trail)).toMatchObject([
      { ok: true, value: { organizationId: 10, rows: 201, first: 102, newest: 302 } },
      { ok: true, value: { organizationId: 20, rows: 0, first: 2, newest: 1 } },
    ]);
    await trail.settle([{ intent, outcome: 'refused', message: null }], after(9));
    expect(await trail.newest(10)).toBe(302);
    await trail.record([eventOf({ organization: { id: 20, login: 'twenty' } })], after(9));
    expect((await entriesOf(trail, { organizationId: 20 })).map(({ number }) => number)).toEqual([2]);
    expect(await entriesOf(trail, { limit: 500 })).toHaveLength(200);

    await rawQuery('delete from audit_rows where organization_id = 10 and number = 102');
    expect(await trail.removeBefore(after(60_000))).toBe(1);
    expect(await verified(trail, 10)).toMatchObject([{ ok: false, refusal: { number: 102, fault: 'missing' } }]);
  });

  test('still misses a row in the middle when the rows around it are old', async () => {
    const { storage, rawQuery } = await open();
    const { auditTrail: trail } = storage;
    await trail.record([eventOf(), eventOf(), eventOf(), eventOf(), eventOf()], NOON);
    await rawQuery('delete from audit_rows where number = 3');
    expect(await trail.removeBefore(after(1))).toBe(2);
    expect(await trail.removeBefore(after(1))).toBe(0);
    expect((await entriesOf(trail)).map(({ number }) => number)).toEqual([5, 4]);
    expect(await verified(trail)).toMatchObject([{ ok: false, refusal: { number: 3, fault: 'missing' } }]);
  });

  test('has no outcome for an intent that was removed as its time was over', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const [intent] = await trail.intend([eventOf()], NOON);
    if (intent === undefined) throw new Error('one was written');
    await trail.record([eventOf()], after(2));
    expect(await trail.removeBefore(after(1))).toBe(1);
    await trail.settle([{ intent, outcome: 'done', message: null }], after(3));
    expect(await trail.newest(10)).toBe(2);
    expect(await verified(trail)).toMatchObject([{ ok: true, value: { rows: 1, first: 2, newest: 2 } }]);
  });
});
