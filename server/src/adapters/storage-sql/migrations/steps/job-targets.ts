import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Rows that older programs start have none. */
export const jobTargets: Migration = {
  name: 'whom and which teams jobs change',
  statements: ({ integer, token, typedInKeyOrder }) => [
    sql`create table job_targets (
      organization_id ${integer} not null,
      job_id ${token} not null,
      place ${integer} not null,
      target ${token} not null,
      primary key (organization_id, job_id, place, target),
      foreign key (organization_id, job_id, place) references job_rows on delete cascade
    ) ${typedInKeyOrder}`,
  ],
};
