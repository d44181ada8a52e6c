import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const headsOfTrails: Migration = {
  name: 'heads of audit logs',
  statements: ({ integer, bytes, token, typed, typedInKeyOrder }) => [
    // Each place in a tree is covered once, whoever writes.
    sql`create table audit_tree (
      organization_id ${integer} not null,
      since ${integer} not null check (since >= 0),
      size ${integer} not null check (size > since),
      span text not null,
      tree text not null,
      note text,
      key_id ${token},
      signed_at ${integer},
      primary key (organization_id, size),
      unique (organization_id, since)
    ) ${typed}`,
    sql`create table audit_head_keys (
      key_id ${token} primary key,
      public_key text not null,
      seed_ciphertext ${bytes},
      seed_iv ${bytes},
      seed_tag ${bytes},
      created_at ${integer} not null,
      endorsed_by ${token},
      endorsement text
    ) ${typed}`,
    sql`create table audit_heads_sent (
      target ${token} not null,
      organization_id ${integer} not null,
      size ${integer} not null,
      primary key (organization_id, target)
    ) ${typedInKeyOrder}`,
  ],
};
