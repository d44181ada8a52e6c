import type { Transaction } from 'kysely';
import type { Tables } from '../schema.ts';
import type { LockTables, MigrationSession } from './engine.ts';

export const sessionIn = (db: Transaction<Tables>, lock: LockTables): MigrationSession => ({
  db,
  lock,
  async runStep(_version, statements) {
    for (const statement of statements) await statement.execute(db);
  },
  async write(statements) {
    for (const statement of statements) await db.executeQuery(statement);
  },
});
