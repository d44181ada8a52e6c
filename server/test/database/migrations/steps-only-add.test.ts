import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../../src/database/migrations/migrate.ts';
import { MIGRATIONS } from '../../../src/database/migrations/steps.ts';
import { ENGINES, type EngineName, freshDatabaseUrl } from '../../support/databases/engines.ts';
import { shapeOf } from './shape.ts';
import { onEngine } from './stored-copies.ts';

const removed = (before: readonly string[], after: readonly string[]) => before.filter((line) => !after.includes(line));

describe.each(ENGINES.map(({ name }) => name))('steps of the schema on %s', (engine) => {
  it('only add to what was there, unless they say that older programs end', async () => {
    const url = await freshDatabaseUrl(engine);
    await onEngine(url, (connected) => migrate(connected, MIGRATIONS.slice(0, 1)));
    for (const [step, { serves }] of MIGRATIONS.entries()) {
      const before = await shapeOf(url, engine);
      await onEngine(url, (connected) => migrate(connected, MIGRATIONS.slice(0, step + 1)));
      const gone = removed(before, await shapeOf(url, engine));
      if (serves === undefined) expect(gone, `step ${step + 1}`).toEqual([]);
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
  SQLite: ['178b48aaef8e'],
  PostgreSQL: ['91046e4c930e'],
};
