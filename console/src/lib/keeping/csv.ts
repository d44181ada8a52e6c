import { csvLine } from '@orgdesk/contract/csv';

/** Rows as CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string => rows.map(csvLine).join('');
