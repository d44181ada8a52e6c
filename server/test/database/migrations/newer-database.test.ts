import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connect } from '../../../src/database/engines/connect.ts';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { LATEST_VERSION, MIGRATIONS, type Migration } from '../../../src/database/migrations/steps.ts';
import { ENGINES, type EngineName, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { keyOf, NOON, signInOf } from '../../support/databases/records.ts';

const THIS_PROGRAM = LATEST_VERSION;

/** Steps that programs after this one may bring. */
const ADDS: Migration = {
  name: 'a table and a column more',
  statements: ({ integer }) => [
    sql`create table later_things (thing_id ${integer} primary key)`,
    sql`alter table sessions add column later ${integer}`,
  ],
};
const ADDS_MORE: Migration = { name: 'an index', statements: () => [sql`create index later on sessions (later)`] };
const breaks = (serves: number): Migration => ({
  name: 'a column less',
  serves,
  statements: () => [sql`alter table host_repository_looks drop column validators`],
});

/** A database that programs with the given steps after ours migrated one after the other. */
async function databaseAfter(engineName: EngineName, laterPrograms: readonly (readonly Migration[])[]) {
  const url = await freshDatabaseUrl(engineName);
  const engine = await connect(url, { debug() {}, info() {}, warn() {}, error() {} });
  for (const later of laterPrograms) await migrate(engine, [...MIGRATIONS, ...later]);
  await engine.close();
  return url;
}

for (const engine of ENGINES) {
  describe(`a database of ${engine.name} that a newer program migrated`, () => {
    it.each([
      ['in one go', [[ADDS, ADDS_MORE]]],
      ['one after the other, after this one', [[], [ADDS], [ADDS, ADDS_MORE]]],
    ])('serves this program as long as steps only add, applied %s [D-3]', async (_how, laterPrograms) => {
      const url = await databaseAfter(engine.name, laterPrograms);
      const { storage, rawQuery } = await engine.open({ url });
      await storage.ready();
      await storage.sessions.signIn(signInOf('ada', 1));
      expect((await storage.sessions.find(keyOf('ada'), NOON))?.user.login).toBe('ada');
      const [row] = await rawQuery('select max(version) as version from schema_migrations');
      expect(Number(row?.version)).toBe(THIS_PROGRAM + 2);
    });

    it('is refused once a step serves later programs only, also when steps that only add follow [D-3]', async () => {
      for (const later of [
        [breaks(THIS_PROGRAM + 1)],
        [breaks(THIS_PROGRAM + 1), ADDS],
        [ADDS, breaks(THIS_PROGRAM + 2)],
      ]) {
        const url = await databaseAfter(engine.name, [later]);
        const { storage } = await engine.open({ url, migrate: false });
        await expect(storage.migrate()).rejects.toThrow(
          `schema version ${THIS_PROGRAM + later.length}, but this orgdesk only supports`,
        );
      }
    });

    it('serves exactly the programs that its steps name', async () => {
      const later = [ADDS, breaks(THIS_PROGRAM + 1), ADDS_MORE];
      const url = await databaseAfter(engine.name, [later]);
      const connected = await connect(url, { debug() {}, info() {}, warn() {}, error() {} });
      const starts = [];
      for (const laterCount of [0, 1, 2, 3]) {
        const start = migrate(connected, [...MIGRATIONS, ...later.slice(0, laterCount)]);
        starts.push(
          await start.then(
            () => 'starts',
            () => 'refused',
          ),
        );
      }
      await connected.close();
      expect(starts).toEqual(['refused', 'starts', 'starts', 'starts']);
    });
  });
}
