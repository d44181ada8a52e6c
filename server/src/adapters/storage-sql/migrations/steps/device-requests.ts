import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const deviceRequests: Migration = {
  name: 'device requests',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
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
  ],
};
