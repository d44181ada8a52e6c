import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../schema.ts';
import type { LockTables, MigrationWork } from '../engine.ts';
import { sessionIn } from '../migration-session.ts';
import { isMade, releaseLease, takeLease } from './migration-lease.ts';
import { isConflict, unevenMs } from './retry.ts';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Milliseconds to wait for a table lock. First less than PostgreSQL's deadlock check, so that requests of the running
 * version are not cancelled; later more, because autovacuum yields only then.
 */
const SHORT_WAIT_MS = 400;
const LONG_WAIT_MS = 1_500;
const SHORT_ATTEMPTS = 20;
const ATTEMPTS = 40;
const PAUSE_MS = 100;

/** If a table stays locked, releases all and starts again, which prevents deadlocks. */
export async function migrateExclusively<T>(
  db: Kysely<Tables>,
  nowMs: RawBuilder<number>,
  work: MigrationWork<T>,
): Promise<T> {
  const holder = randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    let isAlone = false;
    try {
      return await db.transaction().execute(async (transaction) => {
        if (!(await takeLease(transaction, holder, nowMs))) throw new Error('another process is migrating');
        isAlone = true;
        const waitMs = attempt > SHORT_ATTEMPTS ? LONG_WAIT_MS : SHORT_WAIT_MS;
        const outcome = await work(sessionIn(transaction, lockWithin(transaction, waitMs)));
        await releaseLease(transaction, holder);
        return outcome;
      });
    } catch (error) {
      if (attempt === ATTEMPTS || !(isConflict(error) || isLockTaken(error) || (!isAlone && isMade(error))))
        throw error;
      await pause(unevenMs(PAUSE_MS));
    }
  }
}

const lockWithin =
  (transaction: Transaction<Tables>, waitMs: number): LockTables =>
  async (locks) => {
    await sql`set local lock_timeout = ${sql.lit(waitMs)}`.execute(transaction);
    for (const { table, isAltered } of locks) {
      const mode = isAltered ? sql`access exclusive` : sql`share row exclusive`;
      await sql`lock table ${sql.table(table)} in ${mode} mode`.execute(transaction);
    }
    await sql`set local lock_timeout = 0`.execute(transaction);
  };

const isLockTaken = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE;
