import type { DatabaseSync } from 'node:sqlite';
import { foreignTablesIn, STEPS_TABLE } from '../own-tables.ts';

/** "orgd" in ASCII, in the header of orgdesk's database files. */
export const APPLICATION_ID = 0x6f726764;

function foreignProgramIn(database: DatabaseSync): string | null {
  const { application_id: id } = database.prepare('pragma application_id').get() as { application_id: number };
  if (id !== 0 && id !== APPLICATION_ID) return 'its header says it belongs to another program';
  const namesOf = (query: string): readonly string[] =>
    database
      .prepare(query)
      .all()
      .map(({ name }) => String(name));
  return foreignTablesIn(
    namesOf("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'"),
    namesOf(`select name from pragma_table_info('${STEPS_TABLE}')`),
  );
}

/** `isReadWhole` blocks the process: about a second for 500 MB in the page cache. */
export function fileProblem(database: DatabaseSync, isReadWhole: boolean): string | null {
  try {
    const foreign = foreignProgramIn(database);
    if (foreign !== null || !isReadWhole) return foreign;
    return Object.values(database.prepare('pragma quick_check(1)').get() ?? {})[0] === 'ok' ? null : DAMAGED;
  } catch (error) {
    if (((error as { readonly errcode?: number }).errcode ?? 0) % 256 === CORRUPT) return DAMAGED;
    throw error;
  }
}

const DAMAGED = 'the file is corrupted: restore a backup, or recover data with sqlite3';
const CORRUPT = 11;
