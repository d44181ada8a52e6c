import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';
import { inBatches } from '../rows/batches.ts';
import { lockHead } from './append.ts';

/** The head keeps the hash of the last removed row. */
export async function removeBefore(engine: Engine, instant: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0;
  let after = Number.MIN_SAFE_INTEGER;
  while (!isStopped(stop)) {
    const ids = await trailsWithOldRows(engine, instant, after);
    for (const id of ids) {
      if (isStopped(stop)) break;
      removed += await inBatches(() => removeBatch(engine, id, instant), stop);
      after = id;
    }
    if (ids.length < BATCH_ROWS) break;
  }
  return removed;
}

const isStopped = (stop?: AbortSignal): boolean => stop?.aborted === true;

async function trailsWithOldRows({ db, read }: Engine, instant: Date, after: number): Promise<readonly number[]> {
  const query = db
    .selectFrom('audit_heads as head')
    .innerJoin('audit_rows as oldest', (join) =>
      join
        .onRef('oldest.organization_id', '=', 'head.organization_id')
        .onRef('oldest.number', '=', 'head.first_number'),
    )
    .select('head.organization_id')
    .where('head.organization_id', '>', after)
    .where('oldest.at', '<', instant.getTime())
    .orderBy('head.organization_id')
    .limit(BATCH_ROWS);
  return (await read(query.compile())).map(({ organization_id: id }) => id);
}

const removeBatch = ({ db }: Engine, organizationId: number, instant: Date) =>
  db.transaction().execute(async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const oldest = await transaction
      .selectFrom('audit_rows')
      .select(['number', 'at', 'hash'])
      .where('organization_id', '=', organizationId)
      .orderBy('number')
      .limit(BATCH_ROWS)
      .execute();
    // Stops at a gap, so that verification still finds it.
    const young = oldest.findIndex(
      ({ number, at }, index) => at >= instant.getTime() || number !== head.first_number + index,
    );
    const old = young === -1 ? oldest : oldest.slice(0, young);
    const last = old.at(-1);
    if (last === undefined) return { deleted: 0, more: false };
    await transaction
      .deleteFrom('audit_rows')
      .where('organization_id', '=', organizationId)
      .where('number', '<=', last.number)
      .execute();
    await transaction
      .deleteFrom('audit_open_intents')
      .where('organization_id', '=', organizationId)
      .where('number', '<=', last.number)
      .execute();
    await transaction
      .updateTable('audit_heads')
      .set({ first_number: last.number + 1, anchor: last.hash })
      .where('organization_id', '=', organizationId)
      .execute();
    return { deleted: old.length, more: old.length === BATCH_ROWS };
  });
