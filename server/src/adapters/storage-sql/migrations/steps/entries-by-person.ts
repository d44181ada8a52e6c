import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Lets a person's recent entries be counted without reading those of others. */
export const entriesByPerson: Migration = {
  name: 'audit entries by person',
  statements: () => [
    sql`create index audit_rows_by_person on audit_rows (organization_id, actor_id, subject, number) where actor_id is not null`,
  ],
};
