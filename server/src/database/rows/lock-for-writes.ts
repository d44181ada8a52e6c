import { sql } from 'kysely';
import type { Engine, Queries } from '../engines/engine.ts';
import { inLockOrder } from '../migrations/table-locks.ts';
import type { Tables } from '../schema.ts';

/** Locks tables that a transaction writes only after others. */
export async function lockForWrites(
  transaction: Queries,
  { locksTables }: Pick<Engine, 'locksTables'>,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  if (!locksTables) return;
  const names = inLockOrder(tables).map((table) => sql.table(table));
  await sql`lock table ${sql.join(names)} in row exclusive mode`.execute(transaction);
}
