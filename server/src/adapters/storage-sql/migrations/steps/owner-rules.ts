import { sql } from 'kysely';
import type { Migration } from './migration.ts';

export const ownerRules: Migration = {
  name: 'rules about owners and accounts of applied files',
  statements: ({ integer, typed }) => [
    sql`create table owner_rules (
      organization_id ${integer} primary key,
      owners_min ${integer} not null,
      required_owners text not null,
      version ${integer} not null,
      changed_at ${integer} not null,
      changed_by_id ${integer} not null,
      changed_by_login text not null
    ) ${typed}`,
    sql`alter table applied_files add column accounts text`,
    sql`alter table applied_files add column owner_rules text`,
  ],
};
