import { INVITATION_ADDRESSES_DAYS, INVITATION_ROWS_DAYS } from '@orgdesk/contract/limits';
import { AUDIT_DAYS } from '../domain/limits/audit-trail.ts';
import { RECONCILE_MINUTES } from '../domain/limits/installations.ts';
import { SHUTDOWN_DELAY_MAX_SECONDS, SHUTDOWN_DELAY_SECONDS } from '../domain/limits/process.ts';
import { RATE_LIMIT_PER_MINUTE } from '../domain/limits/requests.ts';
import { DATABASE_POOL_SIZE } from '../domain/limits/storage.ts';
import { ADDRESSES } from './kinds/address-ranges.ts';
import { AN_ORIGIN } from './kinds/addresses.ts';
import { A_DATABASE } from './kinds/database.ts';
import {
  A_LISTEN_ADDRESS,
  A_PORT,
  A_SECRET,
  DAYS,
  isQuoted,
  numberFrom,
  offOrCount,
  oneOf,
  oneOfOrFirst,
  SECRETS,
} from './kinds/general.ts';
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
  /** Null means localhost with the port. */
  baseUrl: setting({
    name: 'BASE_URL',
    group: 'The service',
    kind: AN_ORIGIN,
    otherwise: () => null,
    default: '`http://localhost:` and the port',
    meaning: "The service's address as people see it: scheme and host, no path. http only for localhost.",
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
      'Addresses of proxies whose `X-Forwarded-For` is believed, separated by commas; single addresses or ranges, together no larger than a /7 of public IPv4 and a /16 of public IPv6.',
    example: '10.0.0.0/8',
    page: 'docs/operations/behind-a-proxy.md',
  }),
  /** Delay between the stop signal and closing. The demonstration has no load balancer. */
  shutdownDelaySeconds: setting({
    name: 'SHUTDOWN_DELAY',
    group: 'The service',
    kind: numberFrom(0, SHUTDOWN_DELAY_MAX_SECONDS, `a number of seconds from 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}`),
    otherwise: (simulated) => (simulated ? 0 : SHUTDOWN_DELAY_SECONDS),
    default: `${SHUTDOWN_DELAY_SECONDS}; with the simulated code host 0`,
    meaning: `Seconds to serve on, not ready any more, when told to stop, 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}.`,
    example: '15',
    page: 'docs/operations/stop.md',
  }),
  isProduction: setting({
    name: 'NODE_ENV',
    group: 'The service',
    kind: {
      takesQuotes: true,
      parse: (text) => ({ ok: true, value: text === 'production' }),
      warning: (text) => (isQuoted(text) ? 'has quotes around its value, which make it another word' : null),
    },
    otherwise: () => false,
    default: 'none',
    meaning:
      '`production` refuses the simulated code host, and never builds the console: `npm run build` does, before the start.',
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
      'Encrypts stored tokens; 32 characters or more. A list, separated by commas, changes keys: the first encrypts, all decrypt. Same on all instances.',
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
    meaning: 'Signs state tokens; 32 characters or more. Same on all instances.',
    page: 'docs/operations/secrets-and-sessions.md',
    secret: true,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    group: 'The database',
    kind: A_DATABASE,
    otherwise: (simulated) => `sqlite:./data/${simulated ? 'demo' : 'orgdesk'}.db`,
    default: '`sqlite:./data/orgdesk.db`; with the simulated code host `sqlite:./data/demo.db`',
    meaning: '`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/DATABASE` (`postgresql://` too).',
    example: 'postgres://orgdesk:…@db.example.com/orgdesk',
    page: 'docs/operations/databases.md',
    secret: true,
  }),
  databasePoolSize: setting({
    name: 'DATABASE_POOL_SIZE',
    group: 'The database',
    kind: numberFrom(2, 1_000, 'a number from 2 to 1000, one connection to read and one to write at least'),
    otherwise: () => DATABASE_POOL_SIZE,
    meaning: 'Connections to PostgreSQL that each instance opens at most, 2 to 1000; half of them for reading alone.',
    example: '20',
    page: 'docs/operations/databases.md',
  }),
  /** Null means no limit. */
  rateLimit: setting({
    name: 'RATE_LIMIT',
    group: 'Limits',
    kind: offOrCount('requests a minute'),
    otherwise: () => RATE_LIMIT_PER_MINUTE,
    meaning: 'Requests a minute of a person, and of a client address without a session, or `off`.',
    example: '600',
  }),
  /** Decision G4. */
  proxyDocuments: setting({
    name: 'PROXY_DOCUMENTS',
    group: 'Limits',
    kind: oneOf(['any', 'shipped']),
    otherwise: () => 'any',
    meaning:
      "Which documents the GraphQL proxy runs: `any` that it allows, or `shipped`: only those of orgdesk's own client, which the pages use.",
    example: 'shipped',
  }),
  /** Null disables scheduled comparisons. */
  reconcileMinutes: setting({
    name: 'RECONCILE_MINUTES',
    group: 'Time and keeping',
    kind: offOrCount('minutes'),
    otherwise: () => RECONCILE_MINUTES,
    meaning:
      'Minutes between two comparisons with the code host, by all instances together, 1 to 999999, or `off`, which also drops the one at start.',
    example: '60',
    page: 'docs/operations/reconcile.md',
  }),
  invitationRowsDays: setting({
    name: 'INVITATION_ROWS_DAYS',
    group: 'Time and keeping',
    kind: DAYS,
    otherwise: () => INVITATION_ROWS_DAYS,
    meaning:
      'Days for which the rows of an invitation job are kept after its end, 1 to 3650; then the job is forgotten.',
    example: '90',
  }),
  invitationAddressesDays: setting({
    name: 'INVITATION_ADDRESSES_DAYS',
    group: 'Time and keeping',
    kind: DAYS,
    otherwise: () => INVITATION_ADDRESSES_DAYS,
    meaning: 'Days for which the e-mail addresses in them are kept, 1 to 3650.',
    example: '1',
  }),
  auditDays: setting({
    name: 'AUDIT_DAYS',
    group: 'Time and keeping',
    kind: DAYS,
    otherwise: () => AUDIT_DAYS,
    meaning: 'Days for which entries of audit trails are kept, 1 to 3650.',
    example: '730',
    page: 'docs/operations/audit-trail.md',
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    group: 'Log and metrics',
    kind: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    otherwise: () => 'info',
    meaning: 'Least that is logged: `trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.',
    example: 'warn',
    page: 'docs/operations/log.md',
  }),
  logFormat: setting({
    name: 'LOG_FORMAT',
    group: 'Log and metrics',
    kind: oneOfOrFirst(['auto', 'json', 'text']),
    otherwise: () => 'auto',
    meaning: '`json`, `text` for people, or `auto`: text on a terminal, JSON elsewhere.',
    example: 'json',
    page: 'docs/operations/log.md',
  }),
  /** Null opens no port. */
  metricsPort: setting({
    name: 'METRICS_PORT',
    group: 'Log and metrics',
    kind: A_PORT,
    otherwise: () => null,
    default: 'none: no port is opened',
    meaning: "Port for Prometheus metrics, another one than the service's.",
    example: '9464',
    page: 'docs/operations/monitoring.md',
  }),
  /** Independent of `HOST`, because metrics have no authentication. */
  metricsHost: setting({
    name: 'METRICS_HOST',
    group: 'Log and metrics',
    kind: A_LISTEN_ADDRESS,
    otherwise: () => '127.0.0.1',
    meaning: 'Address to listen on for metrics. They have no password.',
    example: '10.0.0.5',
    page: 'docs/operations/monitoring.md',
  }),
};
