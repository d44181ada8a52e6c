import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const requestIdsAndBackups: Migration = {
  name: 'request IDs of jobs, and backups',
  statements: ({ integer, typedInKeyOrder }) => [
    sql`alter table invitation_jobs add column request_id text`,
    sql`alter table access_exports add column request_id text`,
    sql`create table backups (
        name text primary key,
        finished_at ${integer} not null
      ) ${typedInKeyOrder}`,
  ],
};
