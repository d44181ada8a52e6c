import { sql } from 'kysely';
import type { DdlDialect } from '../engines/engine.ts';

export const invitationBudgets = ({ integer, token, typedInKeyOrder }: DdlDialect) => [
  sql`create table invitation_sends (
      user_id ${integer} not null,
      sent_at ${integer} not null,
      primary key (user_id, sent_at)
    ) ${typedInKeyOrder}`,
  sql`create index invitation_sends_by_time on invitation_sends (sent_at)`,
  sql`create table invitation_batches (
      batch_id ${token} primary key,
      user_id ${integer} not null,
      organization_id ${integer} not null,
      sent_at ${integer} not null,
      calls ${integer} not null,
      sent ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create index invitation_batches_of_user on invitation_batches (user_id, sent_at)`,
  sql`create index invitation_batches_of_organization on invitation_batches (organization_id, sent_at)`,
  sql`create index invitation_batches_by_time on invitation_batches (sent_at)`,
];

// No foreign keys to others: the organization may leave and the session end.
export const jobs = ({ integer, token, typed, typedInKeyOrder }: DdlDialect) => [
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
      step text,
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
  sql`create table job_targets (
      organization_id ${integer} not null,
      job_id ${token} not null,
      place ${integer} not null,
      target ${token} not null,
      primary key (organization_id, job_id, place, target),
      foreign key (organization_id, job_id, place) references job_rows on delete cascade
    ) ${typedInKeyOrder}`,
  sql`create table due_work (
      organization_id ${integer} not null,
      kind ${token} not null,
      key ${token} not null,
      state text not null check (state in ('due', 'dead')),
      due_at ${integer} not null,
      set_at ${integer} not null,
      version ${integer} not null,
      attempts ${integer} not null,
      last_error text,
      holder text,
      lease_until ${integer},
      created_at ${integer} not null,
      request_id text,
      person_id ${integer} not null default 0,
      is_slow ${integer} not null default 0,
      primary key (organization_id, kind, key)
    ) ${typedInKeyOrder}`,
  sql`create index due_work_by_time on due_work (kind, due_at) where state = 'due'`,
  sql`create index due_work_dead on due_work (set_at) where state = 'dead'`,
];

export const runs = ({ integer, token, typed }: DdlDialect) => [
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
      cancelled_at ${integer},
      cancel_done_at ${integer},
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
      next_at ${integer} not null default 0,
      primary key (user_id, run_id, place)
    ) ${typed}`,
  sql`create index run_jobs_waiting on run_jobs (user_id, run_id) where state = 'waiting'`,
];

export const rulesAndReviews = ({ integer, token, typed }: DdlDialect) => [
  sql`create table applied_files (
      organization_id ${integer} primary key,
      files text not null,
      plan_hash ${token} not null,
      applied_at ${integer} not null,
      applied_by_id ${integer} not null,
      applied_by_login text not null,
      accounts text,
      owner_rules text
    ) ${typed}`,
  sql`create table owner_rules (
      organization_id ${integer} primary key,
      owners_min ${integer} not null,
      required_owners text not null,
      version ${integer} not null,
      changed_at ${integer} not null,
      changed_by_id ${integer} not null,
      changed_by_login text not null
    ) ${typed}`,
  sql`create table dismissed_findings (
      organization_id ${integer} not null,
      finding_key ${token} not null,
      target_name text not null,
      reason text not null,
      until ${integer} not null,
      dismissed_at ${integer} not null,
      dismissed_by_id ${integer} not null,
      dismissed_by_login text not null,
      primary key (organization_id, finding_key)
    ) ${typed}`,
  sql`create index dismissed_findings_by_end on dismissed_findings (until)`,
  sql`create table access_reviews (
      user_id ${integer} not null,
      organization_id ${integer} not null,
      reviewed_at ${integer} not null,
      findings text not null,
      primary key (user_id, organization_id)
    ) ${typed}`,
  sql`create index access_reviews_by_time on access_reviews (reviewed_at)`,
];
