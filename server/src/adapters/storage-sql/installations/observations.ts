import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Observation } from '../../../ports/storage/installations.ts';
import { outageIn } from '../../../ports/storage/outages.ts';
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

/** The row of programs that wrote no other, and the only one where all instances are on one machine. */
const COMMON_ROW = 'observation';
/** Rows that instances on several machines share out among them. */
const SPREAD_ROWS = 16;

/**
 * Places out of rows that instances share out among them: the next place is above the highest of all rows, and is written to
 * one's own. Who asks after somebody has theirs gets a higher one, since that was written. Who ask at the same moment get
 * theirs in either order: each of them looks after both asked, and has seen what either was told of.
 *
 * Each statement stands alone, and nobody waits for somebody's transaction. No place is given out twice: each row gives the
 * numbers that leave its own remainder, and never goes back, also when two instances chose the same.
 */
export function createPlaces({ db, servesMachines }: Engine): Places {
  const rows = servesMachines ? SPREAD_ROWS : 1;
  const own = randomInt(rows);
  const name = servesMachines ? `${COMMON_ROW}/${own}` : COMMON_ROW;
  const [step, remainder] = [sql.lit(rows), sql.lit(own)];
  let askers: Asker[] = [];
  let isTaking = false;

  async function takeMany(count: number): Promise<readonly Observation[]> {
    const { value } = await db
      .insertInto('host_counters')
      .values({
        name,
        value: sql<number>`(select max(value) - (max(value) - ${remainder}) % ${step} from host_counters where ${OF_PLACES}) + ${sql.lit(rows * count)}`,
      })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({
          value: sql<number>`case when host_counters.value + ${sql.lit(rows * count)} > excluded.value
            then host_counters.value + ${sql.lit(rows * count)} else excluded.value end`,
        }),
      )
      .returning('value')
      .executeTakeFirstOrThrow();
    return Array.from({ length: count }, (_, index) => (value - rows * (count - 1 - index)) as Observation);
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
        // Who asked meanwhile would only wait for the same.
        const others = outageIn(error) === 'away' ? askers.splice(0) : [];
        for (const { reject } of [...served, ...others]) reject(error);
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

/** Other rows count other things. In the order of the key these stand together: `0` comes after `/`. */
const OF_PLACES = sql`name >= 'observation' and name < 'observation0'`;

/** The highest place that was given out. */
export const LATEST_PLACE = sql<number>`select max(value) from host_counters where ${OF_PLACES}`;

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
