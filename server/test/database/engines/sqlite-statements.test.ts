import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { preparedOnce } from '../../../src/database/engines/sqlite/dialect.ts';

const MORE_THAN_KEPT = 250;

test('statements in use stay prepared while many others pass', () => {
  const database = new DatabaseSync(':memory:');
  onTestFinished(() => database.close());
  const prepared = preparedOnce(database);
  const [often, once] = [prepared('select 1'), prepared('select 2')];
  for (let index = 0; index < MORE_THAN_KEPT; index += 1) {
    prepared(`select ${index} as other`);
    expect(prepared('select 1')).toBe(often);
  }
  expect(prepared('select 2')).not.toBe(once);
});
