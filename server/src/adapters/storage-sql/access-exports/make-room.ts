import { sql } from 'kysely';
import { ACCESS_EXPORT_PARTS_AT_ONCE } from '../../../domain/limits/access.ts';
import type { ExportBudget } from '../../../ports/storage/access-exports.ts';
import type { Engine } from '../engines/engine.ts';
import { inBatches } from '../rows/batches.ts';

/** Removes the oldest ended exports, or their files, first. */
export async function makeRoom({ db }: Engine, organizationId: number, budget: ExportBudget, now: Date): Promise<void> {
  const exports = db.selectFrom('access_exports').where('organization_id', '=', organizationId);
  for (;;) {
    const stored = await exports
      .select([sql<number>`count(*)`.as('exports'), sql<number>`coalesce(sum(byte_count), 0)`.as('bytes')])
      .executeTakeFirstOrThrow();
    const hasTooMany = Number(stored.exports) > budget.exports;
    if (!hasTooMany && Number(stored.bytes) <= budget.bytes) return;
    const oldest = await exports
      .select('export_id as id')
      .where('ended_at', 'is not', null)
      .$if(!hasTooMany, (query) => query.where('byte_count', '>', 0))
      .orderBy('ended_at')
      .orderBy('export_id')
      .limit(1)
      .executeTakeFirst();
    if (oldest === undefined) return;
    await removeFile(db, oldest.id, now);
    if (hasTooMany) await db.deleteFrom('access_exports').where('export_id', '=', oldest.id).execute();
  }
}

async function removeFile(db: Engine['db'], id: string, now: Date): Promise<void> {
  const change = db.updateTable('access_exports').where('export_id', '=', id);
  // Marked first, so that no download starts.
  await change.set({ file_removed_at: now.getTime() }).where('file_removed_at', 'is', null).execute();
  await inBatches(async () => {
    const { numAffectedRows } = await sql`delete from access_export_parts where (export_id, place) in (
      select export_id, place from access_export_parts where export_id = ${id} limit ${sql.lit(ACCESS_EXPORT_PARTS_AT_ONCE)}
    )`.execute(db);
    return { deleted: Number(numAffectedRows), more: numAffectedRows === BigInt(ACCESS_EXPORT_PARTS_AT_ONCE) };
  });
  await change.set({ byte_count: 0 }).execute();
}
