import type { AccountType, Installation } from '../../domain/installation.ts';

/*
 * The tables as the queries see them; docs/storage.md tells what each field means. Times are milliseconds since
 * 1970, truth values 0 or 1.
 */

export interface HostUsersTable {
  user_id: number;
  login: string;
  name: string | null;
  avatar_url: string | null;
  updated_at: number;
}

export interface HostOrganizationsTable {
  organization_id: number;
  login: string;
  name: string | null;
  avatar_url: string | null;
  updated_at: number;
}

export interface HostMembershipsTable {
  user_id: number;
  organization_id: number;
  viewer_can_administer: number;
}

export interface HostInstallationsTable {
  installation_id: number;
  account_id: number;
  account_login: string;
  account_type: AccountType;
  repository_selection: Installation['repositorySelection'];
  repository_count: number | null;
  suspended_at: number | null;
  created_at: number;
  updated_at: number;
  gone_at: number | null;
}

export interface HostObservationsTable {
  installation_id: number;
  observation: number;
  repositories_changed: number;
}

export interface HostObservationTimesTable {
  taken_at: number;
  observation: number;
}

export interface HostInstallationRepositoriesTable {
  installation_id: number;
  observation: number;
  fetched_at: number;
  repositories: string;
}

export interface HostRepositoryLooksTable {
  installation_id: number;
  list: number;
  observation: number;
  looked_at: number;
  validators: string | null;
}

export interface HostCountersTable {
  name: string;
  value: number;
}

/** What a grant fills of a session row. */
export interface GrantColumns {
  access_token_ciphertext: Uint8Array;
  access_token_iv: Uint8Array;
  access_token_tag: Uint8Array;
  refresh_token_ciphertext: Uint8Array | null;
  refresh_token_iv: Uint8Array | null;
  refresh_token_tag: Uint8Array | null;
  token_type: string;
  token_scope: string;
  access_token_expires_at: number | null;
  refresh_token_expires_at: number | null;
}

export interface SessionsTable extends GrantColumns {
  session_key: string;
  user_id: number;
  token_version: number;
  refresh_lease_id: string | null;
  refresh_lease_until: number | null;
  created_at: number;
  expires_at: number;
}

export interface SessionInstallationsTable {
  session_key: string;
  installation_id: number;
}

export interface UsedStatesTable {
  state_hash: string;
  expires_at: number;
}

export interface LeasesTable {
  name: string;
  holder: string;
  until: number;
}

export interface SeenEventsTable {
  body_hash: string;
  observation: number;
  seen_at: number;
}

export interface SchemaMigrationsTable {
  version: number;
  name: string;
  applied_at: number;
}

export interface SchemaServesTable {
  version: number;
  oldest_program: number;
}

/** All tables, by name. */
export interface Tables {
  host_users: HostUsersTable;
  host_organizations: HostOrganizationsTable;
  host_memberships: HostMembershipsTable;
  host_installations: HostInstallationsTable;
  host_observations: HostObservationsTable;
  host_observation_times: HostObservationTimesTable;
  host_installation_repositories: HostInstallationRepositoriesTable;
  host_repository_looks: HostRepositoryLooksTable;
  host_counters: HostCountersTable;
  sessions: SessionsTable;
  session_installations: SessionInstallationsTable;
  used_states: UsedStatesTable;
  leases: LeasesTable;
  seen_events: SeenEventsTable;
  schema_migrations: SchemaMigrationsTable;
  schema_serves: SchemaServesTable;
}
