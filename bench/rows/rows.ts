import type { Row } from '../reporting/row.ts';
import { installStatus } from './install-status.ts';
import { readsOnPostgres } from './on-postgres.ts';
import { organizations } from './organizations.ts';
import { sessionRead } from './session-read.ts';
import { webhook } from './webhook.ts';

/** All rows of the table, by number. */
export const ROWS: ReadonlyMap<number, Row> = new Map([
  [1, sessionRead],
  [2, organizations],
  [3, readsOnPostgres],
  [4, webhook],
  [5, installStatus],
]);
