import { type RawBuilder, sql } from 'kysely';
import type { EngineName } from '../../support/databases/engines.ts';
import { onEngine } from './stored-copies.ts';

/** Lists columns, constraints, indexes, triggers and functions, one per line. */
export const shapeOf = (url: string, engine: EngineName): Promise<readonly string[]> =>
  onEngine(url, async ({ db }) => {
    const query: RawBuilder<{ readonly line: string }> = engine === 'SQLite' ? ON_SQLITE : ON_POSTGRES;
    const { rows } = await query.execute(db);
    return rows.flatMap(({ line }) => (engine === 'SQLite' ? partsOf(line) : [line])).toSorted();
  });

/** Columns have no order: an upgrade can only add them behind the others. */
const ON_POSTGRES = sql<{ line: string }>`
  select concat_ws(' ', 'column', table_name, column_name, data_type, collation_name, is_nullable, column_default) as line
    from information_schema.columns where table_schema = 'public'
  union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all select indexdef from pg_indexes where schemaname = 'public'
  union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select proname || regexp_replace(prosrc, '\\s+', ' ', 'g')
    from pg_proc where pronamespace = 'public'::regnamespace`;

const ON_SQLITE = sql<{ line: string }>`select sql as line from sqlite_schema where sql is not null`;

/** The definitions inside the statement that creates a table, each with the name of the table. */
function partsOf(statement: string): readonly string[] {
  const [, head, body, options] =
    /^create table "?(\w+)"? *\((.*)\)([^)]*)$/i.exec(statement.replace(/\s+/g, ' ').trim()) ?? [];
  if (head === undefined || body === undefined) return [statement.replace(/\s+/g, ' ')];
  const parts: string[] = [''];
  let depth = 0;
  for (const letter of body) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return [...parts, `: ${options}`].map((part) => `${head} ${part.trim()}`);
}
