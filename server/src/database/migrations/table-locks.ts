import type { Tables } from '../schema.ts';

/** The last four are dropped by the upgrade from version 31. */
type LockedTable =
  | keyof Tables
  | ('invitation_jobs' | 'invitation_job_rows' | 'access_exports' | 'access_export_parts');

export interface TableLock {
  readonly table: LockedTable;
  /** True if reads are blocked too. */
  readonly isAltered: boolean;
}

/**
 * The order in which transactions write and migrations lock. Cleanup deletes memberships before users; migrations give
 * way to it.
 */
const IN_LOCK_ORDER = {
  host_users: 1,
  host_organizations: 2,
  host_memberships: 3,
  host_observations: 4,
  host_observation_times: 5,
  host_installations: 6,
  host_account_stamps: 7,
  host_installation_repositories: 8,
  host_repository_looks: 9,
  host_counters: 10,
  sessions: 11,
  session_installations: 12,
  session_uses: 13,
  device_requests: 14,
  wrong_user_codes: 15,
  used_states: 16,
  seen_events: 17,
  instance_counts: 18,
  leases: 19,
  due_work: 20,
  invitation_jobs: 21,
  invitation_job_rows: 22,
  access_exports: 23,
  access_export_parts: 24,
  app_work: 25,
  jobs: 26,
  job_rows: 27,
  job_targets: 28,
  job_parts: 29,
  runs: 30,
  run_jobs: 31,
  invitation_sends: 32,
  invitation_batches: 33,
  dismissed_findings: 34,
  applied_files: 35,
  owner_rules: 36,
  access_reviews: 37,
  app_trials: 38,
  lost_deliveries: 39,
  audit_heads: 40,
  audit_rows: 41,
  audit_open_intents: 42,
  audit_tree: 43,
  audit_head_keys: 44,
  audit_heads_sent: 45,
  backups: 46,
  disk_probes: 47,
  packages: 48,
  schema_migrations: 49,
  schema_serves: 50,
} satisfies Readonly<Record<LockedTable, number>>;

/** With those that only databases of version 31 have. */
export const TABLES_IN_LOCK_ORDER = Object.keys(IN_LOCK_ORDER) as readonly LockedTable[];

export const inLockOrder = <Table extends LockedTable>(tables: readonly Table[]): readonly Table[] =>
  tables.toSorted((a, b) => IN_LOCK_ORDER[a] - IN_LOCK_ORDER[b]);

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
  return inLockOrder(TABLES_IN_LOCK_ORDER)
    .filter((table) => locked.has(table))
    .map((table) => ({ table, isAltered: altered.has(table) }));
}
