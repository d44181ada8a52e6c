import { sql } from 'kysely';
import type { DdlDialect } from '../../engines/engine.ts';
import { auditSearches, backups } from './initial-schema.ts';
import type { Migration } from './migration.ts';

export const upgradeFrom = (version: 12 | 13): Migration => ({
  name: `upgrade from version ${version}`,
  serves: 12,
  statements: (words) => [
    ...jobsAndExports(words),
    ...(version === 12 ? auditSearchesAndStorageBudgets(words) : []),
    ...words.counterTriggerDrops,
  ],
});

const jobsAndExports = (words: DdlDialect) => [
  sql`alter table invitation_jobs add column request_id text`,
  sql`alter table access_exports add column request_id text`,
  backups(words),
];

const auditSearchesAndStorageBudgets = (words: DdlDialect) => [
  sql`alter table access_exports add column file_removed_at ${words.integer}`,
  sql`alter table invitation_jobs add column row_count ${words.integer}`,
  sql`alter table invitation_jobs add column byte_count ${words.integer}`,
  sql`update invitation_jobs set
    row_count = (select count(*) from invitation_job_rows as line where line.job_id = invitation_jobs.job_id),
    byte_count = (
      select coalesce(sum(100 + length(line.team_ids) + coalesce(length(line.login), length(line.email), 0)), 0)
      from invitation_job_rows as line where line.job_id = invitation_jobs.job_id
    )`,
  // Triggers also count rows of the previous program version.
  ...auditSearches(words),
  sql`insert into audit_open_intents (organization_id, number)
    select organization_id, number from audit_rows as entry
    where kind = 'intent' and not exists (
      select 1 from audit_rows as settled
      where settled.organization_id = entry.organization_id and settled.intent = entry.number
    )`,
];
