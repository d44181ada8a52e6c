import { sql } from 'kysely';
import type { Engine } from './engine.ts';
import { MIGRATIONS } from './migrations.ts';

/**
 * Brings the database to the program's version, all missing steps in one transaction: however many processes
 * start at once, each step is applied once, and one that fails leaves nothing behind.
 *
 * Throws when the database is newer than the program.
 */
export async function migrate(engine: Engine): Promise<void> {
  await engine.migrationTransaction(async (db) => {
    const { integer, typed } = engine.ddl;
    await sql`create table if not exists schema_migrations (
      version ${integer} primary key,
      name text not null,
      applied_at ${integer} not null
    ) ${typed}`.execute(db);

    const rows = await db.selectFrom('schema_migrations').select('version').execute();
    const found = Math.max(0, ...rows.map(({ version }) => version));
    if (found > MIGRATIONS.length) throw newerDatabase(found);

    for (const [index, migration] of [...MIGRATIONS.entries()].slice(found)) {
      for (const statement of migration.statements(engine.ddl)) await statement.execute(db);
      await db
        .insertInto('schema_migrations')
        .values({ version: index + 1, name: migration.name, applied_at: engine.nowMs })
        .execute();
    }
  });
}

/**
 * Rejects unless the database answers and has every step this program knows.
 *
 * More steps are accepted: while instances are replaced, older ones go on beside the first newer one.
 */
export async function requireMigrated(engine: Engine): Promise<void> {
  const query = engine.db.selectFrom('schema_migrations').select(({ fn }) => fn.max('version').as('version'));
  const [row] = await engine.read(query.compile());
  const found = row?.version ?? 0;
  if (found < MIGRATIONS.length) {
    throw new Error(`the database is at version ${found}, this program needs ${MIGRATIONS.length}: run its migrations`);
  }
}

const newerDatabase = (found: number): Error =>
  new Error(
    `the database is at version ${found}, this program knows ${MIGRATIONS.length}: start a newer orgdesk on it`,
  );
