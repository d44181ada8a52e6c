import { isIP } from 'node:net';
import {
  AUDIT_DAYS,
  DATABASE_POOL_SIZE,
  INVITATION_ADDRESSES_DAYS,
  INVITATION_ROWS_DAYS,
  RATE_LIMIT_PER_MINUTE,
  RECONCILE_MINUTES,
  SECRET_MIN_CHARACTERS,
  SHUTDOWN_DELAY_MAX_SECONDS,
  SHUTDOWN_DELAY_SECONDS,
} from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import { AN_ORIGIN, mentionsCodeHost, misspelledNames, REQUIRED_NAMES, readCodeHost } from './code-host-settings.ts';
import { createSettingsReader, type Environment, type Kind, type SettingsReader, TEXT } from './settings.ts';

/** Every setting of the service, checked as a whole (decision N5). */
export type Config = Readonly<ReturnType<typeof readSettings>>;

/**
 * Reads the environment: the only place that does. Answers all problems at once, each naming its setting
 * and none repeating a value.
 */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const reader = createSettingsReader(env);
  const bundled = !mentionsCodeHost(env);
  for (const name of misspelledNames(env))
    reader.problem(`${name} is not a setting of this service. Is it misspelled?`);
  const config = readSettings(reader, bundled);
  if (bundled && env.NODE_ENV === 'production') {
    reader.problem(
      `No code host is configured, and NODE_ENV is production: the simulated code host is for trying out only. Set ${[...REQUIRED_NAMES, 'TOKEN_SECRET'].join(', ')}.`,
    );
  }
  if (config.metricsPort === config.port) reader.problem('METRICS_PORT must differ from PORT.');
  return reader.problems.length === 0 ? ok(config) : refuse(reader.problems);
}

function readSettings({ read, need }: SettingsReader, bundled: boolean) {
  const port = read({ name: 'PORT' }, A_PORT, 3000);
  return {
    port,
    /** Null runs against the bundled, simulated code host. */
    codeHost: bundled ? null : readCodeHost({ read, need }),
    databaseUrl: read({ name: 'DATABASE_URL' }, A_DATABASE, defaultDatabaseUrl(bundled)),
    host: read({ name: 'HOST' }, TEXT, '127.0.0.1'),
    /** The service's own origin as people see it. */
    baseUrl: read({ name: 'BASE_URL' }, AN_ORIGIN_OF_OURS, new URL(`http://localhost:${port}`)),
    /** Most connections to PostgreSQL. */
    databasePoolSize: read({ name: 'DATABASE_POOL_SIZE' }, A_POOL_SIZE, DATABASE_POOL_SIZE),
    /** Signs state tokens; null derives a key from the App's credentials. */
    sessionSecret: read({ name: 'SESSION_SECRET' }, A_SECRET, null),
    /** Encrypt tokens: the first seals, all open. Empty only with the bundled code host, which makes its own. */
    tokenSecrets: bundled
      ? read({ name: 'TOKEN_SECRET' }, SECRETS, [])
      : need({ name: 'TOKEN_SECRET' }, SECRETS, A_TOKEN_SECRET) || [],
    /** Requests a minute and client address, or null for no limit. */
    rateLimit: unlessOff(read({ name: 'RATE_LIMIT' }, offOrCount('requests a minute'), RATE_LIMIT_PER_MINUTE)),
    /** Minutes between two comparisons of cache and code host, or null for none but those on demand. */
    reconcileMinutes: unlessOff(read({ name: 'RECONCILE_MINUTES' }, offOrCount('minutes'), RECONCILE_MINUTES)),
    /** Days for which the rows of a job are kept after its end, and the addresses in them. */
    invitationRowsDays: read({ name: 'INVITATION_ROWS_DAYS' }, A_TIME, INVITATION_ROWS_DAYS),
    invitationAddressesDays: read({ name: 'INVITATION_ADDRESSES_DAYS' }, A_TIME, INVITATION_ADDRESSES_DAYS),
    /** Days for which entries of audit trails are kept. */
    auditDays: read({ name: 'AUDIT_DAYS' }, A_TIME, AUDIT_DAYS),
    /** Which documents the proxy runs: any that the allowlist means, or only those that the client ships (decision G4). */
    proxyDocuments: read({ name: 'PROXY_DOCUMENTS' }, oneOf(['any', 'shipped'], 'be any or shipped'), 'any'),
    /**
     * How long the service serves on, without being ready, after it was told to stop. The simulated code host ends with
     * the terminal's Ctrl+C, and nobody distributes requests to a demonstration.
     */
    shutdownDelaySeconds: read({ name: 'SHUTDOWN_DELAY' }, A_DELAY, bundled ? 0 : SHUTDOWN_DELAY_SECONDS),
    logLevel: read({ name: 'LOG_LEVEL' }, oneOf(LOG_LEVELS, `be one of ${LOG_LEVELS.join(', ')}`), 'info'),
    /** Null opens no metrics port. */
    metricsPort: read({ name: 'METRICS_PORT' }, A_PORT, null),
    /** Nothing asks for a password there, so wherever the service listens, this does not go along. */
    metricsHost: read({ name: 'METRICS_HOST' }, TEXT, '127.0.0.1'),
    trustedProxies: read({ name: 'TRUSTED_PROXIES' }, ADDRESSES, []),
  };
}

