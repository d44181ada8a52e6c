/** Tables about the steps of the schema: whoever has these, with these columns, is a database of orgdesk. */
export const STEPS_TABLE = 'schema_migrations';
const STEPS_COLUMNS = ['version', 'name', 'applied_at'];

/** Tables that are named in a sentence. */
const NAMED_MAX = 3;

/** Why a database is not for orgdesk, by what it holds; null when it is empty, or its own. */
export function foreignTablesIn(tables: readonly string[], stepsColumns: readonly string[]): string | null {
  const isOwn = STEPS_COLUMNS.every((column) => stepsColumns.includes(column));
  if (isOwn || tables.length === 0) return null;
  const named = tables.toSorted().slice(0, NAMED_MAX).join(', ');
  return `it belongs to another program: it holds the tables ${named}${tables.length > NAMED_MAX ? ', …' : ''}`;
}
