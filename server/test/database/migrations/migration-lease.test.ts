import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { LATEST_VERSION, MIGRATIONS, type Migration } from '../../../src/database/migrations/steps.ts';
import { freshDatabaseUrl } from '../../support/databases/engines.ts';
import { waitingForLocks } from '../../support/databases/paused-database.ts';
import { onEngine } from './stored-copies.ts';

const asCockroach = (url: string): string => url.replace(/^\w+:/, 'cockroachdb:');
const asPostgres = (url: string): string => url.replace(/^\w+:/, 'postgres:');
const VERSIONS = 'select version from schema_migrations order by version';
const ALL = MIGRATIONS.map((_, index) => ({ version: LATEST_VERSION - MIGRATIONS.length + 1 + index }));

async function clientOf(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: asPostgres(url) });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function versionsAt(client: pg.Client): Promise<unknown> {
  return (await client.query(VERSIONS)).rows.map(({ version }) => ({ version: Number(version) }));
}

describe.each([
  ['PostgreSQL', asPostgres, []],
  ['PostgreSQL with serializable isolation', asPostgres, ['default_transaction_isolation = serializable']],
  ['PostgreSQL as CockroachDB', asCockroach, []],
] as const)('on %s', (_, as, settings) => {
  it('programs that start at the same time migrate once', async () => {
    const url = as(await freshDatabaseUrl('PostgreSQL', { settings }));
    const reports = await Promise.all(Array.from({ length: 4 }, () => onEngine(url, (engine) => migrate(engine))));
    expect(reports.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
    expect(await versionsAt(await clientOf(url))).toEqual(ALL);
  });

  it('a failed migration is done by the next one', async () => {
    const url = as(await freshDatabaseUrl('PostgreSQL', { settings }));
    const client = await clientOf(url);
    await onEngine(url, async (engine) => {
      await migrate(engine);
      await client.query('create sequence attempts; create schema other');
      await client.query(`create function other.fails_once() returns int language plpgsql as
        $$ begin if nextval('attempts') = 1 then raise exception 'no'; end if; return 1; end $$`);
      const further: Migration = {
        name: 'further',
        statements: () => [
          sql`create table further (id bigint primary key)`,
          sql`insert into further values (other.fails_once())`,
          sql`create index further_by_id on further (id)`,
        ],
      };
      const steps = [...MIGRATIONS, further];
      await expect(migrate(engine, steps)).rejects.toThrow('no');
      expect((await migrate(engine, steps)).applied).toEqual(['further']);
      expect((await client.query('select id from further')).rows).toEqual([{ id: '1' }]);
    });
  });
});

describe('on PostgreSQL', () => {
  it('a migration waits for one that has locked the row of the lease', async () => {
    const url = asPostgres(await freshDatabaseUrl('PostgreSQL'));
    await onEngine(url, (engine) => migrate(engine));
    const later = await clientOf(url);
    await later.query(`begin; update schema_lease set holder = 'later'`);
    const migrated = onEngine(url, (engine) => migrate(engine));
    await expect.poll(() => waitingForLocks(url)).toBe(1);
    await later.query('commit');
    expect(await migrated).toMatchObject({ applied: [] });
  });

  it('a server that says it is CockroachDB is refused without its own scheme', async () => {
    const url = asPostgres(await freshDatabaseUrl('PostgreSQL', { settings: ['search_path = public, pg_catalog'] }));
    const client = await clientOf(url);
    await client.query(`create function version() returns text language sql as $$ select 'CockroachDB CCL v25.1' $$`);
    await onEngine(url, async (engine) => expect(await engine.problem(0)).toMatch('cockroachdb://'));
    await onEngine(asCockroach(url), async (engine) => expect(await engine.problem(0)).toBeNull());
  });
});

describe('on PostgreSQL as CockroachDB', () => {
  it('a statement that ran before a crash, and was noted, is taken for done', async () => {
    const url = asCockroach(await freshDatabaseUrl('PostgreSQL'));
    const client = await clientOf(url);
    await onEngine(url, async (engine) => {
      await migrate(engine);
      await client.query(`delete from schema_serves where version = ${LATEST_VERSION};
        delete from schema_migrations where version = ${LATEST_VERSION}`);
      expect((await migrate(engine)).applied).toHaveLength(1);
      expect(await versionsAt(client)).toEqual(ALL);
    });
  });

  it('a migration waits until the lease of another process ends', async () => {
    const url = asCockroach(await freshDatabaseUrl('PostgreSQL'));
    const client = await clientOf(url);
    await onEngine(url, async (engine) => {
      await migrate(engine);
      const other = `update schema_lease set holder = 'other', until = extract(epoch from clock_timestamp()) * 1000`;
      await client.query(`${other} + 60000`);
      let isDone = false;
      const migrated = migrate(engine).finally(() => {
        isDone = true;
      });
      await client.query('select pg_sleep(0.5)');
      expect(isDone).toBe(false);
      await client.query(other);
      expect(await migrated).toMatchObject({ applied: [] });
    });
  });

  it('whoever has lost the lease changes nothing more', async () => {
    const url = asCockroach(await freshDatabaseUrl('PostgreSQL'));
    const client = await clientOf(url);
    await onEngine(url, async (engine) => {
      const late = engine.migrateAlone(async ({ runStep }) => {
        await client.query(`update schema_lease set holder = 'other'`);
        await runStep(99, [sql`create table late (id bigint)`]);
      });
      await expect(late).rejects.toThrow('another process has taken over');
      expect((await client.query(`select to_regclass('late') as late`)).rows).toEqual([{ late: null }]);
    });
  });
});
