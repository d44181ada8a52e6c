import type { Log } from '../../../ports/system.ts';
import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';

const SQLITE = 'sqlite:';
const POSTGRES = /^postgres(ql)?:\/\//;

/**
 * Opens `sqlite:PATH`, `sqlite::memory:` or `postgres://…` (decision N5). Rejects other URLs without repeating them.
 * PostgreSQL connects at the first query.
 */
export async function connect(url: string, log: Log, postgres: PostgresOptions = {}): Promise<Engine> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return openSqlite(url.slice(SQLITE.length));
  if (POSTGRES.test(url)) {
    // The PostgreSQL driver takes 9 MB.
    const { openPostgres } = await import('./postgres/engine.ts');
    return openPostgres(url, log, postgres);
  }
  throw new Error('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}
