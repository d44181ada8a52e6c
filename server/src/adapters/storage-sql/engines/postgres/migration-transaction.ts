import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../schema.ts';
import type { LockTables, MigrationWork } from '../engine.ts';
import { isConflict, unevenMs } from './retry.ts';

/** Advisory lock key of migrations: "orgdesk" in ASCII. */
const MIGRATION_LOCK = '31371892163765099';

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Milliseconds to wait for a table lock. First less than PostgreSQL's deadlock check (one second), so that requests of
 * the running version are not cancelled; later more, because autovacuum yields only then.
 */
const SHORT_WAIT_MS = 400;
const LONG_WAIT_MS = 1_500;
const SHORT_ATTEMPTS = 20;
const ATTEMPTS = 40;
const PAUSE_MS = 100;

/** All tables are locked first; if one stays locked, all are released and it starts again, which prevents deadlocks. */
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
