import { csvLine } from '@orgdesk/contract/csv';

export const csvOf = (rows: readonly (readonly string[])[]): string => rows.map(csvLine).join('');
