import { performance } from 'node:perf_hooks';

export interface Times {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly elapsed: () => number;
}

export const SYSTEM_TIMES: Times = { now: () => Date.now(), elapsed: () => performance.now() };

export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The text has no full stop. */
  readonly help: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** How values of several instances are combined. Default: `sum`. */
  readonly together?: 'sum' | 'max' | 'min' | 'each';
}

const CREDENTIAL = '`app`, `installation`, `user`, or `client` (the App’s client secret)';

/** prom-client adds the metrics of Node.js and the process. */
export const METRICS = {
  orgdesk_build_info: {
    type: 'gauge',
    help: 'Version information; the value is always 1',
    labels: { version: 'orgdesk version', engine: '`sqlite` or `postgresql`', node: 'Node.js version' },
    together: 'each',
  },
  orgdesk_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to its complete response',
    labels: {
      method: 'HTTP method; `other` for uncommon ones',
      route: 'route pattern, never the URL; `unmatched` if no route matches',
      status: 'HTTP status',
    },
  },
  orgdesk_requests_refused_total: {
    type: 'counter',
    help: 'Requests rejected because of a limit',
    labels: { bound: '`client-address` or `person` (RATE_LIMIT), `list`, `events` or `file` (too many streams open)' },
  },
  orgdesk_open_streams: {
    type: 'gauge',
    help: 'Open streaming responses',
    labels: { kind: '`list` (NDJSON) or `events` (server-sent events)' },
  },
  orgdesk_code_host_calls_total: {
    type: 'counter',
    help: 'Requests to the code host',
    labels: {
      kind: 'name of the request, such as `organization.members` or `graphql.ViewerProfile`',
      credential: CREDENTIAL,
      outcome:
        '`ok`, `not-modified`, `missing`, `unauthorized`, `rate-limited`, `single-sign-on`, `ip-allow-list`, `rejected`, `timeout`, `unreachable` or `cancelled`',
    },
  },
  orgdesk_code_host_app_accepted: {
    type: 'gauge',
    help: 'Whether the code host accepted the App’s key at this instance’s last request: 1 or 0; absent if older than six hours',
    together: 'min',
  },
  orgdesk_code_host_call_duration_seconds: {
    type: 'histogram',
    help: 'Duration of requests to the code host, from connection to last byte',
    labels: { kind: 'as in `orgdesk_code_host_calls_total`' },
  },
  orgdesk_code_host_limit_remaining_ratio: {
    type: 'gauge',
    help: 'Lowest remaining share of a rate limit in the last five minutes, across users and installations; absent without data',
    labels: { credential: CREDENTIAL, resource: '`core`, `graphql` or `other`' },
    together: 'min',
  },
  orgdesk_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins returned from the code host',
    labels: {
      outcome:
        '`signed-in`, `app-refused` (client ID, client secret or callback URL rejected), `state-refused` (started elsewhere, expired, or in another browser) or `failed` (no usable response, or another error)',
    },
  },
  orgdesk_token_refreshes_total: {
    type: 'counter',
    help: 'Token refreshes',
    labels: {
      outcome:
        '`refreshed`, `spent` (the refresh token is invalid: a new sign-in is needed), `lost` (could not be stored: the session ends), or how the request failed: `rejected`, `rate-limited` or `unreachable`',
    },
  },
  orgdesk_webhook_deliveries_total: {
    type: 'counter',
    help: 'Webhook deliveries answered',
    labels: {
      event: 'name of a subscribed event, or `other`',
      outcome: '`ok`, `refused` (4xx: signature, size, form) or `failed` (5xx: redelivery is requested)',
    },
  },
  orgdesk_webhook_delay_seconds: {
    type: 'histogram',
    help: 'Time from sending a delivery, as listed by the code host in whole seconds, to its response here; measured by comparisons',
  },
  orgdesk_webhook_attempts: {
    type: 'gauge',
    help: 'Webhook delivery attempts in the last 24 hours, as listed by the code host at this instance’s last comparison; absent before the first',
    labels: { outcome: '`delivered` or `failed`' },
    together: 'max',
  },
  orgdesk_webhook_redeliveries_total: { type: 'counter', help: 'Redeliveries requested for failed deliveries' },
  orgdesk_comparisons_total: {
    type: 'counter',
    help: 'Comparisons of the cache with the code host by this instance',
    labels: { outcome: '`ok`, `limited` (rate limited by the code host), `stopped` or `failed`' },
  },
  orgdesk_comparison_duration_seconds: { type: 'histogram', help: 'Duration of comparisons' },
  orgdesk_comparison_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of this instance’s last successful comparison; absent before the first',
    together: 'max',
  },
  orgdesk_comparison_interval_seconds: {
    type: 'gauge',
    help: 'Interval between comparisons (RECONCILE_MINUTES); absent if off',
    together: 'max',
  },
  orgdesk_comparison_differences_total: {
    type: 'counter',
    help: 'Installations that a comparison corrected because a webhook was missed',
    labels: { change: '`added`, `changed` or `removed`' },
  },
  orgdesk_comparison_lists_total: {
    type: 'counter',
    help: 'Repository lists fetched by comparisons',
    labels: { outcome: '`fetched` or `failed`' },
  },
  orgdesk_installations: {
    type: 'gauge',
    help: 'Installations on the code host at this instance’s last comparison; absent before the first',
    together: 'max',
  },
  orgdesk_jobs: {
    type: 'gauge',
    help: 'Unfinished jobs, counted in the database once a minute',
    labels: {
      kind: '`invitations`, `people-change` or `access-export`',
      state: '`running`, `paused`, `limited`, `failed` or `cancelled`',
    },
    together: 'max',
  },
  orgdesk_storage_rows: {
    type: 'gauge',
    help: 'Stored rows that count toward organizations’ budgets, counted in the database once a minute',
    labels: { kind: '`invitations`, `people-change`, `access-export` or `audit-trail`' },
    together: 'max',
  },
  orgdesk_storage_bytes: {
    type: 'gauge',
    help: 'Approximate size of those rows in the database, without indexes',
    labels: { kind: '`invitations`, `people-change` or `access-export`' },
    together: 'max',
  },
  orgdesk_job_rows_total: {
    type: 'counter',
    help: 'Completed rows of jobs',
    labels: {
      outcome:
        '`sent`, `already-member`, `already-invited`, `not-found`, `changed`, `nothing-to-do`, `changed-since`, `under-way`, `refused`, `failed` or `cancelled`',
    },
  },
  orgdesk_job_failures_total: {
    type: 'counter',
    help: 'Failed job steps, which are retried',
    labels: { kind: '`invitations`, `people-change`, `access-export`, or another kind of `orgdesk_due_work`' },
  },
  orgdesk_due_work: {
    type: 'gauge',
    help: 'Background work that is due, or failed too often, counted in the database once a minute',
    labels: { kind: 'as in `orgdesk work list`', state: '`due` or `dead`' },
    together: 'max',
  },
  orgdesk_due_work_overdue_seconds: {
    type: 'gauge',
    help: 'How long the oldest work that no instance works on has been due',
    labels: { kind: 'as in `orgdesk work list`' },
    together: 'max',
  },
  orgdesk_sessions: {
    type: 'gauge',
    help: 'Sessions that have not expired, counted in the database once a minute',
    together: 'max',
  },
  orgdesk_session_users: { type: 'gauge', help: 'Users with an unexpired session', together: 'max' },
  orgdesk_counts_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last count of jobs and sessions; if older than a few minutes, the database is not responding',
    together: 'max',
  },
  orgdesk_database_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL',
    labels: { pool: '`reading` or `writing`', state: '`in-use` or `idle`' },
  },
  orgdesk_database_connections_max: {
    type: 'gauge',
    help: 'Maximum connections to PostgreSQL (DATABASE_POOL_SIZE)',
    labels: { pool: '`reading` or `writing`' },
  },
  orgdesk_database_waiting: {
    type: 'gauge',
    help: 'Queries waiting for a PostgreSQL connection',
    labels: { pool: '`reading` or `writing`' },
  },
  orgdesk_database_conflict_retries_total: {
    type: 'counter',
    help: 'Statements and transactions repeated after a serialization failure or deadlock in PostgreSQL',
  },
  orgdesk_database_size_bytes: { type: 'gauge', help: 'Size of the SQLite file', together: 'max' },
  orgdesk_database_wal_size_bytes: {
    type: 'gauge',
    help: 'Size of the SQLite write-ahead log',
    together: 'max',
  },
  orgdesk_database_busy_waits_total: {
    type: 'counter',
    help: 'Retries because another process locked the SQLite file',
  },
  orgdesk_database_disk_free_bytes: {
    type: 'gauge',
    help: 'Free space for this user on the disk with the SQLite file',
    together: 'min',
  },
  orgdesk_database_disk_size_bytes: { type: 'gauge', help: 'Size of the disk with the SQLite file', together: 'max' },
  orgdesk_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last orgdesk backup, or backup recorded with --note; absent before the first',
    together: 'max',
  },
  orgdesk_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'Expiry of the certificate at BASE_URL, checked once an hour; absent without https, or if unreachable',
    together: 'min',
  },
  orgdesk_doctor_findings: {
    type: 'gauge',
    help: 'Findings of orgdesk doctor, checked at startup (without `base-url`) and once an hour',
    labels: { check: 'name of the check', severity: '`warning` or `failure`' },
    together: 'max',
  },
  orgdesk_doctor_last_run_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last run of these checks',
    together: 'max',
  },
  orgdesk_event_loop_utilization_ratio: {
    type: 'gauge',
    help: 'Event loop utilization since the last scrape',
    together: 'max',
  },
  orgdesk_audit_trail_failures_total: {
    type: 'counter',
    help: 'Failed writes to the audit log',
    labels: {
      part: '`intent` (the change was refused), `outcome` (the outcome stays unknown) or `event` (from a webhook)',
    },
  },
  orgdesk_audit_heads_total: {
    type: 'counter',
    help: 'Heads of audit logs that this instance signed, or not',
    labels: {
      outcome: '`signed`, `refused` (the audit log was changed outside of orgdesk) or `unsent` (not taken by a target)',
    },
  },
  orgdesk_audit_heads_last_signed_timestamp_seconds: {
    type: 'gauge',
    help: 'Time of the last signed head of an audit log; absent before the first',
    together: 'max',
  },
  orgdesk_audit_heads_unsigned_seconds: {
    type: 'gauge',
    help: 'Age of the oldest audit log row that no signed head covers; 0 if there is none, absent if nothing is signed',
    together: 'max',
  },
  orgdesk_log_lines_lost_total: { type: 'counter', help: 'Log lines lost because the output did not accept them' },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;
