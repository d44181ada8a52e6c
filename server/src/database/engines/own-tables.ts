/** This table and these columns identify a database of orgdesk. */
export const STEPS_TABLE = 'schema_migrations';
/** On PostgreSQL; made before the first step. */
export const LEASE_TABLE = 'schema_lease';
const STEPS_COLUMNS = ['version', 'name', 'applied_at'];

const NAMED_MAX = 3;

/** Returns null if the database is empty or orgdesk's own. */
export function foreignTablesIn(tables: readonly string[], stepsColumns: readonly string[]): string | null {
  const isOwn = STEPS_COLUMNS.every((column) => stepsColumns.includes(column));
  if (isOwn || tables.length === 0) return null;
  const named = tables.toSorted().slice(0, NAMED_MAX).join(', ');
  return `it belongs to another program: it contains the tables ${named}${tables.length > NAMED_MAX ? ', …' : ''}`;
}
