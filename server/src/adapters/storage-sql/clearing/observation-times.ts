import { sql } from 'kysely';
import { OBSERVATION_TIMES_EVERY_MS, UNNEEDED_KEPT_MS } from '../../../domain/limits.ts';
import type { Engine } from '../engines/engine.ts';

const LATEST = sql<number>`(select value from host_counters where name = 'observation')`;

/**
 * The highest place in the order of looks that was given out so long ago that nobody looks with it any more; 0 while
 * nobody knows. Notes once a day which place is the latest, so that this can be told later.
 */
export async function settledUntil({ db, read }: Engine, now: Date): Promise<number> {
  const times = db.selectFrom('host_observation_times').selectAll().orderBy('taken_at', 'desc').limit(1);
  const [latest] = await read(times.compile());
  if (latest === undefined || latest.taken_at <= now.getTime() - OBSERVATION_TIMES_EVERY_MS) {
    await db
      .insertInto('host_observation_times')
      .values({ taken_at: now.getTime(), observation: LATEST })
      .onConflict((conflict) => conflict.column('taken_at').doNothing())
      .execute();
  }
  const [settled] = await read(times.where('taken_at', '<=', now.getTime() - UNNEEDED_KEPT_MS).compile());
  if (settled === undefined) return 0;
  await db.deleteFrom('host_observation_times').where('taken_at', '<', settled.taken_at).execute();
  return settled.observation;
}
