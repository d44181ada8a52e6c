import type { Transaction } from 'kysely';
import { chunksOf } from '../../database/rows/batches.ts';
import type { Tables } from '../../database/schema.ts';
import { append, lockHead } from './append.ts';
import { outcomeRow } from './trail-row.ts';
import type { AuditSettlement } from './types.ts';

export async function settleOf(
  transaction: Transaction<Tables>,
  organizationId: number,
  settlements: readonly AuditSettlement[],
  now: Date,
): Promise<void> {
  const head = await lockHead(transaction, organizationId);
  const settled = new Set<number>();
  for (const chunk of chunksOf(settlements.map(({ intent }) => intent.number))) {
    const settledRows = await transaction
      .selectFrom('audit_rows')
      .select('intent')
      .where('organization_id', '=', organizationId)
      .where('intent', 'in', chunk)
      .execute();
    for (const { intent } of settledRows) if (intent !== null) settled.add(intent);
  }
  const rows = settlements.flatMap((settlement) => {
    const { number } = settlement.intent;
    if (settled.has(number) || number < head.first_number || number > head.newest_number) return [];
    settled.add(number);
    return [outcomeRow(settlement, now)];
  });
  await append(transaction, head, rows);
}
