import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { connect } from '../../../src/database/engines/connect.ts';
import { migrate as migrateTo } from '../../../src/database/migrations/migrate.ts';
import { LATEST_VERSION, MIGRATIONS, type Migration } from '../../../src/database/migrations/steps.ts';
import { restoredCopy, runScript } from '../../database/migrations/stored-copies.ts';
import { ENGINES, freshDatabaseUrl, sqlitePathOf } from '../../support/databases/engines.ts';
import { run } from '../configured.ts';

const LAST = LATEST_VERSION;
const NAMES = MIGRATIONS.map(({ name }) => name);
const UPGRADE = ['upgrade from version 31', ...NAMES.slice(1)];
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** Runs `orgdesk migrate` to its end, with no setting but the database. */
async function migrate(databaseUrl: string, ...more: readonly string[]) {
  const program = run({ env: { DATABASE_URL: databaseUrl, NODE_ENV: 'production' }, parameters: ['migrate', ...more] });
  const { code } = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

async function databaseWith(databaseUrl: string, steps: readonly Migration[]): Promise<void> {
  const engine = await connect(databaseUrl, SILENT);
  await migrateTo(engine, steps);
  await engine.close();
}

describe.each(ENGINES)('orgdesk migrate on $name', ({ name, open }) => {
  test('makes an empty database, says from which step to which, and the next time that nothing is to be done', async () => {
    const url = await freshDatabaseUrl(name);
    const before = await migrate(url, '--check', '--json');
    expect([before.code, JSON.parse(before.out)]).toEqual([
      3,
      { step: 0, programStep: LAST, oldestStep: 31, pending: NAMES, serves: true },
    ]);
    if (name === 'SQLite') expect(existsSync(sqlitePathOf(url))).toBe(false);

    const refused = await migrate(url);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^Not migrated: the database in DATABASE_URL has no orgdesk tables\. .*--create\.\n$/);
    if (name === 'SQLite') expect(existsSync(sqlitePathOf(url))).toBe(false);
    expect((await migrate(url, '--check', '--create')).code).toBe(2);

    const done = await migrate(url, '--create');
    expect([done.code, done.err]).toEqual([0, '']);
    expect(done.out).toMatch(new RegExp(`^Migrated from schema version 0 to ${LAST}\\.\n {2}32 {2}initial schema\n`));
    const again = await migrate(url);
    expect([again.code, again.out]).toEqual([0, `The database is up to date (schema version ${LAST}).\n`]);
    expect(await migrate(url, '--check')).toEqual(again);
  });

  test('--check says what is missing and changes nothing; migrating then applies exactly that', async () => {
    const url = await restoredCopy(name);
    const { rawQuery } = await open({ url, migrate: false });
    const checked = await migrate(url, '--check');
    expect(checked.code).toBe(3);
    expect(checked.out).toBe(
      `The database has schema version 31; pending migrations:\n${UPGRADE.map((step, index) => `  ${index + 32}  ${step}\n`).join('')}`,
    );
    expect(await rawQuery('select version from schema_migrations')).toHaveLength(31);
    const done = await migrate(url, '--json');
    expect([done.code, JSON.parse(done.out)]).toEqual([0, { from: 31, to: LAST, applied: UPGRADE }]);
  });

  test('several at once apply each step once, and each says truly what it did', async () => {
    const url = await restoredCopy(name);
    const all = await Promise.all([1, 2, 3].map(() => migrate(url, '--json')));
    expect(all.map(({ code, err }) => [code, err])).toEqual(all.map(() => [0, '']));
    const reports = all.map(({ out }) => JSON.parse(out) as { from: number; to: number; applied: string[] });
    expect(reports.map(({ from }) => from).toSorted((a, b) => a - b)).toEqual([31, LAST, LAST]);
    expect(reports.map(({ applied }) => applied.length).toSorted((a, b) => b - a)).toEqual([UPGRADE.length, 0, 0]);
  });

  test('refuses a database that is too old, and says with which version to upgrade it first', async () => {
    const url = await restoredCopy(name);
    await runScript(
      url,
      'delete from schema_serves where version > 7; delete from schema_migrations where version > 7;',
    );
    for (const more of [[], ['--check']]) {
      expect(await migrate(url, ...more)).toEqual({
        code: 4,
        out: '',
        err: 'Not migrated: the database has schema version 7, but this orgdesk upgrades only from version 31 or later. First upgrade with an orgdesk release that uses schema version 31.\n',
      });
    }
  });

  test('tells plainly of a newer database, whether this version works on it, and leaves it as it is', async () => {
    const added = await freshDatabaseUrl(name);
    const adds: Migration = { name: 'more', statements: ({ integer }) => [sql`create table more (id ${integer})`] };
    await databaseWith(added, [...MIGRATIONS, adds]);
    for (const more of [[], ['--check']]) {
      expect(await migrate(added, ...more)).toEqual({
        code: 0,
        out: `The database has schema version ${LAST + 1}, newer than ${LAST} in this version of orgdesk but compatible.\n`,
        err: '',
      });
    }
    const broken = await freshDatabaseUrl(name);
    await databaseWith(broken, [...MIGRATIONS, { ...adds, serves: LAST + 1 }]);
    for (const more of [[], ['--check']]) {
      expect(await migrate(broken, ...more)).toEqual({
        code: 4,
        out: '',
        err: `Not migrated: the database has schema version ${LAST + 1}, but this orgdesk only supports up to ${LAST}. Run the newer orgdesk, or restore a backup from before the upgrade.\n`,
      });
    }
    const result = await migrate(broken, '--json');
    expect([result.code, JSON.parse(result.out)]).toMatchObject([4, { step: LAST + 1, serves: false }]);
  });
});

test('a database that is not there, or settings that are wrong, end it with 1 and no value is shown', async () => {
  const away = await migrate('postgres://me:word-of-secret@127.0.0.1:1/none');
  expect([away.code, away.out]).toEqual([1, '']);
  expect(away.err).toMatch(/^Not migrated: /m);
  const wrong = await migrate('mysql://me:word-of-secret@127.0.0.1/none', '--check');
  expect([wrong.code, wrong.out]).toEqual([1, '']);
  expect(wrong.err).toContain('DATABASE_URL must be');
  expect(away.err + wrong.err).not.toContain('word-of-secret');
});
