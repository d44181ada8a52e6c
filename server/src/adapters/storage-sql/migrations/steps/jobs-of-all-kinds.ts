import { sql } from 'kysely';
import { movesOf } from '../../jobs/old-jobs.ts';
import type { Migration } from './migration.ts';

/**
 * One table for all kinds of jobs. The former tables stay, emptied, for older programs: what those start meanwhile is
 * moved later.
 */
export const jobsOfAllKinds: Migration = {
  name: 'jobs of all kinds',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
    sql`create table jobs (
      organization_id ${integer} not null,
      job_id ${token} not null,
      kind ${token} not null,
      organization_login text not null,
      job_key ${token} not null,
      body_hash ${token} not null,
      title text,
      session_key ${token} not null,
      started_by_id ${integer} not null,
      started_by_login text not null,
      run_by_id ${integer} not null,
      run_by_login text not null,
      state text not null check (state in ('running', 'paused', 'limited', 'failed', 'done', 'cancelled')),
      reason text,
      words text,
      until ${integer},
      next_at ${integer} not null,
      tries ${integer} not null,
      created_at ${integer} not null,
      ended_at ${integer},
      request_id text,
      plan text,
      place text,
      steps ${integer} not null,
      repositories_done ${integer} not null,
      repositories_total ${integer},
      row_count ${integer} not null,
      byte_count ${integer} not null,
      unseen ${integer} not null,
      file_removed_at ${integer},
      check ((state = 'limited') = (until is not null)),
      check (state <> 'done' or ended_at is not null),
      check (state in ('failed', 'done', 'cancelled') or ended_at is null),
      primary key (organization_id, job_id),
      unique (organization_id, kind, job_key)
    ) ${typed}`,
    sql`create index jobs_of_organization on jobs (organization_id, created_at)`,
    sql`create index jobs_by_end on jobs (ended_at)`,
    sql`create index jobs_unended on jobs (organization_id, kind, created_at) where ended_at is null`,
    sql`create table job_rows (
      organization_id ${integer} not null,
      job_id ${token} not null,
      place ${integer} not null,
      login text,
      email text,
      user_id ${integer},
      role text,
      team_role text,
      team_ids text not null,
      state text not null,
      words text,
      invitation_id ${integer},
      sending_at ${integer},
      settled_at ${integer},
      intent ${integer},
      primary key (organization_id, job_id, place),
      foreign key (organization_id, job_id) references jobs on delete cascade
    ) ${typedInKeyOrder}`,
    sql`create index job_rows_by_state on job_rows (organization_id, job_id, state, place)`,
    sql`create table job_parts (
      organization_id ${integer} not null,
      job_id ${token} not null,
      place ${integer} not null,
      lines text not null,
      primary key (organization_id, job_id, place),
      foreign key (organization_id, job_id) references jobs on delete cascade
    ) ${typed}`,
    ...movesOf({ jobs: sql`old.job_id is not null`, exports: sql`old.export_id is not null` }),
  ],
};
