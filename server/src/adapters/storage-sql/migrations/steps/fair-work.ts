import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** Older programs leave the defaults: their items are of nobody, and never slow. */
export const fairWork: Migration = {
  name: 'people of due work and times of items of runs',
  statements: ({ integer }) => [
    sql`alter table due_work add column person_id ${integer} not null default 0`,
    sql`alter table due_work add column is_slow ${integer} not null default 0`,
    sql`alter table run_jobs add column next_at ${integer} not null default 0`,
  ],
};
