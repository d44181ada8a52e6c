import type { Transaction } from 'kysely';
import { chunksOf } from '../../database/rows/batches.ts';
import type { Tables } from '../../database/schema.ts';
import type { AuditEvent } from '../../domain/audit-entry.ts';
import { eventRow, GENESIS, hashOf, type NewTrailRow } from './trail-row.ts';

export type Head = Tables['audit_heads'];

/** Must be the last lock that a transaction takes. */
export const lockHead = (transaction: Transaction<Tables>, organizationId: number): Promise<Head> =>
  transaction
    .insertInto('audit_heads')
    .values({
      organization_id: organizationId,
      first_number: 1,
      anchor: GENESIS,
      newest_number: 0,
      newest_hash: GENESIS,
    })
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) =>
      conflict
        .column('organization_id')
        .doUpdateSet(({ ref }) => ({ organization_id: ref('excluded.organization_id') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function append(
  transaction: Transaction<Tables>,
  head: Head,
  newRows: readonly NewTrailRow[],
): Promise<readonly number[]> {
  if (newRows.length === 0) return [];
  let { newest_number: number, newest_hash: hash } = head;
  const rows = newRows.map((newRow) => {
    number += 1;
    const row = { organization_id: head.organization_id, number, ...newRow };
    hash = hashOf(hash, row);
    return { ...row, hash };
  });
  for (const chunk of chunksOf(rows)) {
    await transaction
      .insertInto('audit_rows')
      .values([...chunk])
      .execute();
  }
  await transaction
    .updateTable('audit_heads')
    .set({ newest_number: number, newest_hash: hash })
    .where('organization_id', '=', head.organization_id)
    .execute();
  return rows.map((row) => row.number);
}

export async function appendEvent(
  transaction: Transaction<Tables>,
  kind: 'intent' | 'event',
  event: AuditEvent,
  now: Date,
): Promise<number | null> {
  const head = await lockHead(transaction, event.organization.id);
  const [number] = await append(transaction, head, [eventRow(kind, event, now)]);
  return number ?? null;
}
