import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const planSteps: Migration = {
  name: 'steps of plans',
  statements: () => [sql`alter table job_rows add column step text`],
};
