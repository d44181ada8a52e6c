export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** The text has no full stop. */
  readonly help: string;
  /** Maps each label to its meaning and values. */
  readonly labels?: Readonly<Record<string, string>>;
  /** How values of several instances are combined. Default: `sum`. */
  readonly together?: 'sum' | 'max' | 'min' | 'each';
}

const CREDENTIAL = '`app`, `installation`, `user`, or `client` (the App’s client secret)';

/**
 * Every metric of ours. What Node.js and the process tell beside them comes from prom-client, under the names it always has.
 * `orgdesk help metrics` prints them.
 */
export const METRICS = {
  orgdesk_build_info: {
    type: 'gauge',
    help: 'Always 1: what is running',
    labels: { version: 'of orgdesk', engine: '`sqlite` or `postgresql`', node: 'version of Node.js' },
    together: 'each',
  },
  orgdesk_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from a request to its whole answer',
    labels: {
      method: 'HTTP method; `other` for those nobody uses',
      route: 'pattern of the route, never the address; `unmatched` where there is none',
      status: 'HTTP status',
    },
  },
  orgdesk_requests_refused_total: {
    type: 'counter',
    help: 'Requests refused because of a bound',
    labels: { bound: '`client-address` or `person` (RATE_LIMIT), `list`, `events` or `file` (too many streams open)' },
  },
  orgdesk_open_streams: {
    type: 'gauge',
    help: 'Answers that stay open',
    labels: { kind: '`list` (sent while it is read) or `events` (of what somebody watches)' },
  },
  orgdesk_code_host_calls_total: {
    type: 'counter',
    help: 'Calls to the code host',
    labels: {
      kind: 'name of the call, such as `organization.members` or `graphql.ViewerProfile`; `other` for one without a name',
      credential: CREDENTIAL,
      outcome:
        '`ok`, `not-modified`, `missing`, `unauthorized`, `rate-limited`, `single-sign-on`, `ip-allow-list`, `rejected`, `timeout`, `unreachable` or `cancelled`',
    },
  },
  orgdesk_code_host_app_accepted: {
    type: 'gauge',
    help: 'Whether the code host accepted the App’s key when this instance called it last, in the last six hours: 1 or 0; else absent',
    together: 'min',
  },
  orgdesk_code_host_call_duration_seconds: {
    type: 'histogram',
    help: 'Time of a call to the code host, from the connection to the last byte',
    labels: { kind: 'as above' },
  },
  orgdesk_code_host_limit_remaining_ratio: {
    type: 'gauge',
    help: 'Smallest share of a rate limit that was left in the last five minutes, of whichever user or installation; absent when no answer told',
    labels: { credential: CREDENTIAL, resource: '`core`, `graphql` or `other`' },
    together: 'min',
  },
  orgdesk_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins that came back from the code host',
    labels: {
      outcome:
        '`signed-in`, `app-refused` (client ID, client secret or callback address are not accepted), `state-refused` (not begun here, too old, or in another browser) or `failed` (no usable answer, or another refusal)',
    },
  },
  orgdesk_token_refreshes_total: {
    type: 'counter',
    help: 'Refreshes of tokens',
    labels: {
      outcome:
        '`refreshed`, `spent` (a new sign-in is needed), `lost` (not stored: a session ends), or how the call failed: `rejected`, `rate-limited` or `unreachable`',
    },
  },
  orgdesk_webhook_deliveries_total: {
    type: 'counter',
    help: 'Deliveries of webhooks that were answered',
    labels: {
      event: 'name of an event the App subscribes to, or `other`',
      outcome: '`ok`, `refused` (4xx: signature, size, form) or `failed` (5xx: it is asked for again)',
    },
  },
  orgdesk_webhook_delay_seconds: {
    type: 'histogram',
    help: 'Time from when the code host sent a delivery, by its own list and in whole seconds, to when it was answered here; told by the comparison',
  },
  orgdesk_webhook_attempts: {
    type: 'gauge',
    help: 'Attempts to deliver webhooks in the last 24 hours, as the code host listed them in the last comparison of this instance; absent before the first',
    labels: { outcome: '`delivered` or `failed`' },
    together: 'max',
  },
  orgdesk_webhook_redeliveries_total: { type: 'counter', help: 'Failed deliveries that were asked for again' },
  orgdesk_comparisons_total: {
    type: 'counter',
    help: 'Comparisons of cache and code host that this instance made',
    labels: { outcome: '`ok`, `limited` (the code host took no more), `stopped` or `failed`' },
  },
  orgdesk_comparison_duration_seconds: { type: 'histogram', help: 'Time of a comparison' },
  orgdesk_comparison_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When this instance last ended a comparison as it should; absent before the first',
    together: 'max',
  },
  orgdesk_comparison_interval_seconds: {
    type: 'gauge',
    help: 'Time between two comparisons (RECONCILE_MINUTES); absent when they are switched off',
    together: 'max',
  },
  orgdesk_comparison_differences_total: {
    type: 'counter',
    help: 'Installations that a comparison found different, which an event should have told of',
    labels: { change: '`added`, `changed` or `removed`' },
  },
  orgdesk_comparison_lists_total: {
    type: 'counter',
    help: 'Repository lists that a comparison fetched',
    labels: { outcome: '`fetched` or `failed`' },
  },
  orgdesk_installations: {
    type: 'gauge',
    help: 'Installations on the code host, by the last comparison of this instance; absent before the first',
    together: 'max',
  },
  orgdesk_jobs: {
    type: 'gauge',
    help: 'Jobs that have not ended, counted in the database once a minute',
    labels: {
      kind: '`invitations` or `access-export`',
      state: '`active`, `paused`, `stopped`, `cancelling` or `waiting`',
    },
    together: 'max',
  },
  orgdesk_storage_rows: {
    type: 'gauge',
    help: 'Rows that organizations have made grow, counted in the database once a minute: rows of invitation jobs, exports, rows of audit trails',
    labels: { kind: '`invitation-job`, `access-export` or `audit-trail`' },
    together: 'max',
  },
  orgdesk_storage_bytes: {
    type: 'gauge',
    help: 'About how much of the database they take, without indexes',
    labels: { kind: '`invitation-job` or `access-export`' },
    together: 'max',
  },
  orgdesk_job_rows_total: {
    type: 'counter',
    help: 'Rows of invitation jobs that were settled',
    labels: {
      outcome: '`sent`, `already-member`, `already-invited`, `not-found`, `refused`, `failed` or `cancelled`',
    },
  },
  orgdesk_job_failures_total: {
    type: 'counter',
    help: 'Steps of jobs that broke and are tried again',
    labels: { kind: '`invitations` or `access-export`' },
  },
  orgdesk_sessions: {
    type: 'gauge',
    help: 'Sessions that have not expired, counted in the database once a minute',
    together: 'max',
  },
  orgdesk_session_users: { type: 'gauge', help: 'Users who have such a session', together: 'max' },
  orgdesk_counts_timestamp_seconds: {
    type: 'gauge',
    help: 'When jobs and sessions were counted last; older than some minutes, the database does not answer',
    together: 'max',
  },
  orgdesk_database_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL',
    labels: { pool: '`reading` or `writing`', state: '`in-use` or `idle`' },
  },
  orgdesk_database_connections_max: {
    type: 'gauge',
    help: 'Most connections to PostgreSQL (DATABASE_POOL_SIZE)',
    labels: { pool: '`reading` or `writing`' },
  },
  orgdesk_database_waiting: {
    type: 'gauge',
    help: 'Queries that wait for a connection to PostgreSQL',
    labels: { pool: '`reading` or `writing`' },
  },
  orgdesk_database_size_bytes: { type: 'gauge', help: 'Size of the SQLite file', together: 'max' },
  orgdesk_database_wal_size_bytes: {
    type: 'gauge',
    help: 'Size of the SQLite write-ahead log, which is not written back yet',
    together: 'max',
  },
  orgdesk_database_busy_waits_total: {
    type: 'counter',
    help: 'Pauses because another process held the SQLite file',
  },
  orgdesk_database_disk_free_bytes: {
    type: 'gauge',
    help: 'Space left for this user where the SQLite file is',
    together: 'min',
  },
  orgdesk_database_disk_size_bytes: { type: 'gauge', help: 'Size of the disk with the SQLite file', together: 'max' },
  orgdesk_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    help: 'When orgdesk backup finished last, or was told of a backup with --note; absent before the first',
    together: 'max',
  },
  orgdesk_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'When the certificate at BASE_URL expires, checked once an hour; absent without https, or while nothing answers there',
    together: 'min',
  },
  orgdesk_doctor_findings: {
    type: 'gauge',
    help: 'Findings of orgdesk doctor, checked at the start and once an hour; at the start without `base-url`',
    labels: { check: 'name of the check', severity: '`warning` or `failure`' },
    together: 'max',
  },
  orgdesk_doctor_last_run_timestamp_seconds: {
    type: 'gauge',
    help: 'When these checks ran last',
    together: 'max',
  },
  orgdesk_event_loop_utilization_ratio: {
    type: 'gauge',
    help: 'Share of the time since the last scrape in which the process was busy with JavaScript',
    together: 'max',
  },
  orgdesk_audit_trail_failures_total: {
    type: 'counter',
    help: 'Writes to the audit trail that failed',
    labels: { part: '`intent` (a change was refused for it), `outcome` (it stays unknown) or `event` (of a webhook)' },
  },
  orgdesk_log_lines_lost_total: { type: 'counter', help: 'Lines of the log that nothing took' },
} as const satisfies Readonly<Record<string, MetricRow>>;

export type MetricName = keyof typeof METRICS;
