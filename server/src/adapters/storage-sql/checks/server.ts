import { sql } from 'kysely';
import type { OpenDatabase } from '../../../ports/storage/database-checks.ts';
import type { Engine } from '../engines/engine.ts';

type Server = Pick<OpenDatabase, 'postgresVersion' | 'encoding'>;

/** The version is a free text, such as "PostgreSQL 18.4 on …"; other databases have other names. */
export async function serverOf({ name, db, read }: Pick<Engine, 'name' | 'db' | 'read'>): Promise<Server> {
  if (name === 'SQLite') return { postgresVersion: null, encoding: null };
  const [row] = await read(
    sql<{ readonly version: string; readonly encoding: string | null }>`
      select version() as version, current_setting('server_encoding', true) as encoding
    `.compile(db),
  );
  return {
    postgresVersion: /^PostgreSQL (\d{1,3}(?:\.\d{1,3})?)/.exec(row?.version ?? '')?.[1] ?? null,
    encoding: row?.encoding ?? null,
  };
}
