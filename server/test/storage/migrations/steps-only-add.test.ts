import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate, schemaState } from '../../../src/adapters/storage-sql/migrations/migrate.ts';
import { MIGRATIONS } from '../../../src/adapters/storage-sql/migrations/steps/steps.ts';
import { ENGINES, type EngineName, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { pieceOf } from '../../support/series.ts';
import { ALL_STEPS, contentOf, onEngine, releaseStep, rowsOfStep } from './released-rows.ts';

const LAST = MIGRATIONS.length;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly hasDefault: boolean;
}

/** The columns of all tables, and which lists of columns have to be unique. */
const shapeOf = (url: string, engine: EngineName): Promise<{ columns: readonly Column[]; unique: readonly string[] }> =>
  onEngine(url, async ({ db }) => {
    const tables = (await db.introspection.getTables()).filter(
      ({ name, schema }) => !name.startsWith('sqlite_') && (schema === undefined || schema === 'public'),
    );
    const columns = tables.flatMap(({ name: table, columns: of }) =>
      of.map(({ name, dataType: type, isNullable, hasDefaultValue: hasDefault }) => ({
        table,
        name,
        type,
        isNullable,
        hasDefault,
      })),
    );
    const unique =
      engine === 'SQLite'
        ? sql<{
            table: string;
            text: string;
          }>`select tbl_name as "table", coalesce(sql, name) as text from sqlite_schema
            where type = 'index' and (sql is null or sql like 'create unique%')`
        : sql<{ table: string; text: string }>`select tablename as "table", indexdef as text from pg_indexes
            where schemaname = 'public' and indexdef like 'CREATE UNIQUE%'`;
    const { rows } = await unique.execute(db);
    return { columns, unique: rows.map(({ table, text }) => `${table}: ${text}`).toSorted() };
  });

/** Making a database takes a PostgreSQL longer than all that is done in it. */
const stepsOn = (engine: EngineName): readonly number[] => (engine === 'SQLite' ? ALL_STEPS : pieceOf(ALL_STEPS, 5));

describe.each(ENGINES.map(({ name }) => name))('steps of the schema on %s', (engine) => {
  it('only add: a column stays as it was, a new one asks nothing of older programs, and nothing older becomes unique', async () => {
    const url = await freshDatabaseUrl(engine);
    await onEngine(url, async (connected) => void (await migrate(connected, MIGRATIONS.slice(0, 1))));
    let before = await shapeOf(url, engine);
    for (const step of ALL_STEPS.slice(1)) {
      await onEngine(url, async (connected) => void (await migrate(connected, MIGRATIONS.slice(0, step))));
      const after = await shapeOf(url, engine);
      const old = new Set(before.columns.map(({ table }) => table));
      const isOld = ({ table, name }: Column) =>
        before.columns.some((each) => each.table === table && each.name === name);
      expect(after.columns.filter(isOld), `step ${step}`).toEqual(before.columns);
      const added = after.columns.filter((column) => old.has(column.table) && !isOld(column));
      expect(
        added.filter(({ isNullable, hasDefault }) => !isNullable && !hasDefault),
        `step ${step}`,
      ).toEqual([]);
      const uniqueBefore = after.unique.filter((text) => old.has(text.slice(0, text.indexOf(':'))));
      expect(uniqueBefore, `step ${step}`).toEqual(before.unique);
      before = after;
    }
  });

  it.each(stepsOn(engine))(
    'a program of step %i works on the schema of today: it starts, and its statements write and read',
    async (step) => {
      const [then, today] = [await freshDatabaseUrl(engine), await freshDatabaseUrl(engine)];
      await releaseStep(then, engine, step);
      await onEngine(today, async (connected) => {
        await migrate(connected);
        const report = await migrate(connected, MIGRATIONS.slice(0, step));
        expect(report).toEqual({ from: LAST, to: LAST, applied: [] });
        expect(await schemaState(connected, MIGRATIONS.slice(0, step))).toEqual({
          step: LAST,
          programStep: step,
          pending: [],
          serves: true,
        });
        for (const version of ALL_STEPS.slice(0, step)) {
          for (const statement of rowsOfStep(version, engine)) await sql.raw(statement).execute(connected.db);
        }
      });

      const [wrote, reads] = [await contentOf(then), await contentOf(today, await contentOf(then))];
      for (const [table, { rows }] of Object.entries(wrote)) {
        if (!table.startsWith('schema_')) expect(reads[table]?.rows, table).toEqual(rows);
      }
      await onEngine(today, async ({ db }) => {
        for (const table of ['sessions', 'host_users', 'host_installations', 'host_organizations']) {
          await sql`delete from ${sql.table(table)}`.execute(db);
        }
      });
    },
  );
});

it.each(ENGINES.map(({ name }) => name))('the text of a released step never changes on %s', async (engine) => {
  const url = await freshDatabaseUrl(engine);
  const texts = await onEngine(url, async ({ ddl, db }) =>
    MIGRATIONS.map(({ statements }) =>
      createHash('sha256')
        .update(
          statements(ddl)
            .map((statement) => statement.compile(db).sql)
            .join(';'),
        )
        .digest('hex')
        .slice(0, 12),
    ),
  );
  expect(texts.slice(0, RELEASED[engine].length)).toEqual(RELEASED[engine]);
});

/** In their order. A release adds the hashes of its steps; they are for good. */
const RELEASED: Readonly<Record<EngineName, readonly string[]>> = {
  SQLite: [
    'a17b45b5beb1',
    '60c00fd53228',
    'c05bb9b101c1',
    '13502360a6de',
    '29b3628f0652',
    '0ed7ea0c7eb8',
    '9fe2b941eab9',
    '85b162e83a2e',
    'c08c3af67799',
    'bedb0df1e8d5',
    '787d2840fbf5',
    '4d952dac4b4e',
  ],
  PostgreSQL: [
    '6fa8ed4b0137',
    'acb1a8a68924',
    '28a39a48d54f',
    '68ec81f3d817',
    '6ca48b2956cf',
    '925851eb4aef',
    'a4ebd156fb1d',
    '4203187d2610',
    'ad8a5c9a7d83',
    '5f8397f07a5a',
    '318d3f8c56fb',
    '7d0564e199d3',
  ],
};
