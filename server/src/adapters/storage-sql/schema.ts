import type { AccountType, Installation } from '../../domain/app/installation.ts';
import type { DeviceRequestState } from '../../domain/device-request.ts';
import type { JobKind, JobReason, JobState, RowState } from '../../domain/jobs/job.ts';
import type { RunItemKind } from '../../domain/jobs/run.ts';
import type { AuditTarget, AuditWay } from '../../ports/storage/audit-trail.ts';
import type { JobRow } from '../../ports/storage/jobs.ts';

interface AccountColumns {
  login: string;
  name: string | null;
  avatar_url: string | null;
  updated_at: number;
}

/**
 * Tables as queries see them; docs/storage.md explains the fields. Times are milliseconds since 1970, booleans 0 or 1.
 */
export interface Tables {
  host_users: AccountColumns & { user_id: number };
  host_organizations: AccountColumns & { organization_id: number };
  host_memberships: { user_id: number; organization_id: number; viewer_can_administer: number };
  host_installations: {
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
  };
  host_observations: { installation_id: number; observation: number; repositories_changed: number };
  host_observation_times: { taken_at: number; observation: number };
  host_installation_repositories: {
    installation_id: number;
    observation: number;
    fetched_at: number;
    repositories: string;
  };
  host_repository_looks: {
    installation_id: number;
    list: number;
    observation: number;
    looked_at: number;
    validators: string | null;
  };
  host_account_stamps: { account_id: number; stamp: number };
  host_counters: { name: string; value: number };
  session_uses: { session_key: string; client: string | null; used_at: number | null };
  sessions: {
    session_key: string;
    user_id: number;
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
    token_version: number;
    refresh_lease_id: string | null;
    refresh_lease_until: number | null;
    created_at: number;
    expires_at: number;
  };
  session_installations: { session_key: string; installation_id: number };
  device_requests: {
    session_key: string;
    user_code_hash: string;
    client_name: string;
    address: string;
    network: string;
    state: DeviceRequestState;
    user_id: number | null;
    poll_seconds: number;
    polled_at: number | null;
    created_at: number;
    expires_at: number;
  };
  wrong_user_codes: { user_id: number; count: number; until: number };
  used_states: { state_hash: string; expires_at: number };
  instance_counts: { name: string; instance: string; count: number; until: number };
  leases: { name: string; holder: string; until: number };
  due_work: {
    organization_id: number;
    kind: string;
    key: string;
    state: 'due' | 'dead';
    due_at: number;
    set_at: number;
    version: number;
    attempts: number;
    last_error: string | null;
    holder: string | null;
    lease_until: number | null;
    created_at: number;
    request_id: string | null;
  };
  seen_events: { body_hash: string; observation: number; seen_at: number };
  jobs: {
    organization_id: number;
    job_id: string;
    kind: JobKind;
    organization_login: string;
    job_key: string;
    body_hash: string;
    title: string | null;
    session_key: string;
    started_by_id: number;
    started_by_login: string;
    run_by_id: number;
    run_by_login: string;
    state: JobState;
    reason: JobReason | null;
    words: string | null;
    until: number | null;
    next_at: number;
    tries: number;
    created_at: number;
    ended_at: number | null;
    request_id: string | null;
    plan: string | null;
    place: string | null;
    steps: number;
    repositories_done: number;
    repositories_total: number | null;
    row_count: number;
    byte_count: number;
    unseen: number;
    file_removed_at: number | null;
  };
  job_rows: {
    organization_id: number;
    job_id: string;
    place: number;
    login: string | null;
    email: string | null;
    user_id: number | null;
    role: JobRow['role'];
    team_role: JobRow['teamRole'];
    team_ids: string;
    state: RowState;
    words: string | null;
    invitation_id: number | null;
    sending_at: number | null;
    settled_at: number | null;
    intent: number | null;
    step: string | null;
  };
  job_parts: { organization_id: number; job_id: string; place: number; lines: string };
  runs: {
    user_id: number;
    run_id: string;
    run_key: string;
    body_hash: string;
    title: string | null;
    session_key: string;
    user_login: string;
    way: 'console' | 'api';
    request_id: string;
    created_at: number;
    next_at: number;
    cancelled_at: number | null;
    cancel_done_at: number | null;
  };
  run_jobs: {
    user_id: number;
    run_id: string;
    place: number;
    step: number;
    organization_id: number;
    organization_login: string | null;
    kind: RunItemKind;
    change: string | null;
    people: number;
    state: 'waiting' | 'started' | 'refused';
    failure: string | null;
    job_id: string | null;
    content: string | null;
  };
  /** Of older programs, as are the three tables below. */
  invitation_jobs: { job_id: string };
  invitation_job_rows: { job_id: string; place: number };
  access_exports: { export_id: string };
  access_export_parts: { export_id: string; place: number };
  invitation_sends: { user_id: number; sent_at: number };
  invitation_batches: {
    batch_id: string;
    user_id: number;
    organization_id: number;
    sent_at: number;
    calls: number;
    sent: number;
  };
  dismissed_findings: {
    organization_id: number;
    finding_key: string;
    target_name: string;
    reason: string;
    until: number;
    dismissed_at: number;
    dismissed_by_id: number;
    dismissed_by_login: string;
  };
  applied_files: {
    organization_id: number;
    files: string;
    plan_hash: string;
    applied_at: number;
    applied_by_id: number;
    applied_by_login: string;
    accounts: string | null;
    owner_rules: string | null;
  };
  disk_probes: { id: number; content: string };
  owner_rules: {
    organization_id: number;
    owners_min: number;
    required_owners: string;
    version: number;
    changed_at: number;
    changed_by_id: number;
    changed_by_login: string;
  };
  packages: { name: string; kind: string; bytes: Uint8Array; served_at: number };
  access_reviews: { user_id: number; organization_id: number; reviewed_at: number; findings: string };
  lost_deliveries: { installation_id: number; since: number };
  audit_heads: {
    organization_id: number;
    first_number: number;
    anchor: string;
    newest_number: number;
    newest_hash: string;
  };
  audit_rows: {
    organization_id: number;
    number: number;
    kind: 'intent' | 'outcome' | 'event';
    at: number;
    intent: number | null;
    outcome: 'done' | 'refused' | 'unknown' | null;
    words: string | null;
    organization_login: string | null;
    subject: string | null;
    deed: string | null;
    way: AuditWay | null;
    actor_id: number | null;
    actor_login: string | null;
    target_kind: AuditTarget['kind'] | null;
    target_id: number | null;
    target_name: string | null;
    facts_before: string | null;
    facts_after: string | null;
    request_id: string | null;
    delivery_id: string | null;
    body_hash: string | null;
    hash: string;
  };
  audit_open_intents: { organization_id: number; number: number };
  audit_tree: {
    organization_id: number;
    since: number;
    size: number;
    span: string;
    tree: string;
    note: string | null;
    key_id: string | null;
    signed_at: number | null;
  };
  audit_head_keys: {
    key_id: string;
    public_key: string;
    seed_ciphertext: Uint8Array | null;
    seed_iv: Uint8Array | null;
    seed_tag: Uint8Array | null;
    created_at: number;
    endorsed_by: string | null;
    endorsement: string | null;
  };
  audit_heads_sent: { target: string; organization_id: number; size: number };
  backups: { name: string; finished_at: number };
  schema_migrations: { version: number; name: string; applied_at: number };
  schema_serves: { version: number; oldest_program: number };
}
