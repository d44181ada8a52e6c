import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

export interface DatabaseFigures {
  readonly transactions: number;
  /** Rows added, changed and removed, by table. */
  readonly rows: ReadonlyMap<string, number>;
}

/** PostgreSQL publishes the statistics of a connection when it has been idle for ten seconds. */
const PUBLISHED_AFTER_MS = 11_000;

/** Waits for all statistics, then reads them. They include five transactions of its own. */
export async function databaseFigures(url: string): Promise<DatabaseFigures> {
  await pause(PUBLISHED_AFTER_MS);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: all } = await client.query<{ readonly transactions: string }>(
    'select xact_commit + xact_rollback as transactions from pg_stat_database where datname = current_database()',
  );
  const { rows: tables } = await client.query<{ readonly name: string; readonly rows: string }>(
    'select relname as name, n_tup_ins + n_tup_upd + n_tup_del as rows from pg_stat_user_tables',
  );
  await client.end();
  return {
    transactions: Number(all[0]?.transactions),
    rows: new Map(tables.map(({ name, rows }) => [name, Number(rows)])),
  };
}

/** Subtracts earlier figures from later ones. */
export function between(before: DatabaseFigures, after: DatabaseFigures): DatabaseFigures {
  const rows = [...after.rows].map(([name, count]) => [name, count - (before.rows.get(name) ?? 0)] as const);
  return {
    transactions: after.transactions - before.transactions,
    rows: new Map(rows.filter(([, count]) => count > 0)),
  };
}
