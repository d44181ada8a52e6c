import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../schema.ts';
import type { LockTables, MigrationWork } from '../engine.ts';
import { isConflict, unevenMs } from './retry.ts';

/** Names the migration lock among all advisory locks of the database: "orgdesk" in ASCII. */
const MIGRATION_LOCK = '31371892163765099';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * How long a table is waited for, in milliseconds. At first less than the second after which PostgreSQL looks for
 * deadlocks and cancels one of the transactions, so that requests of the version that serves are never the victims;
 * then more, because an automatic vacuum gives way only after that second.
 */
const SHORT_WAIT_MS = 400;
const LONG_WAIT_MS = 1_500;
const SHORT_ATTEMPTS = 20;
const ATTEMPTS = 40;
const PAUSE_MS = 100;

/**
 * Runs migrations in a transaction that one process at a time is in. All tables are locked before the first step; one
 * that stays taken makes the migration give all of them back and begin again, so that nobody waits for it in a ring.
 */
export async function migrateExclusively(db: Kysely<Tables>, work: MigrationWork): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.transaction().execute(async (transaction) => {
        await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
        await work(transaction, lockWithin(transaction, attempt > SHORT_ATTEMPTS ? LONG_WAIT_MS : SHORT_WAIT_MS));
      });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || !(isConflict(error) || isLockTaken(error))) throw error;
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
