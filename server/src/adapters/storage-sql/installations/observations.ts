import type { Transaction } from 'kysely';
import type { Observation } from '../../../ports/storage.ts';
import { chunksOf } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

/** Takes the next place in the order of looks. A statement of its own: nobody waits for somebody's transaction. */
export async function observe({ db }: Engine): Promise<Observation> {
  const { value } = await db
    .updateTable('host_counters')
    .set(({ eb }) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'observation')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value as Observation;
}

/**
 * Claims the right to write the records of these installations, which must come in lock order; those for which
 * nobody stored a later look. One look writes a record once: a second claim with the same observation fails.
 *
 * The claim outlives the record, so that a look from before a removal cannot bring it back. Claimed or not, the
 * installations stay locked for other claims until the transaction ends.
 */
export async function claimRecords(
  db: Transaction<Tables>,
  ids: readonly number[],
  observation: Observation,
): Promise<ReadonlySet<number>> {
  const claimed = new Set<number>();
  for (const chunk of chunksOf(ids)) {
    const rows = await db
      .insertInto('host_observations')
      .values(chunk.map((id) => ({ installation_id: id, observation, repositories_changed: 0 })))
      .onConflict((conflict) =>
        conflict
          .column('installation_id')
          .doUpdateSet(({ ref }) => ({ observation: ref('excluded.observation') }))
          .whereRef('host_observations.observation', '<', 'excluded.observation'),
      )
      .returning('installation_id')
      .execute();
    for (const { installation_id } of rows) claimed.add(installation_id);
  }
  return claimed;
}
