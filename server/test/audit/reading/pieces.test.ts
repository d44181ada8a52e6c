import { expect, test } from 'vitest';
import { createSearchQueue, createTrailReader } from '../../../src/audit/read-trail.ts';
import type { AuditRecord, AuditTrailStore } from '../../../src/audit/store/types.ts';
import { AUDIT_CHUNK_CHARACTERS } from '../../../src/lib/limits/audit.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const TEXT = 'x'.repeat(10_000);
const ENTRIES = 400;

test('no piece of a file keeps more in memory than its size, however long the entries are', async () => {
  const recordOf = (number: number): AuditRecord => ({
    number,
    at: NOW,
    settledAt: null,
    outcome: 'done',
    message: null,
    organization: { id: 1, login: 'acme' },
    action: 'audit_trail.exported',
    way: 'api',
    actor: null,
    target: null,
    before: {},
    after: { text: TEXT },
    requestId: null,
    deliveryId: null,
  });
  const search: AuditTrailStore['search'] = async ({ before = ENTRIES + 1, limit }) => {
    const count = Math.min(limit, before - 1);
    const entries = Array.from({ length: count }, (_, index) => recordOf(before - 1 - index));
    const last = entries.at(-1)?.number ?? 1;
    return { entries, next: last > 1 ? last : null, characters: count * TEXT.length };
  };
  const reader = createTrailReader({ search } as AuditTrailStore, createSearchQueue());
  const pieces = reader.chunks({ organizationId: 1 }, { userId: 1, now: NOW });
  const numbers: number[] = [];
  for await (const piece of pieces) {
    expect(JSON.stringify(piece).length).toBeLessThan(2 * AUDIT_CHUNK_CHARACTERS);
    numbers.push(...piece.map(({ number }) => number));
  }
  expect(numbers).toEqual(Array.from({ length: ENTRIES }, (_, index) => ENTRIES - index));
});