/** What commands need that open the database alone: nothing about the code host is read. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databasePoolSize' | 'tokenSecrets'>;

/** Reads those settings; the database is the one that the service would use in the same environment. */
export function readDatabaseConfig(env: Environment): Result<DatabaseConfig, readonly string[]> {
  const { read, problems } = createSettingsReader(env);
  const config = {
    databaseUrl: read({ name: 'DATABASE_URL' }, A_DATABASE, defaultDatabaseUrl(!mentionsCodeHost(env))),
    databasePoolSize: read({ name: 'DATABASE_POOL_SIZE' }, A_POOL_SIZE, DATABASE_POOL_SIZE),
    tokenSecrets: read({ name: 'TOKEN_SECRET' }, SECRETS, []),
  };
  return problems.length === 0 ? ok(config) : refuse(problems);
}

const defaultDatabaseUrl = (bundled: boolean): string => `sqlite:./data/${bundled ? 'demo' : 'orgdesk'}.db`;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const A_PORT = numberFrom(1, 65_535, 'be a port number from 1 to 65535');
const A_POOL_SIZE = numberFrom(
  2,
  1_000,
  'be a number from 2 to 1000: one connection for reading and one for writing at least',
);
const A_TIME = numberFrom(1, 3_650, 'be a number of days from 1 to 3650');
const A_DELAY = numberFrom(
  0,
  SHUTDOWN_DELAY_MAX_SECONDS,
  `be a number of seconds from 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}`,
);
const AN_ORIGIN_OF_OURS = {
  ...AN_ORIGIN,
  must: `${AN_ORIGIN.must}; http only on localhost, because browsers send the service's cookies over https alone`,
};
const A_TOKEN_SECRET = `: ${SECRET_MIN_CHARACTERS} or more random characters that encrypt stored tokens`;

const isLong = (secret: string): boolean => secret.length >= SECRET_MIN_CHARACTERS;
const A_SECRET: Kind<string> = {
  parse: (text) => (isLong(text) ? text : null),
  must: `have at least ${SECRET_MIN_CHARACTERS} characters`,
};
const SECRETS = listOf(isLong, `have at least ${SECRET_MIN_CHARACTERS} characters in each of its secrets`);
const ADDRESSES = listOf(isAddressOrRange, 'be a list of IP addresses or address ranges like 10.0.0.0/8');
const A_DATABASE: Kind<string> = {
  parse: (text) => (/^sqlite:.+/.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) ? text : null),
  must: 'be sqlite:PATH or postgres://…',
};

function numberFrom(least: number, most: number, must: string): Kind<number> {
  const isWithin = (value: number) => value >= least && value <= most;
  return { parse: (text) => (/^\d{1,6}$/.test(text) && isWithin(Number(text)) ? Number(text) : null), must };
}

function oneOf<T extends string>(values: readonly T[], must: string): Kind<T> {
  return { parse: (text) => values.find((value) => value === text) ?? null, must };
}

function listOf(isEntry: (text: string) => boolean, must: string): Kind<readonly string[]> {
  const entriesIn = (text: string) => text.split(',').map((entry) => entry.trim());
  return { parse: (text) => (entriesIn(text).every(isEntry) ? entriesIn(text) : null), must };
}

function offOrCount(of: string): Kind<number | 'off'> {
  const { parse, must } = numberFrom(1, 999_999, `be off, or a number of ${of}`);
  return { parse: (text) => (text === 'off' ? text : parse(text)), must };
}

const unlessOff = (value: number | 'off'): number | null => (value === 'off' ? null : value);

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
