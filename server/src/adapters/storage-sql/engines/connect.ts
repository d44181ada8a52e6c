import type { Log } from '../../../ports/system.ts';
import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';

const SQLITE = 'sqlite:';
const POSTGRES = /^postgres(ql)?:\/\//;

/**
 * The engine for a database URL: `sqlite:PATH`, `sqlite::memory:` or `postgres://…` (decision N5).
 *
 * A SQLite file is opened at once, PostgreSQL with the first query. Rejects, without repeating the URL, when it
 * names neither.
 */
export async function connect(url: string, log: Log, postgres: PostgresOptions = {}): Promise<Engine> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return openSqlite(url.slice(SQLITE.length));
  if (POSTGRES.test(url)) {
    // Who runs on SQLite does not load the driver, which takes 9 MB.
    const { openPostgres } = await import('./postgres/engine.ts');
    return openPostgres(url, log, postgres);
  }
  throw new Error('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}
