import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Removes the tables of jobs of earlier programs, which moved what was in them when they started. */
export const upgradeFrom31: Migration = {
  name: 'upgrade from version 31',
  serves: 32,
  statements: () => [
    sql`drop table invitation_job_rows`,
    sql`drop table invitation_jobs`,
    sql`drop table access_export_parts`,
    sql`drop table access_exports`,
  ],
};
