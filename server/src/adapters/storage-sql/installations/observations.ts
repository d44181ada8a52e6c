import type { Transaction } from 'kysely';
import type { Observation } from '../../../ports/storage.ts';
import { chunksOf } from '../batches.ts';
import type { Engine } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';

/** Gives out places in the order of looks. */
export interface Places {
  /** Takes the next one. Those who ask at once get theirs with one statement that begins after they asked. */
  take(): Promise<Observation>;
  /** Takes as many, in one statement. */
  takeMany(count: number): Promise<readonly Observation[]>;
}

interface Asker {
  readonly resolve: (place: Observation | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Places out of the one counter. Each statement stands alone: nobody waits for somebody's transaction. */
export function createPlaces({ db }: Engine): Places {
  let askers: Asker[] = [];
  let isTaking = false;

  async function takeMany(count: number): Promise<readonly Observation[]> {
    const { value } = await db
      .updateTable('host_counters')
      .set(({ eb }) => ({ value: eb('value', '+', count) }))
      .where('name', '=', 'observation')
      .returning('value')
      .executeTakeFirstOrThrow();
    return Array.from({ length: count }, (_, index) => (value - count + 1 + index) as Observation);
  }

  async function takeForAskers(): Promise<void> {
    isTaking = true;
    while (askers.length > 0) {
      const served = askers;
      askers = [];
      try {
        const places = await takeMany(served.length);
        for (const [index, { resolve }] of served.entries()) resolve(places[index]);
      } catch (error) {
        for (const { reject } of served) reject(error);
      }
    }
    isTaking = false;
  }

  return {
    takeMany,
    take: () =>
      new Promise<Observation>((resolve, reject) => {
        askers.push({ resolve: (place) => resolve(place as Observation), reject });
        if (!isTaking) void takeForAskers();
      }),
  };
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
