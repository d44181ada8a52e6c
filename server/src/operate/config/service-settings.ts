import { INVITATION_ADDRESSES_DAYS, INVITATION_ROWS_DAYS } from '@orgdesk/contract/limits';
import { AUDIT_DAYS } from '../../lib/limits/audit.ts';
import { RATE_LIMIT_PER_MINUTE } from '../../lib/limits/http.ts';
import { RECONCILE_MINUTES } from '../../lib/limits/installations.ts';
import { SHUTDOWN_DELAY_MAX_SECONDS, SHUTDOWN_DELAY_SECONDS } from '../../lib/limits/operate.ts';
import { DATABASE_POOL_SIZE } from '../../lib/limits/storage.ts';
import { A_TARGET_ADDRESS, ADDRESSES, AN_ORIGIN, APP_ADDRESSES } from './address-kinds.ts';
import {
  A_DATABASE,
  A_LISTEN_ADDRESS,
  A_PATH,
  A_PORT,
  A_SECRET,
  DAYS,
  isQuoted,
  numberFrom,
  ON_OR_OFF,
  offOrCount,
  oneOf,
  oneOfOrFirst,
  SECRETS,
} from './general-kinds.ts';
import { setting } from './settings.ts';

export const SERVICE_SETTINGS = {
  port: setting({
    name: 'PORT',
    group: 'The service',
    kind: A_PORT,
    otherwise: () => 3000,
    meaning: 'Port to listen on.',
    example: '8080',
  }),
  host: setting({
    name: 'HOST',
    group: 'The service',
    kind: A_LISTEN_ADDRESS,
    otherwise: () => '127.0.0.1',
    meaning: 'Address to listen on.',
    example: '0.0.0.0',
  }),
  reusePort: setting({
    name: 'REUSE_PORT',
    group: 'The service',
    kind: ON_OR_OFF,
    otherwise: () => false,
    default: '`off`',
    meaning:
      'On Linux, `on` lets several instances listen on the same `PORT`; the system spreads connections over them.',
    example: 'on',
    page: 'docs/operations/several-instances.md',
  }),
  /** Null means localhost with the port. */
  baseUrl: setting({
    name: 'BASE_URL',
    group: 'The service',
    kind: AN_ORIGIN,
    otherwise: () => null,
    default: '`http://localhost:` and the port',
    meaning: 'Public URL of the service: scheme and host, no path. http only for localhost.',
    example: 'https://orgdesk.example.com',
    page: 'docs/operations/behind-a-proxy.md',
  }),
  trustedProxies: setting({
    name: 'TRUSTED_PROXIES',
    group: 'The service',
    kind: ADDRESSES,
    otherwise: () => [],
    default: 'none',
    meaning:
      'Comma-separated IP addresses or ranges of proxies whose `X-Forwarded-For` is trusted; at most a /7 of public IPv4 and a /16 of public IPv6 in total.',
    example: '10.0.0.0/8',
    page: 'docs/operations/behind-a-proxy.md',
  }),
  appRedirects: setting({
    name: 'APP_REDIRECTS',
    group: 'The service',
    kind: APP_ADDRESSES,
    otherwise: () => [],
    default: 'none',
    meaning:
      'Comma-separated return addresses of apps that people may sign in to, compared exactly: https, http for localhost, or a scheme of the app with a dot.',
    example: 'com.example.orgdesk:/signed-in',
    page: 'docs/http-api.md',
  }),
  /** Delay between the stop signal and closing. The demonstration has no load balancer. */
  shutdownDelaySeconds: setting({
    name: 'SHUTDOWN_DELAY',
    group: 'The service',
    kind: numberFrom(0, SHUTDOWN_DELAY_MAX_SECONDS, `a number of seconds from 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}`),
    otherwise: (simulated) => (simulated ? 0 : SHUTDOWN_DELAY_SECONDS),
    default: `${SHUTDOWN_DELAY_SECONDS}; 0 with the simulated code host`,
    meaning: `Seconds to keep serving requests after a stop signal, while not ready, 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}.`,
    example: '15',
    page: 'docs/operations/stop.md',
  }),
  isProduction: setting({
    name: 'NODE_ENV',
    group: 'The service',
    kind: {
      takesQuotes: true,
      parse: (text) => ({ ok: true, value: text === 'production' }),
      warning: (text) => (isQuoted(text) ? 'has quotes around its value, which change its meaning' : null),
    },
    otherwise: () => false,
    default: 'none',
    meaning:
      '`production` disallows the simulated code host and does not build the console: run `npm run build` first.',
    example: 'production',
  }),
  /** The first key encrypts, all decrypt. Empty only with the simulated code host. */
  tokenSecrets: setting({
    name: 'TOKEN_SECRET',
    group: 'Secrets',
    kind: SECRETS,
    otherwise: (): readonly string[] => [],
    required: true,
    meaning:
      'Encrypts stored tokens; 32 characters or more. To rotate keys, use a comma-separated list: the first encrypts, all decrypt. Must be the same on all instances.',
    page: 'docs/operations/secrets-and-sessions.md',
    secret: true,
  }),
  /** Null derives the key from the App's credentials. */
  sessionSecret: setting({
    name: 'SESSION_SECRET',
    group: 'Secrets',
    kind: A_SECRET,
    otherwise: () => null,
    default: "a hash of the App's credentials",
    meaning: 'Signs state tokens; 32 characters or more. Must be the same on all instances.',
    page: 'docs/operations/secrets-and-sessions.md',
    secret: true,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    group: 'The database',
    kind: A_DATABASE,
    otherwise: (simulated) => `sqlite:./data/${simulated ? 'demo' : 'orgdesk'}.db`,
    default: '`sqlite:./data/orgdesk.db`; `sqlite:./data/demo.db` with the simulated code host',
    meaning:
      '`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE` (or `postgresql://`); `cockroachdb://` was tested on PostgreSQL only.',
    example: 'postgres://orgdesk:…@db.example.com/orgdesk',
    page: 'docs/operations/databases.md',
    secret: true,
  }),
  databasePoolSize: setting({
    name: 'DATABASE_POOL_SIZE',
    group: 'The database',
    kind: numberFrom(2, 1_000, 'a number from 2 to 1000, for at least one connection to read and one to write'),
    otherwise: () => DATABASE_POOL_SIZE,
    meaning: 'Maximum PostgreSQL connections per instance, 2 to 1000; half of them only for reads.',
    example: '20',
    page: 'docs/operations/databases.md',
  }),
  /** Null means no limit. */
  rateLimit: setting({
    name: 'RATE_LIMIT',
    group: 'Limits',
    kind: offOrCount('requests per minute'),
    otherwise: () => RATE_LIMIT_PER_MINUTE,
    meaning: 'Requests per minute for a signed-in person, and for a client address without a session, or `off`.',
    example: '600',
  }),
  /** Decision G4. */
  proxyDocuments: setting({
    name: 'PROXY_DOCUMENTS',
    group: 'Limits',
    kind: oneOf(['any', 'shipped']),
    otherwise: () => 'any',
    meaning:
      "GraphQL documents that the proxy runs: `any` allowed document, or `shipped` for only those of orgdesk's client.",
    example: 'shipped',
  }),
  /** Null disables scheduled comparisons. */
  reconcileMinutes: setting({
    name: 'RECONCILE_MINUTES',
    group: 'Schedule and retention',
    kind: offOrCount('minutes'),
    otherwise: () => RECONCILE_MINUTES,
    meaning:
      'Minutes between comparisons with the code host, across all instances, 1 to 999999, or `off`, which also skips the one at startup.',
    example: '60',
    page: 'docs/operations/reconcile.md',
  }),
  invitationRowsDays: setting({
    name: 'INVITATION_ROWS_DAYS',
    group: 'Schedule and retention',
    kind: DAYS,
    otherwise: () => INVITATION_ROWS_DAYS,
    meaning: 'Days to keep an invitation batch and its rows after it ends, 1 to 3650.',
    example: '90',
  }),
  invitationAddressesDays: setting({
    name: 'INVITATION_ADDRESSES_DAYS',
    group: 'Schedule and retention',
    kind: DAYS,
    otherwise: () => INVITATION_ADDRESSES_DAYS,
    meaning: 'Days to keep the email addresses in those rows, 1 to 3650.',
    example: '1',
  }),
  auditDays: setting({
    name: 'AUDIT_DAYS',
    group: 'Schedule and retention',
    kind: DAYS,
    otherwise: () => AUDIT_DAYS,
    meaning: 'Days to keep audit log entries, 1 to 3650.',
    example: '730',
    page: 'docs/operations/audit-trail.md',
  }),
  /** Null appends to no file. */
  auditHeadsPath: setting({
    name: 'AUDIT_HEADS_PATH',
    group: 'Schedule and retention',
    kind: A_PATH,
    otherwise: () => null,
    default: 'none',
    meaning: 'Absolute path of a file to which signed heads of audit logs are appended every hour.',
    example: '/mnt/append-only/orgdesk-heads.txt',
    page: 'docs/operations/audit-trail.md',
  }),
  /** Null sends to nobody. */
  auditHeadsUrl: setting({
    name: 'AUDIT_HEADS_URL',
    group: 'Schedule and retention',
    kind: A_TARGET_ADDRESS,
    otherwise: () => null,
    default: 'none',
    meaning:
      'URL to which signed heads of audit logs are posted every hour, such as that of a witness. http only for localhost.',
    example: 'https://witness.example.com/add-checkpoint',
    page: 'docs/operations/audit-trail.md',
    secret: true,
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    group: 'Log and metrics',
    kind: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    otherwise: () => 'info',
    meaning: 'Minimum log level: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    example: 'warn',
    page: 'docs/operations/log.md',
  }),
  logFormat: setting({
    name: 'LOG_FORMAT',
    group: 'Log and metrics',
    kind: oneOfOrFirst(['auto', 'json', 'text']),
    otherwise: () => 'auto',
    meaning: '`json`, `text`, or `auto`: text on a terminal, JSON otherwise.',
    example: 'json',
    page: 'docs/operations/log.md',
  }),
  /** Null opens no port. */
  metricsPort: setting({
    name: 'METRICS_PORT',
    group: 'Log and metrics',
    kind: A_PORT,
    otherwise: () => null,
    default: 'none: metrics are off',
    meaning: 'Port for Prometheus metrics; must differ from PORT.',
    example: '9464',
    page: 'docs/operations/monitoring.md',
  }),
  /** Independent of `HOST`, because metrics have no authentication. */
  metricsHost: setting({
    name: 'METRICS_HOST',
    group: 'Log and metrics',
    kind: A_LISTEN_ADDRESS,
    otherwise: () => '127.0.0.1',
    meaning: 'Address to listen on for metrics, which are served without authentication.',
    example: '10.0.0.5',
    page: 'docs/operations/monitoring.md',
  }),
};
