import { describe, expect, it } from 'vitest';
import { ENGINES, type EngineName, type OpenStorage } from '../../support/databases/engines.ts';

/** Make the databases refuse each insert into a table with the error of a full disk, until the trigger is dropped. */
const FILL: Readonly<Record<EngineName, (table: string) => readonly string[]>> = {
  // A column that counts itself up says the same after its greatest number as a full disk does.
  SQLite: (table) => [
    'create table if not exists greatest (id integer primary key autoincrement)',
    'insert or ignore into greatest values (9223372036854775807)',
    `create trigger full_${table} before insert on ${table} begin insert into greatest values (null); end`,
  ],
  PostgreSQL: (table) => [
    `create or replace function full_disk() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
    `create trigger full_${table} before insert on ${table} for each statement execute function full_disk()`,
  ],
};
const FREE: Readonly<Record<EngineName, (table: string) => string>> = {
  SQLite: (table) => `drop trigger full_${table}`,
  PostgreSQL: (table) => `drop trigger full_${table} on ${table}`,
};
const WRITTEN = ['leases', 'disk_probes'];

/** Keep a row for each probe. */
const COUNTED: Readonly<Record<EngineName, readonly string[]>> = {
  SQLite: ["create trigger counted before insert on disk_probes begin insert into written values ('probe'); end"],
  PostgreSQL: [
    `create function counted() returns trigger language plpgsql as $$
      begin insert into written values ('probe'); return new; end $$`,
    'create trigger counted before insert on disk_probes for each row execute function counted()',
  ],
};

describe.each(ENGINES)('a full disk under $name', ({ name, open }) => {
  async function fill({ rawQuery }: OpenStorage): Promise<void> {
    for (const table of WRITTEN) for (const statement of FILL[name](table)) await rawQuery(statement);
  }

  const write = ({ storage }: OpenStorage, key: string) => storage.leases.acquire(key, 'somebody', 60_000);

  it('makes it not ready as soon as a write was refused, and ready when a write succeeds again', async () => {
    const opened = await open();
    await opened.storage.ready();
    await fill(opened);
    await opened.storage.ready();
    await expect(write(opened, 'first')).rejects.toThrow();
    await expect(opened.storage.ready()).rejects.toThrow(/full|space/);
    await expect(opened.storage.ready()).rejects.toThrow(/full|space/);

    for (const table of WRITTEN) await opened.rawQuery(FREE[name](table));
    await opened.storage.ready();
    expect(await write(opened, 'second')).toBe(true);
    expect(await opened.rawQuery('select id, length(content) as length from disk_probes')).toEqual([
      { id: expect.anything(), length: 65_536 },
    ]);
  });

  it('is tried once for all who ask at the same time', async () => {
    const opened = await open();
    await fill(opened);
    await expect(write(opened, 'first')).rejects.toThrow();
    for (const table of WRITTEN) await opened.rawQuery(FREE[name](table));
    await opened.rawQuery('create table written (what text)');
    for (const statement of COUNTED[name]) await opened.rawQuery(statement);
    await Promise.all(Array.from({ length: 20 }, () => opened.storage.ready()));
    expect((await opened.rawQuery('select what from written')).length).toBeLessThan(3);
  });
});
