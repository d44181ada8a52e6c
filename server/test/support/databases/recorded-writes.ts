import { ENGINES, type EngineName } from './engines.ts';

/**
 * Has the database itself note every row of these tables that anybody inserts, updates or deletes from now on. Answers
 * how to read which tables were written since the last reading, each once, sorted.
 */
export async function recordWrites(
  engine: EngineName,
  url: string,
  tables: readonly string[],
): Promise<() => Promise<readonly string[]>> {
  const database = await ENGINES.find(({ name }) => name === engine)?.open({ url, migrate: false });
  if (database === undefined) throw new Error(`there is no ${engine}`);
  await database.rawQuery('create table written (name text not null)');
  if (engine === 'PostgreSQL') {
    await database.rawQuery(
      `create function note_write() returns trigger as $$
        begin insert into written values (tg_table_name); return null; end
      $$ language plpgsql`,
    );
  }
  for (const table of tables) {
    for (const change of ['insert', 'update', 'delete']) {
      const noted =
        engine === 'PostgreSQL'
          ? 'execute function note_write()'
          : `begin insert into written values ('${table}'); end`;
      await database.rawQuery(`create trigger ${table}_${change} after ${change} on ${table} for each row ${noted}`);
    }
  }
  return async () => {
    const names = await database.rawQuery('select distinct name from written order by name');
    await database.rawQuery('delete from written');
    return names.map(({ name }) => String(name));
  };
}
