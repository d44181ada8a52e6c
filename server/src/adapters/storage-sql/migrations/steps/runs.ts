import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const runs: Migration = {
  name: 'runs in many organizations',
  statements: ({ integer, token, typed }) => [
    sql`create table runs (
      user_id ${integer} not null,
      run_id ${token} not null,
      run_key ${token} not null,
      body_hash ${token} not null,
      title text,
      session_key ${token} not null,
      user_login text not null,
      way text not null,
      request_id text not null,
      created_at ${integer} not null,
      next_at ${integer} not null,
      primary key (user_id, run_id),
      unique (user_id, run_key)
    ) ${typed}`,
    sql`create index runs_by_time on runs (created_at)`,
    sql`create table run_jobs (
      user_id ${integer} not null,
      run_id ${token} not null,
      place ${integer} not null,
      step ${integer} not null,
      organization_id ${integer} not null,
      organization_login text,
      kind text not null,
      change text,
      people ${integer} not null,
      state text not null check (state in ('waiting', 'started', 'refused')),
      failure text,
      job_id ${token},
      content text,
      primary key (user_id, run_id, place)
    ) ${typed}`,
    sql`create index run_jobs_waiting on run_jobs (user_id, run_id) where state = 'waiting'`,
  ],
};
