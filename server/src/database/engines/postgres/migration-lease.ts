import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type Engine, LEASE_TABLE, type MigrationWork, type Queries } from '../engine.ts';
import { unevenMs } from './retry.ts';

const LEASE = sql.table(LEASE_TABLE);
/** One row keeps migrations apart, and notes how far one without a transaction is. */
const CREATE_LEASE = sql`create table if not exists ${LEASE} (
  name text primary key,
  holder text not null,
  until bigint not null,
  version bigint not null,
  statements bigint not null
)`;
const NAME = sql.lit('migration');
const LEASE_MS = 60_000;
const PAUSE_MS = 200;

/** Another process has made the same table or row at the same time, or an interrupted migration before. */
const EXISTS: ReadonlySet<string | undefined> = new Set(['42P07', '42701', '42710', '42723', '23505']);
/** An interrupted migration has already dropped or renamed it. */
const IS_GONE: ReadonlySet<string | undefined> = new Set(['42P01', '42703', '42704', '42883']);

export const isMade = (error: unknown): boolean => error instanceof pg.DatabaseError && EXISTS.has(error.code);
const isDone = (error: unknown): boolean =>
  isMade(error) || (error instanceof pg.DatabaseError && IS_GONE.has(error.code));

/** Inside a transaction, waits for others that are in one and locks the row until its end. */
export async function takeLease(db: Queries, holder: string, nowMs: RawBuilder<number>): Promise<boolean> {
  await CREATE_LEASE.execute(db);
  const { rows } = await sql`insert into ${LEASE} (name, holder, until, version, statements)
    values (${NAME}, ${holder}, ${nowMs} + ${sql.lit(LEASE_MS)}, 0, 0)
    on conflict (name) do update set holder = excluded.holder, until = excluded.until
    where ${LEASE}.until <= ${nowMs} or ${LEASE}.holder = excluded.holder
    returning name`.execute(db);
  return rows.length > 0;
}

export async function releaseLease(db: Queries, holder: string): Promise<void> {
  await sql`update ${LEASE} set until = 0 where name = ${NAME} and holder = ${holder}`.execute(db);
}

/**
 * For databases where each schema statement commits by itself. The next process continues after the last statement
 * that an interrupted one began.
 */
export async function migrateByLease<T>(
  { db, nowMs, writeTogether }: Pick<Engine, 'db' | 'nowMs' | 'writeTogether'>,
  work: MigrationWork<T>,
): Promise<T> {
  const holder = randomUUID();
  while (!(await takeLease(db, holder, nowMs).catch(falseIfMade))) await pause(unevenMs(PAUSE_MS));
  const renew = () =>
    sql`update ${LEASE} set until = ${nowMs} + ${sql.lit(LEASE_MS)}
      where name = ${NAME} and holder = ${holder} and until > ${nowMs}`.execute(db);
  // If a renewal fails, the next statement finds the lease lost.
  const renewal = setInterval(() => void renew().catch(() => {}), LEASE_MS / 3);
  try {
    return await work({
      db,
      lock: async () => {},
      runStep: (version, statements) => runOnce({ db, nowMs }, holder, { version, statements }),
      write: writeTogether,
    });
  } finally {
    clearInterval(renewal);
    await releaseLease(db, holder);
  }
}

interface Step {
  readonly version: number;
  readonly statements: readonly RawBuilder<unknown>[];
}

/** Notes each statement before it runs, so only the one noted last may have run before. */
async function runOnce(
  { db, nowMs }: Pick<Engine, 'db' | 'nowMs'>,
  holder: string,
  { version, statements }: Step,
): Promise<void> {
  const { rows } = await sql<{ version: number; statements: number }>`
    select version, statements from ${LEASE} where name = ${NAME}`.execute(db);
  const begun = rows[0]?.version === version ? rows[0].statements : 0;
  const first = Math.max(0, begun - 1);
  for (const [index, statement] of statements.entries()) {
    if (index < first) continue;
    const { numAffectedRows } = await sql`update ${LEASE} set version = ${version}, statements = ${index + 1}
      where name = ${NAME} and holder = ${holder} and until > ${nowMs}`.execute(db);
    if (numAffectedRows !== 1n) throw new Error('another process has taken over the migration');
    try {
      await statement.execute(db);
    } catch (error) {
      if (index + 1 !== begun || !isDone(error)) throw error;
    }
  }
}

function falseIfMade(error: unknown): false {
  if (isMade(error)) return false;
  throw error;
}
