import { expect, test } from 'vitest';
import type { Delivery } from '../../../../src/code-host/types.ts';
import { lostByInstallation, lostDeliveries } from '../../../../src/features/installations/rounds.ts';
import { DELIVERY_ATTEMPTS_MAX } from '../../../../src/lib/limits/installations.ts';

const attempt = (id: number, changes: Partial<Delivery> = {}): Delivery => ({
  id: String(id),
  guid: 'one',
  event: 'installation',
  installationId: null,
  succeeded: false,
  deliveredAt: new Date(id * 1_000),
  ...changes,
});
const idsOf = (deliveries: readonly Delivery[]) => lostDeliveries(deliveries).map(({ id }) => id);

test('a failed delivery is lost, by its last attempt', () => {
  expect(idsOf([attempt(1), attempt(3), attempt(2)])).toEqual(['3']);
});

test('a delivery with one success is not lost, whatever came after', () => {
  expect(idsOf([attempt(1), attempt(2, { succeeded: true }), attempt(3)])).toEqual([]);
});

test('a delivery is given up after as many attempts as are allowed [Y-8]', () => {
  const attempts = Array.from({ length: DELIVERY_ATTEMPTS_MAX }, (_, index) => attempt(index + 1));
  expect(idsOf(attempts.slice(1))).toEqual([String(DELIVERY_ATTEMPTS_MAX)]);
  expect(idsOf(attempts)).toEqual([]);
});

test('deliveries of events that are only logged are not asked for again', () => {
  expect(idsOf([attempt(1, { event: 'push' }), attempt(2, { event: 'ping', guid: 'two' })])).toEqual([]);
});

test('those of events that only the audit log keeps are', () => {
  const events = ['organization', 'membership', 'team', 'member', 'repository'];
  expect(idsOf(events.map((event, index) => attempt(index + 1, { event, guid: event })))).toHaveLength(events.length);
});

test('lost deliveries come oldest first', () => {
  expect(idsOf([attempt(5, { guid: 'b' }), attempt(4, { guid: 'a' }), attempt(6, { guid: 'c' })])).toEqual([
    '4',
    '5',
    '6',
  ]);
});

test('of an installation, changes are missing since its first event that never arrived, tried too often or not', () => {
  const attempts = Array.from({ length: DELIVERY_ATTEMPTS_MAX }, (_, index) =>
    attempt(index + 3, { installationId: 7 }),
  );
  const other = { installationId: 8, guid: 'two' };
  expect(
    lostByInstallation([
      ...attempts,
      attempt(1, { installationId: 7, event: 'push', guid: 'three' }),
      attempt(20, other),
      attempt(21, { ...other, succeeded: true }),
      attempt(2, { guid: 'four' }),
    ]),
  ).toEqual(new Map([[7, new Date(3_000)]]));
});
