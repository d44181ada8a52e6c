import { sql } from 'kysely';
import { BATCH_ROWS } from '../../lib/limits/storage.ts';
import type { Engine } from '../engines/engine.ts';
import { executeInBatches } from './batches.ts';

/** `time` needs an index. */
export function deleteUntil(
  { db, lockFreeRows }: Engine,
  names: { readonly table: string; readonly key: string | readonly string[]; readonly time: string },
  untilMs: number,
  stop?: AbortSignal,
): Promise<number> {
  const [table, time] = [sql.table(names.table), sql.ref(names.time)];
  const key = sql.join([names.key].flat().map((column) => sql.ref(column)));
  const rows = sql`select ${key} from ${table} where ${time} <= ${untilMs}
    order by ${time} limit ${sql.lit(BATCH_ROWS)} ${lockFreeRows}`;
  return executeInBatches(db, sql`delete from ${table} where (${key}) in (${rows})`, stop);
}
