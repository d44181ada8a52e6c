import type { Log } from '../../lib/system.ts';
import type { Engine } from './engine.ts';
import type { PostgresOptions } from './postgres/engine.ts';
import { openSqlite } from './sqlite/engine.ts';

const SQLITE = 'sqlite:';
const POSTGRES = /^(postgres(?:ql)?|cockroachdb):\/\//;

/** Opens what decision N5 lists; rejects other URLs without repeating them. PostgreSQL connects at the first query. */
export async function connect(url: string, log: Log, postgres: PostgresOptions = {}): Promise<Engine> {
  if (url.startsWith(SQLITE) && url.length > SQLITE.length) return openSqlite(url.slice(SQLITE.length));
  if (POSTGRES.test(url)) {
    // The PostgreSQL driver takes 9 MB.
    const [{ openPostgres }, { COCKROACHDB, POSTGRESQL }] = await Promise.all([
      import('./postgres/engine.ts'),
      import('./postgres/profiles.ts'),
    ]);
    const profile = url.startsWith('cockroachdb:') ? COCKROACHDB : POSTGRESQL;
    return openPostgres(url.replace(/^cockroachdb:/, 'postgres:'), log, { ...postgres, profile });
  }
  throw new Error('DATABASE_URL must be sqlite:PATH or postgres://USER:PASSWORD@HOST/DATABASE');
}
