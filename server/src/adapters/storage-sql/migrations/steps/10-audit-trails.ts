import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const auditTrails: Migration = {
  name: 'audit trails',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
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
    sql`alter table invitation_job_rows add column intent ${integer}`,
  ],
};
