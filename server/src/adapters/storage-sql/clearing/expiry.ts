import { sql } from 'kysely';
import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../../../domain/limits.ts';
import type { Engine } from '../engines/engine.ts';
import { BATCH_ROWS, inBatches } from './batches.ts';

/**
 * Deletes what ended before `now`, in batches; how many sessions there were.
 *
 * Used states are kept a little longer: an instance whose clock is behind may still accept them.
 */
export async function deleteExpired(engine: Engine, now: Date): Promise<number> {
  const sessions = await deleteUntil(engine, SESSIONS, now.getTime());
  await deleteUntil(engine, USED_STATES, now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000);
  return sessions;
}

/** A table whose rows are done with at a time of their own, which has an index. */
interface DatedTable {
  readonly table: string;
  readonly key: string;
  readonly time: string;
}

const SESSIONS: DatedTable = { table: 'sessions', key: 'session_key', time: 'expires_at' };
const USED_STATES: DatedTable = { table: 'used_states', key: 'state_hash', time: 'expires_at' };
export const SEEN_EVENTS: DatedTable = { table: 'seen_events', key: 'body_hash', time: 'seen_at' };

/** Deletes the rows whose time is `untilMs` or earlier. Rows that somebody else is deleting or extending are left to them. */
export function deleteUntil(
  { db, lockFreeRows }: Engine,
  names: DatedTable,
  untilMs: number,
  stop?: AbortSignal,
): Promise<number> {
  const [table, key, time] = [sql.table(names.table), sql.ref(names.key), sql.ref(names.time)];
  const rows = sql`select ${key} from ${table} where ${time} <= ${untilMs}
    order by ${time} limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return inBatches(async () => {
    const { numAffectedRows } = await sql`delete from ${table} where ${key} in (${rows})`.execute(db);
    const deleted = Number(numAffectedRows);
    return { deleted, more: deleted === BATCH_ROWS };
  }, stop);
}
