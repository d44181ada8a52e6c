import { setImmediate as othersRun } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import { AUDIT_SPAN_ROWS } from '../../../domain/limits/audit-trail.ts';
import { BATCH_ROWS } from '../../../domain/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';
import { type Batch, inBatches } from '../rows/batches.ts';
import type { Tables } from '../schema.ts';
import { type Head, lockHead } from './append.ts';
import { addTree, EMPTY_TREE, newestRecords, treeOf, withLostRows, withRows } from './heads/tree-records.ts';

/** The head keeps the hash of the last removed row. */
export async function removeBefore(engine: Engine, instant: Date, stop?: AbortSignal): Promise<number> {
  let removed = 0;
  let after = Number.MIN_SAFE_INTEGER;
  while (!isStopped(stop)) {
    const ids = await trailsWithOldRows(engine, instant, after);
    for (const id of ids) {
      if (isStopped(stop)) break;
      removed += await inBatches(() => removeBatch(engine, id, instant), stop);
      await othersRun();
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

const removeBatch = (engine: Engine, organizationId: number, instant: Date): Promise<Batch> =>
  engine.transaction(async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const oldest = await transaction
      .selectFrom('audit_rows')
      .select(['number', 'at', 'hash'])
      .where('organization_id', '=', organizationId)
      .orderBy('number')
      .limit(AUDIT_SPAN_ROWS)
      .execute();
    // Stops at a gap, so that verification still finds it.
    const young = oldest.findIndex(
      ({ number, at }, index) => at >= instant.getTime() || number !== head.first_number + index,
    );
    const old = young === -1 ? oldest : oldest.slice(0, young);
    const covered = await coveredUpTo(transaction, head, old);
    const removed = old.filter(({ number }) => number <= covered);
    const last = removed.at(-1);
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
    return { deleted: removed.length, more: oldest.length === AUDIT_SPAN_ROWS };
  });

/** Makes a record of the tree for rows that none covers. */
async function coveredUpTo(
  transaction: Transaction<Tables>,
  head: Head,
  old: readonly { readonly number: number; readonly hash: string }[],
): Promise<number> {
  const last = old.at(-1)?.number ?? 0;
  const records = newestRecords(transaction, head.organization_id);
  const newest = await records.limit(1).executeTakeFirst();
  if (newest !== undefined && newest.size >= last)
    return (await records.where('size', '<=', last).limit(1).executeTakeFirst())?.size ?? 0;
  const before = newest === undefined ? EMPTY_TREE : treeOf(newest);
  // Whoever broke the record finds the rows kept.
  if (before === null) return 0;
  const covering = withLostRows(before, head.first_number);
  const hashes = old.filter(({ number }) => number > covering.size).map(({ hash }) => hash);
  const isAdded =
    (covering === before || (await addTree(transaction, head.organization_id, covering))) &&
    (await addTree(transaction, head.organization_id, withRows(covering, hashes)));
  return isAdded ? last : 0;
}
