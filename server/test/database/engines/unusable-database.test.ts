import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { ENGINES, freshDatabaseUrl, sqlitePathOf } from '../../support/databases/engines.ts';
import { installationOf, NOON, observationAt, upTo } from '../../support/databases/records.ts';

const [sqlite, postgres] = ENGINES;
if (sqlite === undefined || postgres === undefined) throw new Error('an engine is missing');

/** Overwrites one page behind the first ten. */
function damage(path: string): void {
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0x5a), 0, 4_096, 20 * 4_096);
  closeSync(file);
}

describe.each(ENGINES)('a database of another program, $name,', ({ name, open }) => {
  test.each([
    ['with tables of its own', ['create table users (id integer)', 'create table orders (id integer)']],
    ['whose steps are counted in another way', ['create table schema_migrations (version varchar(255))']],
  ])('%s is not used, and nothing is made in it', async (_what, statements) => {
    const url = await freshDatabaseUrl(name);
    const tables =
      name === 'SQLite'
        ? "select name from sqlite_schema where type = 'table' order by name"
        : "select tablename as name from pg_tables where schemaname = 'public' order by tablename";
    const raw = name === 'SQLite' ? rawSqlite(url) : (await open({ url, migrate: false })).rawQuery;
    for (const statement of statements) await raw(statement);
    const before = await raw(tables);
    await expect(open({ url })).rejects.toThrow(/^it belongs to another program: it contains the tables? \w+/);
    expect(await raw(tables)).toEqual(before);
  });
});

const rawSqlite = (url: string) => async (statement: string) => {
  const database = new DatabaseSync(sqlitePathOf(url));
  try {
    return database.prepare(statement).all() as readonly Record<string, unknown>[];
  } finally {
    database.close();
  }
};

describe('a SQLite file', () => {
  test('that names another program in its header is not used, and left as it is', async () => {
    const url = await freshDatabaseUrl('SQLite');
    await rawSqlite(url)('pragma application_id = 252006673');
    const before = readFileSync(sqlitePathOf(url));
    await expect(sqlite.open({ url })).rejects.toThrow('its header says it belongs to another program');
    expect(readFileSync(sqlitePathOf(url)).equals(before)).toBe(true);
  });

  test('names orgdesk in its header once its tables are made, and goes on with one from before that', async () => {
    const { url, close } = await sqlite.open();
    await close();
    expect(await rawSqlite(url)('pragma application_id')).toEqual([{ application_id: 0x6f726764 }]);
    await rawSqlite(url)('pragma application_id = 0');
    const again = await sqlite.open({ url });
    await again.storage.ready();
    expect(await again.rawQuery('pragma application_id')).toEqual([{ application_id: 0x6f726764 }]);
  });

  test('with one damaged page is not used', async () => {
    const { storage, url, close } = await sqlite.open();
    await storage.installations.upsert(
      upTo(500).map((id) => installationOf(id)),
      observationAt(1),
      NOON,
    );
    await close();
    expect(statSync(sqlitePathOf(url)).size).toBeGreaterThan(30 * 4_096);
    damage(sqlitePathOf(url));
    await expect(sqlite.open({ url })).rejects.toThrow('the file is corrupted: restore a backup');
  });
});

describe('a PostgreSQL database', () => {
  test('with the tables of another program beside those of orgdesk is used', async () => {
    const { url, close, rawQuery } = await postgres.open();
    await rawQuery('create table users (id integer)');
    await close();
    await (await postgres.open({ url })).storage.ready();
  });
});
