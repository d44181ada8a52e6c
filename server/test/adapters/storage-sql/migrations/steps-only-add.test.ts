import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../../src/adapters/storage-sql/migrations/migrate.ts';
import { MIGRATIONS } from '../../../../src/adapters/storage-sql/migrations/steps/steps.ts';
import { ENGINES, type EngineName, freshDatabaseUrl } from '../../../support/databases/engines.ts';
import { shapeOf } from './shape.ts';
import { onEngine, restoredCopy } from './stored-copies.ts';

/** Allowed removals: only what programs before version 12 needed. */
const onlyAdds = (before: readonly string[], after: readonly string[]) =>
  before.filter((line) => !after.includes(line) && !line.includes('former_programs'));

describe.each(ENGINES.map(({ name }) => name))('steps of the schema on %s', (engine) => {
  it('only add to what was there', async () => {
    const former = await restoredCopy(engine, 12);
    const before = await shapeOf(former, engine);
    await onEngine(former, migrate);
    expect(onlyAdds(before, await shapeOf(former, engine))).toEqual([]);

    const url = await freshDatabaseUrl(engine);
    await onEngine(url, (connected) => migrate(connected, MIGRATIONS.slice(0, 1)));
    for (const step of MIGRATIONS.keys()) {
      const before = await shapeOf(url, engine);
      await onEngine(url, (connected) => migrate(connected, MIGRATIONS.slice(0, step + 1)));
      expect(onlyAdds(before, await shapeOf(url, engine)), `step ${step + 1}`).toEqual([]);
    }
  });
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
  SQLite: ['2d6f7162e91e'],
  PostgreSQL: ['98aa14aff0dc'],
};
