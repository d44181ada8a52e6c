import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const invitationJobs: Migration = {
  name: 'invitation jobs',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
    // No foreign keys: the organization may leave and the session end.
    sql`create table invitation_jobs (
        job_id ${token} primary key,
        organization_id ${integer} not null,
        organization_login text not null,
        job_key ${token} not null,
        body_hash ${token} not null,
        session_key ${token} not null,
        started_by_id ${integer} not null,
        started_by_login text not null,
        run_by_id ${integer} not null,
        run_by_login text not null,
        state text not null check (state in ('active', 'paused', 'stopped', 'cancelling', 'finished', 'cancelled')),
        stop_reason text,
        stop_words text,
        stopped_until ${integer},
        next_at ${integer} not null,
        tries ${integer} not null,
        created_at ${integer} not null,
        ended_at ${integer},
        check ((state in ('finished', 'cancelled')) = (ended_at is not null)),
        unique (organization_id, job_key)
      ) ${typed}`,
    sql`create index invitation_jobs_of_organization on invitation_jobs (organization_id, created_at)`,
    sql`create index invitation_jobs_by_end on invitation_jobs (ended_at)`,
    sql`create table invitation_job_rows (
        job_id ${token} not null references invitation_jobs on delete cascade,
        place ${integer} not null,
        login text,
        email text,
        role text not null check (role in ('direct_member', 'admin', 'billing_manager')),
        team_ids text not null,
        state text not null,
        words text,
        invitation_id ${integer},
        sending_at ${integer},
        settled_at ${integer},
        primary key (job_id, place)
      ) ${typedInKeyOrder}`,
    sql`create index invitation_job_rows_by_state on invitation_job_rows (job_id, state, place)`,
    sql`create table invitation_sends (
        user_id ${integer} not null,
        sent_at ${integer} not null,
        primary key (user_id, sent_at)
      ) ${typedInKeyOrder}`,
    sql`create index invitation_sends_by_time on invitation_sends (sent_at)`,
  ],
};
