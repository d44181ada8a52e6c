import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const findingsAndLosses: Migration = {
  name: 'dismissed findings and lost deliveries',
  statements: ({ integer, token, typed, typedInKeyOrder }) => [
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
    sql`create table lost_deliveries (
      installation_id ${integer} primary key,
      since ${integer} not null
    ) ${typedInKeyOrder}`,
  ],
};
