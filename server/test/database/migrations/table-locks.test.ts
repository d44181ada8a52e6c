import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Engine } from '../../../src/database/engines/engine.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { MIGRATIONS, type Migration, pendingAt } from '../../../src/database/migrations/steps.ts';
import { tableLocksOf } from '../../../src/database/migrations/table-locks.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { waitingForLocks } from '../../support/databases/paused-database.ts';
import { COPIED_VERSION, onEngine, restoredCopy } from './stored-copies.ts';

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Locks that block readers or writers of a table. */
const HELD = sql<{ table: string; mode: string }>`
  select class.relname as table, lock.mode from pg_locks as lock
  inner join pg_class as class on class.oid = lock.relation and class.relkind = 'r'
  inner join pg_namespace as space on space.oid = class.relnamespace and space.nspname = 'public'
  where lock.pid = pg_backend_pid() and lock.granted`;
const HARMLESS = new Set(['AccessShareLock', 'RowShareLock', 'SIReadLock']);

/** Its statements are in another order than its locks. */
const FURTHER: Migration = {
  name: 'further',
  statements: ({ integer }) => [
    sql`create index further on audit_rows (at)`,
    sql`alter table sessions add column further ${integer}`,
    sql`alter table host_counters add column further ${integer}`,
  ],
};

const migrateFurther = (engine: Engine) => migrate(engine, [...MIGRATIONS, FURTHER]);

describe('a migration on PostgreSQL', () => {
  it.each([0, COPIED_VERSION])(
    'has locked every table that a step locks before it begins, from version %i on',
    async (version) => {
      const url = await (version === 0 ? freshDatabaseUrl('PostgreSQL') : restoredCopy('PostgreSQL'));
      await onEngine(url, async (engine) => {
        for (const { name, statements } of pendingAt(version, MIGRATIONS) ?? []) {
          const before = new Set((await engine.db.introspection.getTables()).map(({ name }) => name));
          const texts = statements(engine.ddl).map((statement) => statement.compile(engine.db).sql);
          const locks = new Map<string, boolean>(tableLocksOf(texts).map(({ table, isAltered }) => [table, isAltered]));
          await engine.transaction(async (transaction) => {
            for (const statement of statements(engine.ddl)) await statement.execute(transaction);
            for (const { table, mode } of (await HELD.execute(transaction)).rows) {
              if (!before.has(table) || HARMLESS.has(mode)) continue;
              expect(locks.has(table), `${name}: ${mode} of ${table}`).toBe(true);
              if (mode === 'AccessExclusiveLock') expect(locks.get(table), `${name}: ${table}`).toBe(true);
            }
          });
        }
      });
    },
  );

  it('cancels no request of the version that serves, whose locks it meets in another order than its steps have', async () => {
    const url = await freshDatabaseUrl('PostgreSQL', { migrated: true });
    const [request, other] = [await clientOf(url), await clientOf(url)];
    await request.query('begin; lock table host_counters in row exclusive mode');
    await other.query('begin; lock table audit_rows in row exclusive mode');

    const migrated = onEngine(url, migrateFurther);
    await expect.poll(() => waitingForLocks(url)).toBe(1);
    let isAnswered = false;
    const answered = request.query('lock table sessions in row exclusive mode').finally(() => {
      isAnswered = true;
    });
    await Promise.all([
      answered,
      expect
        .poll(async () => isAnswered || (await waitingForLocks(url)) === 2)
        .toBe(true)
        .then(() => other.query('commit')),
    ]);
    await request.query('commit');
    expect(await migrated).toMatchObject({ applied: ['further'] });
  });

  it('gives way to a request that locks in the opposite order', async () => {
    const url = await freshDatabaseUrl('PostgreSQL', { migrated: true });
    const request = await clientOf(url);
    await request.query('begin; lock table audit_rows in row exclusive mode');

    const migrated = onEngine(url, migrateFurther);
    await expect.poll(() => waitingForLocks(url)).toBe(1);
    await request.query('lock table host_counters in row exclusive mode');
    await request.query('commit');
    expect(await migrated).toMatchObject({ applied: ['further'] });
  });

  it('is run again when PostgreSQL cancels it in a deadlock', async () => {
    const url = await freshDatabaseUrl('PostgreSQL');
    await onEngine(url, async (engine) => {
      await migrate(engine);
      let attempts = 0;
      await engine.migrateAlone(async ({ db }) => {
        attempts += 1;
        if (attempts > 1) return;
        await sql`do $$ begin raise exception 'again' using errcode = '40P01'; end $$`.execute(db);
      });
      expect(attempts).toBe(2);
    });
  });
});
