import { sql } from 'kysely';
import type { Engine } from '../engines/engine.ts';
import { LEASE_TABLE } from '../engines/own-tables.ts';
import type { Tables } from '../schema.ts';

const TABLES = Object.keys({
  [LEASE_TABLE]: true,
  host_users: true,
  host_organizations: true,
  host_memberships: true,
  host_installations: true,
  host_observations: true,
  host_observation_times: true,
  host_installation_repositories: true,
  host_repository_looks: true,
  host_account_stamps: true,
  host_counters: true,
  session_uses: true,
  sessions: true,
  session_installations: true,
  device_requests: true,
  wrong_user_codes: true,
  used_states: true,
  instance_counts: true,
  leases: true,
  due_work: true,
  seen_events: true,
  invitation_sends: true,
  invitation_batches: true,
  jobs: true,
  job_rows: true,
  job_targets: true,
  job_parts: true,
  dismissed_findings: true,
  access_reviews: true,
  applied_files: true,
  owner_rules: true,
  packages: true,
  lost_deliveries: true,
  runs: true,
  run_jobs: true,
  audit_heads: true,
  audit_rows: true,
  audit_open_intents: true,
  audit_tree: true,
  audit_head_keys: true,
  audit_heads_sent: true,
  backups: true,
  disk_probes: true,
  schema_migrations: true,
  schema_serves: true,
} satisfies Record<keyof Tables | typeof LEASE_TABLE, true>);

type RightsEngine = Pick<Engine, 'name' | 'db' | 'read'>;
type LimitedEngine = Pick<Engine, 'limitsConnections' | 'db' | 'read'>;

interface Rights {
  readonly schema_name: string | null;
  readonly may_create: boolean;
  readonly may_change: boolean;
  readonly owns: boolean;
}

/** `isPending`: migrations have to be applied. */
export async function missingRights({ name, db, read }: RightsEngine, isPending: boolean): Promise<string | null> {
  if (name === 'SQLite') return null;
  const [rights] = await read(
    sql<Rights>`
      select
        current_schema() as schema_name,
        coalesce(has_schema_privilege(current_schema(), 'CREATE'), false) as may_create,
        coalesce(bool_and(
          has_table_privilege(found.oid, 'SELECT') and has_table_privilege(found.oid, 'INSERT')
          and has_table_privilege(found.oid, 'UPDATE') and has_table_privilege(found.oid, 'DELETE')
        ), true) as may_change,
        coalesce(bool_and(pg_has_role(found.relowner, 'USAGE')), true) as owns
      from pg_class as found
      where found.oid in (select to_regclass(given.name) from unnest(${TABLES}::text[]) as given(name))
    `.compile(db),
  );
  if (rights === undefined) return null;
  if (rights.schema_name === null) return 'its user has no usable schema in its search_path';
  if (!rights.may_create) return `its user cannot create tables in the schema ${rights.schema_name}`;
  if (!rights.may_change) return "its user cannot read and change all of orgdesk's tables";
  return isPending && !rights.owns ? "its user does not own orgdesk's tables, which need a migration" : null;
}

export async function connectionsMaxOf({ limitsConnections, db, read }: LimitedEngine): Promise<number | null> {
  if (!limitsConnections) return null;
  const [row] = await read(
    sql<{ readonly connections: number | null }>`
      select least(
        current_setting('max_connections')::int - case when role.rolsuper then 0 else
          current_setting('superuser_reserved_connections')::int
          + coalesce(current_setting('reserved_connections', true), '0')::int end,
        nullif(role.rolconnlimit, -1),
        nullif(base.datconnlimit, -1)
      ) as connections
      from pg_roles as role, pg_database as base
      where role.rolname = current_user and base.datname = current_database()
    `.compile(db),
  );
  return row?.connections ?? null;
}
