import pg from 'pg';
import { expect, onTestFinished } from 'vitest';

/** A PostgreSQL database in which a lock is held. */
export interface PausedDatabase {
  /** Resolves when somebody waits for a lock. */
  awaited(): Promise<void>;
  /** Gives the lock back; the end of the test does it otherwise. */
  resume(): Promise<void>;
}

const WAITING = `select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
  where not granted and datname = current_database()`;

/** Holds the lock that a statement takes, in a transaction of its own. */
export async function pausedDatabase(url: string, statement: string): Promise<PausedDatabase> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  let ended: Promise<void> | null = null;
  const resume = () => {
    ended ??= client.end();
    return ended;
  };
  onTestFinished(resume);
  await client.query('begin');
  await client.query(statement);
  return {
    awaited: () => expect.poll(async () => (await client.query(WAITING)).rowCount, { interval: 10 }).toBeGreaterThan(0),
    resume,
  };
}

export async function waitingForLocks(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}
