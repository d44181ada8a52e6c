import { STATE_TOKEN_CLOCK_SKEW_SECONDS } from '../../domain/limits.ts';
import { letOthersRun } from './batches.ts';
import type { Engine } from './engine.ts';

/** Rows deleted at once: few enough that nobody waits noticeably for them. */
const BATCH_ROWS = 100;

/**
 * Deletes what ended before `now`, in batches; how many sessions there were.
 *
 * Rows that somebody else is deleting or extending are left to them. Used states are kept a little longer: an
 * instance whose clock is behind may still accept them.
 */
export async function deleteExpired(engine: Engine, now: Date): Promise<number> {
  const { db, lockFreeRows } = engine;
  const statesBefore = now.getTime() - STATE_TOKEN_CLOCK_SKEW_SECONDS * 1000;

  const sessions = await inBatches(() =>
    db
      .deleteFrom('sessions')
      .where('session_key', 'in', ({ selectFrom }) =>
        selectFrom('sessions')
          .select('session_key')
          .where('expires_at', '<=', now.getTime())
          .orderBy('expires_at')
          .limit(BATCH_ROWS)
          .modifyEnd(lockFreeRows),
      )
      .executeTakeFirstOrThrow(),
  );
  await inBatches(() =>
    db
      .deleteFrom('used_states')
      .where('state_hash', 'in', ({ selectFrom }) =>
        selectFrom('used_states')
          .select('state_hash')
          .where('expires_at', '<=', statesBefore)
          .orderBy('expires_at')
          .limit(BATCH_ROWS)
          .modifyEnd(lockFreeRows),
      )
      .executeTakeFirstOrThrow(),
  );
  return sessions;
}

async function inBatches(deleteBatch: () => Promise<{ readonly numDeletedRows: bigint }>): Promise<number> {
  let total = 0;
  for (;;) {
    const deleted = Number((await deleteBatch()).numDeletedRows);
    total += deleted;
    if (deleted < BATCH_ROWS) return total;
    await letOthersRun();
  }
}
