import { sql } from 'kysely';
import type { DdlDialect } from '../../engines/engine.ts';
import type { Migration } from './migration.ts';

/** Brings databases of version 12 or 13 to the initial schema. */
export const upgradeFrom = (version: 12 | 13): Migration => ({
  name: `upgrade from version ${version}`,
  serves: 12,
  statements: (words) => [
    ...jobsAndExports(words),
    ...(version === 12 ? auditSearchesAndStorageBudgets(words) : []),
    ...words.counterTriggerDrops,
  ],
});

const jobsAndExports = ({ integer, typedInKeyOrder }: DdlDialect) => [
  sql`alter table invitation_jobs add column request_id text`,
  sql`alter table access_exports add column request_id text`,
  sql`create table backups (
      name text primary key,
      finished_at ${integer} not null
    ) ${typedInKeyOrder}`,
];

const auditSearchesAndStorageBudgets = ({ integer, typedInKeyOrder, openIntentTriggers }: DdlDialect) => [
  sql`alter table access_exports add column file_removed_at ${integer}`,
  sql`alter table invitation_jobs add column row_count ${integer}`,
  sql`alter table invitation_jobs add column byte_count ${integer}`,
  sql`update invitation_jobs set
    row_count = (select count(*) from invitation_job_rows as line where line.job_id = invitation_jobs.job_id),
    byte_count = (
      select coalesce(sum(100 + length(line.team_ids) + coalesce(length(line.login), length(line.email), 0)), 0)
      from invitation_job_rows as line where line.job_id = invitation_jobs.job_id
    )`,
  sql`create index audit_rows_by_action on audit_rows (organization_id, subject, deed, number) where subject is not null`,
  sql`create index audit_rows_by_way on audit_rows (organization_id, way, number) where way is not null`,
  sql`create table audit_open_intents (
      organization_id ${integer} not null,
      number ${integer} not null,
      primary key (organization_id, number)
    ) ${typedInKeyOrder}`,
  // Triggers also count rows of the previous program version.
  ...openIntentTriggers,
  sql`insert into audit_open_intents (organization_id, number)
    select organization_id, number from audit_rows as entry
    where kind = 'intent' and not exists (
      select 1 from audit_rows as settled
      where settled.organization_id = entry.organization_id and settled.intent = entry.number
    )`,
];
