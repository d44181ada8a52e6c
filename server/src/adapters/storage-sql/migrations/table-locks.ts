import type { Tables } from '../schema.ts';

export interface TableLock {
  readonly table: keyof Tables;
  /** True if reads are blocked too. */
  readonly isAltered: boolean;
}

/**
 * Transactions write and migrations lock in this order. Cleanup deletes memberships before users; migrations give way
 * to it.
 */
const IN_LOCK_ORDER = {
  host_users: 1,
  host_organizations: 2,
  host_memberships: 3,
  host_observations: 4,
  host_observation_times: 5,
  host_installations: 6,
  host_installation_repositories: 7,
  host_repository_looks: 8,
  host_counters: 9,
  sessions: 10,
  session_installations: 11,
  session_uses: 12,
  used_states: 13,
  seen_events: 14,
  instance_counts: 15,
  leases: 16,
  invitation_jobs: 17,
  invitation_job_rows: 18,
  invitation_sends: 19,
  invitation_batches: 20,
  access_exports: 21,
  access_export_parts: 22,
  audit_heads: 23,
  audit_rows: 24,
  audit_open_intents: 25,
  backups: 26,
  schema_migrations: 27,
  schema_serves: 28,
} satisfies Readonly<Record<keyof Tables, number>>;

const ALTERED = [
  /\b(?:alter|drop) table (?:if exists )?"?(\w+)/gi,
  /\bdrop trigger (?:if exists )?"?\w+"? on "?(\w+)/gi,
];
const MADE_BY_STEP = /\bcreate table (?:if not exists )?"?(\w+)/gi;
const WRITE_LOCKED = [
  /\breferences "?(\w+)/gi,
  /\bcreate (?:unique )?index (?:if not exists )?"?\w+"? on "?(\w+)/gi,
  /\bcreate (?:or replace )?trigger [\s\S]*? on "?(\w+)/gi,
  /\b(?:insert into|update|delete from) "?(\w+)/gi,
];

export function tableLocksOf(statements: readonly string[]): readonly TableLock[] {
  const namesIn = (pattern: RegExp): readonly string[] =>
    statements.flatMap((statement) => [...statement.matchAll(pattern)].map(([, name]) => name ?? ''));
  const made = new Set(namesIn(MADE_BY_STEP));
  const altered = new Set(ALTERED.flatMap(namesIn));
  const locked = new Set([...altered, ...WRITE_LOCKED.flatMap(namesIn)].filter((name) => !made.has(name)));
  return (Object.keys(IN_LOCK_ORDER) as (keyof Tables)[])
    .filter((table) => locked.has(table))
    .sort((a, b) => IN_LOCK_ORDER[a] - IN_LOCK_ORDER[b])
    .map((table) => ({ table, isAltered: altered.has(table) }));
}
