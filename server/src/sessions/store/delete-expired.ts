import { sql } from 'kysely';
import type { Engine } from '../../database/engines/engine.ts';
import { executeInBatches } from '../../database/rows/batches.ts';
import { deleteUntil } from '../../database/rows/delete-until.ts';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../../lib/limits/sessions.ts';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';

/** Used states stay longer: an instance with a slow clock may still accept them. */
export async function deleteExpired(engine: Engine, now: Date, stop?: AbortSignal): Promise<number> {
  const sessions = { table: 'sessions', key: 'session_key', time: 'expires_at' };
  const usedStates = { table: 'used_states', key: 'state_hash', time: 'expires_at' };
  const deleted = await deleteUntil(engine, sessions, now.getTime(), stop);
  const before = now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000;
  await deleteUntil(engine, usedStates, before, stop);
  await deleteUnclaimed(engine, before, stop);
  await deleteUntil(engine, { table: 'device_requests', key: 'session_key', time: 'expires_at' }, before, stop);
  await deleteUntil(engine, { table: 'wrong_user_codes', key: 'user_id', time: 'until' }, before, stop);
  return deleted;
}

/** Deletes sessions that their program never fetched: nobody has their ID. */
function deleteUnclaimed({ db, lockFreeRows }: Engine, untilMs: number, stop?: AbortSignal): Promise<number> {
  const unclaimed = sql`select session_key from sessions where session_key in (
      select session_key from device_requests where expires_at <= ${untilMs} and state = 'approved'
    ) order by session_key limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return executeInBatches(db, sql`delete from sessions where session_key in (${unclaimed})`, stop);
}
