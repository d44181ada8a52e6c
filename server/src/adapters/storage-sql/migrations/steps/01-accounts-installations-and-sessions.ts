import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const accountsInstallationsAndSessions: Migration = {
  name: 'accounts, installations and sessions',
  statements: ({ integer, bytes, token, typed, typedInKeyOrder }) => [
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
    sql`create table host_installations (
        installation_id ${integer} primary key,
        account_id ${integer} not null,
        account_login text not null,
        account_type text not null check (account_type in ('organization', 'user')),
        repository_selection text check (repository_selection in ('all', 'selected')),
        repository_count ${integer} check (repository_count >= 0),
        suspended_at ${integer},
        created_at ${integer} not null,
        updated_at ${integer} not null
      ) ${typed}`,
    sql`create index host_installations_of_account on host_installations (account_id)`,
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
  ],
};
