import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** When a job or run is due stands in `due_work` alone. */
export const oneSchedule: Migration = {
  name: 'one schedule',
  serves: 33,
  statements: () => [sql`alter table jobs drop column next_at`, sql`alter table runs drop column next_at`],
};
