import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const planSteps: Migration = {
  name: 'plans of organization files',
  statements: ({ integer, token, typed }) => [
    sql`alter table job_rows add column step text`,
    sql`create table applied_files (
      organization_id ${integer} primary key,
      files text not null,
      plan_hash ${token} not null,
      applied_at ${integer} not null,
      applied_by_id ${integer} not null,
      applied_by_login text not null
    ) ${typed}`,
  ],
};
