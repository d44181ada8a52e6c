import { sql } from 'kysely';
import type { DdlDialect } from '../engines/engine.ts';

export const accounts = ({ integer, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table host_users (
      user_id ${integer} primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at ${integer} not null,
      stamp ${integer} not null default 0
    ) ${typed}`,
  sql`create table host_organizations (
      organization_id ${integer} primary key,
      login text not null,
      name text,
      avatar_url text,
      updated_at ${integer} not null,
      stamp ${integer} not null default 0
    ) ${typed}`,
  sql`create table host_memberships (
      user_id ${integer} not null references host_users on delete cascade,
      organization_id ${integer} not null references host_organizations on delete cascade,
      viewer_can_administer ${integer} not null check (viewer_can_administer in (0, 1)),
      primary key (user_id, organization_id)
    ) ${typedInKeyOrder}`,
  sql`create table host_account_stamps (
      account_id ${integer} primary key,
      stamp ${integer} not null
    ) ${typed}`,
  sql`create index host_memberships_of_organization on host_memberships (organization_id)`,
  sql`create index host_users_by_update on host_users (updated_at)`,
];

export const installations = ({ integer, token, typed, typedInKeyOrder }: DdlDialect) => [
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
  sql`create table lost_deliveries (
      installation_id ${integer} primary key,
      since ${integer} not null
    ) ${typedInKeyOrder}`,
];

export const sessions = ({ integer, bytes, token, typed, typedInKeyOrder }: DdlDialect) => [
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
      stamp ${integer} not null default 0,
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
  sql`create table device_requests (
      session_key ${token} primary key,
      user_code_hash ${token} not null unique,
      client_name text not null,
      address text not null,
      network ${token} not null,
      state text not null check (state in ('open', 'confirmed', 'approved', 'denied')),
      user_id ${integer},
      poll_seconds ${integer} not null,
      polled_at ${integer},
      created_at ${integer} not null,
      expires_at ${integer} not null
    ) ${typed}`,
  sql`create index device_requests_by_expiry on device_requests (expires_at)`,
  sql`create index device_requests_by_network on device_requests (network, created_at)`,
  sql`create table wrong_user_codes (
      user_id ${integer} primary key,
      count ${integer} not null,
      until ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create index wrong_user_codes_by_time on wrong_user_codes (until)`,
];
