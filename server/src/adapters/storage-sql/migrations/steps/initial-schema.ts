import { sql } from 'kysely';
import type { DdlDialect } from '../../engines/engine.ts';
import type { Migration } from './migration.ts';

/** Creates all tables. Programs older than version 12 need a trigger that it does not create. */
export const initialSchema: Migration = {
  name: 'initial schema',
  serves: 12,
  statements: (words) => [
    ...accounts(words),
    ...installations(words),
    ...sessions(words),
    ...invitations(words),
    ...auditTrails(words),
    ...auditSearches(words),
    ...accessExports(words),
    ...serviceItself(words),
    backups(words),
  ],
};

const accounts = ({ integer, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table host_users (
      user_id ${integer} primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at ${integer} not null
    ) ${typed}`,
  sql`create table host_organizations (
      organization_id ${integer} primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at ${integer} not null
    ) ${typed}`,
  sql`create table host_memberships (
      user_id ${integer} not null references host_users on delete cascade,
      organization_id ${integer} not null references host_organizations on delete cascade,
      viewer_can_administer ${integer} not null check (viewer_can_administer in (0, 1)),
      primary key (user_id, organization_id)
    ) ${typedInKeyOrder}`,
  sql`create index host_memberships_of_organization on host_memberships (organization_id)`,
  sql`create index host_users_by_update on host_users (updated_at)`,
];

const installations = ({ integer, token, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table host_installations (
      installation_id ${integer} primary key,
      account_id ${integer} not null,
      account_login text not null,
      account_type text not null check (account_type in ('organization', 'user')),
      repository_selection text check (repository_selection in ('all', 'selected')),
      repository_count ${integer} check (repository_count >= 0),
      suspended_at ${integer},
      created_at ${integer} not null,
      updated_at ${integer} not null,
      gone_at ${integer}
    ) ${typed}`,
  sql`create index host_installations_of_account on host_installations (account_id)`,
  sql`create table host_counters (
      name ${token} primary key,
      value ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`insert into host_counters (name, value) values ('observation', 0)`,
  // Outlives the record, so it has no foreign key.
  sql`create table host_observations (
      installation_id ${integer} primary key,
      observation ${integer} not null,
      repositories_changed ${integer} not null
    ) ${typed}`,
  // The long text comes last, so that other columns are read without it.
  sql`create table host_installation_repositories (
      installation_id ${integer} primary key references host_installations on delete cascade,
      observation ${integer} not null,
      fetched_at ${integer} not null,
      repositories text not null
    ) ${typed}`,
  sql`create table host_observation_times (
      taken_at ${integer} primary key,
      observation ${integer} not null
    ) ${typedInKeyOrder}`,
  // Only this row changes while the list stays the same.
  sql`create table host_repository_looks (
      installation_id ${integer} primary key references host_installation_repositories on delete cascade,
      list ${integer} not null,
      observation ${integer} not null,
      looked_at ${integer} not null,
      validators text
    ) ${typed}`,
  sql`create table seen_events (
      body_hash ${token} primary key,
      observation ${integer} not null,
      seen_at ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create index seen_events_by_time on seen_events (seen_at)`,
];

const sessions = ({ integer, bytes, token, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table sessions (
      session_key ${token} primary key check (length(session_key) = 64),
      user_id ${integer} not null references host_users on delete cascade,
      access_token_ciphertext ${bytes} not null,
      access_token_iv ${bytes} not null check (length(access_token_iv) = 16),
      access_token_tag ${bytes} not null check (length(access_token_tag) = 16),
      refresh_token_ciphertext ${bytes},
      refresh_token_iv ${bytes} check (length(refresh_token_iv) = 16),
      refresh_token_tag ${bytes} check (length(refresh_token_tag) = 16),
      token_type text not null,
      token_scope text not null,
      access_token_expires_at ${integer},
      refresh_token_expires_at ${integer},
      token_version ${integer} not null check (token_version > 0),
      refresh_lease_id ${token},
      refresh_lease_until ${integer},
      created_at ${integer} not null,
      expires_at ${integer} not null,
      check ((refresh_token_ciphertext is null) = (refresh_token_iv is null)),
      check ((refresh_token_ciphertext is null) = (refresh_token_tag is null)),
      check (refresh_lease_id is null or refresh_lease_until is not null)
    ) ${typed}`,
  sql`create index sessions_of_user on sessions (user_id)`,
  sql`create index sessions_by_expiry on sessions (expires_at)`,
  sql`create table session_installations (
      session_key ${token} not null references sessions on delete cascade,
      installation_id ${integer} not null references host_installations on delete cascade,
      primary key (session_key, installation_id)
    ) ${typedInKeyOrder}`,
  sql`create index session_installations_of_installation on session_installations (installation_id)`,
  sql`create table used_states (
      state_hash ${token} primary key,
      expires_at ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create index used_states_by_expiry on used_states (expires_at)`,
  // Written often, and not needed to read a session.
  sql`create table session_uses (
      session_key ${token} primary key references sessions on delete cascade,
      client text,
      used_at ${integer}
    ) ${typedInKeyOrder}`,
];

const invitations = ({ integer, token, typed, typedInKeyOrder }: DdlDialect) => [
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
      row_count ${integer},
      byte_count ${integer},
      request_id text,
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
      intent ${integer},
      primary key (job_id, place)
    ) ${typedInKeyOrder}`,
  sql`create index invitation_job_rows_by_state on invitation_job_rows (job_id, state, place)`,
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

const auditTrails = ({ integer, token, typed, typedInKeyOrder }: DdlDialect) => [
  // One row per organization avoids lock contention.
  sql`create table audit_heads (
      organization_id ${integer} primary key,
      first_number ${integer} not null,
      anchor ${token} not null,
      newest_number ${integer} not null,
      newest_hash ${token} not null
    ) ${typed}`,
  // No foreign keys: entries outlive what they describe.
  sql`create table audit_rows (
      organization_id ${integer} not null,
      number ${integer} not null check (number > 0),
      kind ${token} not null check (kind in ('intent', 'outcome', 'event')),
      at ${integer} not null,
      intent ${integer},
      outcome ${token},
      words text,
      organization_login ${token},
      subject ${token},
      deed ${token},
      way ${token},
      actor_id ${integer},
      actor_login ${token},
      target_kind ${token},
      target_id ${integer},
      target_name ${token},
      facts_before text,
      facts_after text,
      request_id ${token},
      delivery_id ${token},
      body_hash ${token},
      hash ${token} not null,
      check ((kind = 'outcome') = (intent is not null)),
      check ((kind = 'outcome') = (outcome is not null)),
      check ((kind = 'outcome') = (subject is null)),
      primary key (organization_id, number)
    ) ${typedInKeyOrder}`,
  sql`create unique index audit_rows_by_intent on audit_rows (organization_id, intent) where intent is not null`,
  sql`create index audit_rows_by_outcome on audit_rows (organization_id, outcome, intent) where intent is not null`,
  sql`create index audit_rows_by_actor on audit_rows (organization_id, lower(actor_login), number)`,
  sql`create index audit_rows_by_target on audit_rows (organization_id, lower(target_name), number)`,
  sql`create index audit_rows_by_subject on audit_rows (organization_id, subject, number)`,
  sql`create index audit_rows_by_delivery on audit_rows (organization_id, delivery_id) where delivery_id is not null`,
  sql`create index audit_rows_by_time on audit_rows (organization_id, at)`,
];

const accessExports = ({ integer, token, typed }: DdlDialect) => [
  // No foreign keys: the organization may leave and the session end.
  sql`create table access_exports (
      export_id ${token} primary key,
      organization_id ${integer} not null,
      organization_login text not null,
      session_key ${token} not null,
      started_by_id ${integer} not null,
      started_by_login text not null,
      state text not null check (state in ('active', 'waiting', 'stopped', 'finished', 'cancelled')),
      next_at ${integer} not null,
      waits_until ${integer},
      tries ${integer} not null,
      created_at ${integer} not null,
      ended_at ${integer},
      place text not null,
      steps ${integer} not null,
      repositories_done ${integer} not null,
      repositories_total ${integer},
      row_count ${integer} not null,
      byte_count ${integer} not null,
      unseen ${integer} not null,
      file_removed_at ${integer},
      request_id text,
      check ((state in ('active', 'waiting')) = (ended_at is null))
    ) ${typed}`,
  sql`create unique index access_exports_under_way on access_exports (organization_id) where ended_at is null`,
  sql`create index access_exports_of_organization on access_exports (organization_id, created_at)`,
  sql`create index access_exports_by_end on access_exports (ended_at)`,
  sql`create table access_export_parts (
      export_id ${token} not null references access_exports on delete cascade,
      place ${integer} not null,
      lines text not null,
      primary key (export_id, place)
    ) ${typed}`,
];

const serviceItself = ({ integer, token, typedInKeyOrder }: DdlDialect) => [
  sql`create table leases (
      name ${token} primary key,
      holder ${token} not null,
      until ${integer} not null
    ) ${typedInKeyOrder}`,
  // The hash comes first, which spreads concurrent writes over the table.
  sql`create table instance_counts (
      name ${token} not null,
      instance ${token} not null,
      count ${integer} not null,
      until ${integer} not null,
      primary key (name, instance)
    ) ${typedInKeyOrder}`,
];

export const auditSearches = ({ integer, typedInKeyOrder, openIntentTriggers }: DdlDialect) => [
  sql`create index audit_rows_by_action on audit_rows (organization_id, subject, deed, number) where subject is not null`,
  sql`create index audit_rows_by_way on audit_rows (organization_id, way, number) where way is not null`,
  sql`create table audit_open_intents (
      organization_id ${integer} not null,
      number ${integer} not null,
      primary key (organization_id, number)
    ) ${typedInKeyOrder}`,
  ...openIntentTriggers,
];

export const backups = ({ integer, typedInKeyOrder }: DdlDialect) =>
  sql`create table backups (
      name text primary key,
      finished_at ${integer} not null
    ) ${typedInKeyOrder}`;
