import { type RawBuilder, sql } from 'kysely';
import type { Queries } from '../engines/engine.ts';
import type { Tables } from '../schema.ts';
import { chunksOf } from './batches.ts';

export interface Conflict<Row> {
  readonly key: readonly (keyof Row)[];
  readonly keep?: readonly (keyof Row)[];
  /** `excluded` is the new row. */
  readonly where?: RawBuilder<boolean>;
}

export async function upsert<Name extends keyof Tables>(
  db: Queries,
  table: Name,
  rows: readonly Tables[Name][],
  { key, keep = [], where }: Conflict<Tables[Name]>,
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {}) as (string & keyof Tables[Name])[];
  const named = (names: readonly PropertyKey[]) => sql.join(names.map((name) => sql.ref(String(name))));
  const changes = columns
    .filter((column) => !key.includes(column) && !keep.includes(column))
    .map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  for (const chunk of chunksOf(rows)) {
    const values = chunk.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`);
    await sql`
      insert into ${sql.table(table)} (${named(columns)}) values ${sql.join(values)}
      on conflict (${named(key)}) do update set ${sql.join(changes)}
      ${where === undefined ? sql`` : sql`where ${where}`}`.execute(db);
  }
}
