import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { type Engine, outageIn } from '../../database/engines/engine.ts';
import { chunksOf } from '../../database/rows.ts';
import type { Tables } from '../../database/schema.ts';
import type { Observation } from './installation-types.ts';

export interface ObservationSequence {
  /** Concurrent callers share one statement, which starts after they called. */
  take(): Promise<Observation>;
  takeMany(count: number): Promise<readonly Observation[]>;
}

interface PendingTake {
  readonly resolve: (taken: Observation | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** The initial row, and the only one if all instances are on one machine. */
const COMMON_ROW = 'observation';
const SPREAD_ROWS = 16;

/**
 * Issues the numbers that order observations, without waiting for transactions. Each is above the highest of all rows
 * and written to the instance's own row. A later caller gets a higher number than a finished one; concurrent callers
 * get either order, as both read the code host after both called.
 *
 * No number is issued twice: each row has its own remainder and only grows.
 */
export function createObservationSequence({ db, servesMachines }: Engine): ObservationSequence {
  const rows = servesMachines ? SPREAD_ROWS : 1;
  const own = randomInt(rows);
  const name = servesMachines ? `${COMMON_ROW}/${own}` : COMMON_ROW;
  const [step, remainder] = [sql.lit(rows), sql.lit(own)];
  let pending: PendingTake[] = [];
  let isTaking = false;

  async function takeMany(count: number): Promise<readonly Observation[]> {
    const { value } = await db
      .insertInto('host_counters')
      .values({
        name,
        value: sql<number>`(select max(value) - (max(value) - ${remainder}) % ${step} from host_counters where ${IS_OBSERVATION_ROW}) + ${sql.lit(rows * count)}`,
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

  async function takeForPending(): Promise<void> {
    isTaking = true;
    while (pending.length > 0) {
      const served = pending;
      pending = [];
      try {
        const observations = await takeMany(served.length);
        for (const [index, { resolve }] of served.entries()) resolve(observations[index]);
      } catch (error) {
        // Callers that came meanwhile would fail the same way.
        const others = outageIn(error) === 'away' ? pending.splice(0) : [];
        for (const { reject } of [...served, ...others]) reject(error);
      }
    }
    isTaking = false;
  }

  return {
    takeMany,
    take: () =>
      new Promise<Observation>((resolve, reject) => {
        pending.push({ resolve: (observation) => resolve(observation as Observation), reject });
        if (!isTaking) void takeForPending();
      }),
  };
}

/** Other rows count other things. In key order `0` follows `/`. */
const IS_OBSERVATION_ROW = sql`name >= 'observation' and name < 'observation0'`;

export const LATEST_OBSERVATION = sql<number>`select max(value) from host_counters where ${IS_OBSERVATION_ROW}`;

/**
 * Claims the right to write these records and returns the IDs without a later observation. `ids` must be in lock order,
 * and stay locked until the transaction ends. A second claim with the same observation fails.
 *
 * Claims outlive records, so an observation from before a removal cannot restore one.
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
