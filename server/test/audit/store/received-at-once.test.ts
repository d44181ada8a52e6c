import { describe, expect, test } from 'vitest';
import type { AuditTrailStore } from '../../../src/audit/store/types.ts';
import { ENGINES } from '../../support/databases/engines.ts';
import { entriesOf, eventOf, NOON, verified } from './trails.ts';

const EVENTS = 60;

const record = (trail: AuditTrailStore, number: number, name = `person-${number}`) =>
  trail.recordFirst(
    eventOf({
      organization: { id: 10 + (number % 3), login: `organization-${number % 3}` },
      target: { kind: 'person', id: 100 + number, name },
      deliveryId: `delivery-${number}`,
    }),
    NOON,
    { hash: String(number).padStart(64, '0'), isShared: false },
  );

describe.each(ENGINES)('events that arrive at once, on $name', ({ open }) => {
  test('each have one entry, in logs that hold', async () => {
    const { auditTrail: trail } = (await open()).storage;
    const numbers = Array.from({ length: EVENTS }, (_, index) => index);
    const first = await Promise.all(numbers.map((number) => record(trail, number)));
    const again = await Promise.all(numbers.map((number) => record(trail, number, 'somebody else')));
    expect([first.every((isFirst) => isFirst), again]).toEqual([true, numbers.map(() => true)]);
    const found = await Promise.all([10, 11, 12].map((organizationId) => entriesOf(trail, { organizationId })));
    expect(found.flat().map(({ target }) => target?.name)).toHaveLength(EVENTS);
    expect((await verified(trail)).every(({ ok }) => ok)).toBe(true);
  });
});

describe.each(ENGINES.filter(({ name }) => name === 'SQLite'))('in a shared transaction on $name', ({ open }) => {
  test('what cannot be stored fails alone', async () => {
    const { storage, rawQuery } = await open();
    await rawQuery(`create trigger refused before insert on audit_rows when new.target_name = 'refused' begin
      select raise(abort, 'refused by the test');
    end`);
    const numbers = Array.from({ length: 20 }, (_, index) => index);
    const settled = await Promise.allSettled(
      numbers.map((number) => record(storage.auditTrail, number, number === 7 ? 'refused' : `person-${number}`)),
    );
    expect(settled.flatMap(({ status }, number) => (status === 'rejected' ? [number] : []))).toEqual([7]);
    const found = await Promise.all(
      [10, 11, 12].map((organizationId) => entriesOf(storage.auditTrail, { organizationId })),
    );
    expect(found.flat()).toHaveLength(19);
    expect((await verified(storage.auditTrail)).every(({ ok }) => ok)).toBe(true);
  });
});
