import { sql } from 'kysely';
import type { DdlDialect } from '../engines/engine.ts';

export const auditTrails = ({ integer, bytes, token, typed, typedInKeyOrder, openIntentTriggers }: DdlDialect) => [
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
  sql`create index audit_rows_by_person on audit_rows (organization_id, actor_id, subject, number) where actor_id is not null`,
  sql`create index audit_rows_by_action on audit_rows (organization_id, subject, deed, number) where subject is not null`,
  sql`create index audit_rows_by_way on audit_rows (organization_id, way, number) where way is not null`,
  sql`create table audit_open_intents (
      organization_id ${integer} not null,
      number ${integer} not null,
      primary key (organization_id, number)
    ) ${typedInKeyOrder}`,
  ...openIntentTriggers,
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
];
