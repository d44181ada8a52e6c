import { type RawBuilder, sql } from 'kysely';
import type { DdlDialect } from '../engines/engine.ts';
import { accounts, installations, sessions } from './accounts.ts';
import { auditTrails } from './audit-trails.ts';
import { invitationBudgets, jobs, rulesAndReviews, runs } from './jobs.ts';
import { stamps } from './stamps.ts';

export interface Migration {
  readonly name: string;
  /** Oldest program version that works with this step. Default: all, for steps that only add. */
  readonly serves?: number;
  readonly statements: (ddl: DdlDialect) => readonly RawBuilder<unknown>[];
}

/** Before there was one initial schema, 31 steps made the same tables. */
export const INITIAL_VERSION = 32;

/** The only older version that can be upgraded. */
export const OLDEST_VERSION = 31;

/** Creates all tables. Older programs use tables that it does not create. */
const initialSchema: Migration = {
  name: 'initial schema',
  serves: 32,
  statements: (ddl) => [
    ...accounts(ddl),
    ...installations(ddl),
    ...sessions(ddl),
    ...invitationBudgets(ddl),
    ...jobs(ddl),
    ...runs(ddl),
    ...rulesAndReviews(ddl),
    ...auditTrails(ddl),
    ...service(ddl),
    ...stamps(ddl),
  ],
};

const service = ({ integer, bytes, token, typed, typedInKeyOrder }: DdlDialect) => [
  sql`create table leases (
      name ${token} primary key,
      holder ${token} not null,
      until ${integer} not null
    ) ${typedInKeyOrder}`,
  // The hash comes first, which spreads concurrent writes over the table.
  sql`create table instance_counts (
      name ${token} not null,
      instance ${token} not null,
      count ${integer} not null,
      until ${integer} not null,
      primary key (name, instance)
    ) ${typedInKeyOrder}`,
  sql`create table backups (
      name text primary key,
      finished_at ${integer} not null
    ) ${typedInKeyOrder}`,
  sql`create table disk_probes (id ${integer} primary key, content text not null) ${typed}`,
  sql`create table packages (
      name ${token} primary key,
      kind ${token} not null,
      bytes ${bytes} not null,
      served_at ${integer} not null
    ) ${typed}`,
];

/** When a job or run is due stands in `due_work` alone. */
const oneSchedule: Migration = {
  name: 'one schedule',
  serves: 33,
  statements: () => [sql`alter table jobs drop column next_at`, sql`alter table runs drop column next_at`],
};

/**
 * A message, a position and an export's cursor have the names that the program gives them. The hash of an audit row has
 * no names of columns.
 */
const columnNames: Migration = {
  name: 'column names',
  serves: 34,
  statements: () => [
    sql`alter table jobs rename column words to message`,
    sql`alter table jobs rename column place to cursor`,
    sql`alter table job_rows rename column words to message`,
    sql`alter table job_rows rename column place to position`,
    sql`alter table job_targets rename column place to position`,
    sql`alter table job_parts rename column place to position`,
    sql`alter table run_jobs rename column place to position`,
    sql`alter table audit_rows rename column words to message`,
    // JSON escapes quotes inside a text, so only the field itself is found.
    sql`update run_jobs set failure = replace(failure, '"words":', '"message":') where failure is not null`,
  ],
};

/**
 * What the App carries out. Older programs would end approved jobs with their session, and compute other hashes of audit
 * rows that say so.
 */
const workByTheApp: Migration = {
  name: 'work by the App',
  serves: 35,
  statements: ({ integer, token, typed }) => [
    sql`create table app_work (
      organization_id ${integer} primary key,
      is_on ${integer} not null,
      version ${integer} not null,
      changed_at ${integer} not null,
      changed_by_id ${integer} not null,
      changed_by_login text not null
    ) ${typed}`,
    sql`create table app_trials (
      installation_id ${integer} not null,
      trial ${token} not null,
      refusal text,
      tried_at ${integer} not null,
      primary key (installation_id, trial)
    ) ${typed}`,
    sql`alter table jobs add column approved_version ${integer}`,
    sql`create index jobs_approved on jobs (run_by_id) where approved_version > 0 and ended_at is null`,
    sql`alter table run_jobs add column approved_version ${integer}`,
    sql`alter table audit_rows add column carried_out_by text`,
  ],
};

/** Removes the tables of jobs of earlier programs, which moved what was in them when they started. */
const upgradeFrom31: Migration = {
  name: 'upgrade from version 31',
  serves: 32,
  statements: () => [
    sql`drop table invitation_job_rows`,
    sql`drop table invitation_jobs`,
    sql`drop table access_export_parts`,
    sql`drop table access_exports`,
  ],
};

/**
 * The schema as ordered steps; the first has version `INITIAL_VERSION`, each further one the next.
 *
 * Each step only adds, so an older program runs beside a newer one. A step that breaks older programs sets `serves`.
 * Never edit a released step.
 */
export const MIGRATIONS: readonly Migration[] = [initialSchema, oneSchedule, columnNames, workByTheApp];

export const latestVersionOf = (steps: readonly Migration[]): number => INITIAL_VERSION - 1 + steps.length;

export const LATEST_VERSION = latestVersionOf(MIGRATIONS);

/** Returns the steps that a database lacks, or null if it is too old. An empty database has version 0. */
export function pendingAt(version: number, steps: readonly Migration[]): readonly Migration[] | null {
  if (version === 0) return steps;
  if (version >= INITIAL_VERSION) return steps.slice(version - INITIAL_VERSION + 1);
  return version === OLDEST_VERSION ? [upgradeFrom31, ...steps.slice(1)] : null;
}
