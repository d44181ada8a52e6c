import { isIP } from 'node:net';
import {
  DATABASE_POOL_SIZE,
  RATE_LIMIT_PER_MINUTE,
  RECONCILE_MINUTES,
  SECRET_MIN_CHARACTERS,
  SHUTDOWN_DELAY_MAX_SECONDS,
  SHUTDOWN_DELAY_SECONDS,
} from '../domain/limits.ts';
import { ok, type Result, refuse } from '../domain/result.ts';
import {
  AN_ORIGIN,
  type CodeHostSettings,
  mentionsCodeHost,
  misspelledNames,
  parseOrigin,
  REQUIRED_NAMES,
  readCodeHost,
} from './code-host-settings.ts';
import { createSettingsReader, type Environment, type SettingsReader } from './settings.ts';

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const PROXY_DOCUMENTS = ['any', 'shipped'] as const;
/** Which documents the proxy runs: any that the allowlist means, or only those that the client ships (decision G4). */
export type ProxyDocuments = (typeof PROXY_DOCUMENTS)[number];

/** Every setting of the service, checked as a whole (decision N5). */
export interface Config {
  readonly port: number;
  readonly host: string;
  /** The service's own origin as people see it. */
  readonly baseUrl: URL;
  readonly databaseUrl: string;
  /** Most connections to PostgreSQL. */
  readonly databasePoolSize: number;
  /** Null runs against the bundled, simulated code host. */
  readonly codeHost: CodeHostSettings | null;
  /** Signs state tokens; null derives a key from the App's credentials. */
  readonly sessionSecret: string | null;
  /** Encrypt tokens: the first seals, all open. Empty only with the bundled code host, which makes its own. */
  readonly tokenSecrets: readonly string[];
  /** Requests a minute and client address, or null for no limit. */
  readonly rateLimit: number | null;
  readonly proxyDocuments: ProxyDocuments;
  /** Minutes between two comparisons of cache and code host, or null for none but those on demand. */
  readonly reconcileMinutes: number | null;
  /** How long the service serves on, without being ready, after it was told to stop. */
  readonly shutdownDelaySeconds: number;
  readonly logLevel: LogLevel;
  /** Null opens no metrics port. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  readonly trustedProxies: readonly string[];
}

/**
 * Reads the environment: the only place that does. Answers all problems at once, each naming its setting
 * and none repeating a value.
 */
export function readConfig(env: Environment): Result<Config, readonly string[]> {
  const reader = createSettingsReader(env);
  const bundled = !mentionsCodeHost(env);
  for (const name of misspelledNames(env))
    reader.problem(`${name} is not a setting of this service. Is it misspelled?`);

  const port = reader.parsed({ name: 'PORT' }, 3000, parsePort, A_PORT);
  const codeHost = bundled ? null : readCodeHost(reader);
  const databaseUrl = reader.parsed(
    { name: 'DATABASE_URL' },
    bundled ? 'sqlite:./data/demo.db' : 'sqlite:./data/orgdesk.db',
    parseDatabaseUrl,
    'sqlite:PATH or postgres://…',
  );
  const config: Config = {
    port,
    host: reader.text({ name: 'HOST' }) ?? '127.0.0.1',
    baseUrl: reader.parsed({ name: 'BASE_URL' }, new URL(`http://localhost:${port}`), parseOrigin, AN_ORIGIN_OF_OURS),
    databaseUrl,
    databasePoolSize: reader.parsed({ name: 'DATABASE_POOL_SIZE' }, DATABASE_POOL_SIZE, parsePoolSize, A_POOL_SIZE),
    codeHost,
    sessionSecret: readSessionSecret(reader),
    tokenSecrets: readTokenSecrets(reader, bundled),
    rateLimit: readCountOrOff(reader, 'RATE_LIMIT', RATE_LIMIT_PER_MINUTE, 'requests a minute'),
    reconcileMinutes: readCountOrOff(reader, 'RECONCILE_MINUTES', RECONCILE_MINUTES, 'minutes'),
    proxyDocuments: reader.parsed(
      { name: 'PROXY_DOCUMENTS' },
      'any',
      parseProxyDocuments,
      PROXY_DOCUMENTS.join(' or '),
    ),
    // The simulated code host ends with the terminal's Ctrl+C, and nobody distributes requests to a demonstration.
    shutdownDelaySeconds: reader.parsed(
      { name: 'SHUTDOWN_DELAY' },
      bundled ? 0 : SHUTDOWN_DELAY_SECONDS,
      parseDelay,
      `a number of seconds from 0 to ${SHUTDOWN_DELAY_MAX_SECONDS}`,
    ),
    logLevel: reader.parsed({ name: 'LOG_LEVEL' }, 'info', parseLogLevel, `one of ${LOG_LEVELS.join(', ')}`),
    metricsPort: reader.parsed<number | null>({ name: 'METRICS_PORT' }, null, parsePort, A_PORT),
    // Nothing asks for a password there, so wherever the service listens, this does not go along.
    metricsHost: reader.text({ name: 'METRICS_HOST' }) ?? '127.0.0.1',
    trustedProxies: reader.parsed({ name: 'TRUSTED_PROXIES' }, [], parseAddresses, AN_ADDRESS_LIST),
  };

  if (bundled && env.NODE_ENV === 'production') {
    reader.problem(
      `No code host is configured, and NODE_ENV is production: the simulated code host is for trying out only. Set ${[...REQUIRED_NAMES, 'TOKEN_SECRET'].join(', ')}.`,
    );
  }
  if (config.metricsPort === config.port) reader.problem('METRICS_PORT must differ from PORT.');
  return reader.problems.length === 0 ? ok(config) : refuse(reader.problems);
}

const AN_ADDRESS_LIST = 'a list of IP addresses or address ranges like 10.0.0.0/8';
const A_POOL_SIZE = 'a number from 2 to 1000: one connection for reading and one for writing at least';
const A_PORT = 'a port number from 1 to 65535';
const AN_ORIGIN_OF_OURS = `${AN_ORIGIN}; http only on localhost, because browsers send the service's cookies over https alone`;

function readSessionSecret(reader: SettingsReader): string | null {
  const secret = reader.text({ name: 'SESSION_SECRET' });
  if (secret !== null && secret.length < SECRET_MIN_CHARACTERS) {
    reader.problem(`SESSION_SECRET must have at least ${SECRET_MIN_CHARACTERS} characters.`);
  }
  return secret;
}

function readTokenSecrets(reader: SettingsReader, bundled: boolean): readonly string[] {
  const before = reader.problems.length;
  const text = reader.text({ name: 'TOKEN_SECRET' });
  if (text === null) {
    if (!bundled && reader.problems.length === before) {
      reader.problem(
        `TOKEN_SECRET is missing: ${SECRET_MIN_CHARACTERS} or more random characters that encrypt stored tokens.`,
      );
    }
    return [];
  }
  const secrets = text.split(',').map((secret) => secret.trim());
  if (secrets.some((secret) => secret.length < SECRET_MIN_CHARACTERS)) {
    reader.problem(`Each secret in TOKEN_SECRET must have at least ${SECRET_MIN_CHARACTERS} characters.`);
  }
  return secrets;
}

function readCountOrOff(reader: SettingsReader, name: string, otherwise: number, of: string): number | null {
  if (reader.text({ name }) === 'off') return null;
  return reader.parsed({ name }, otherwise, parseCount, `off, or a number of ${of}`);
}

const parseCount = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null);

const parseDelay = (text: string): number | null =>
  /^\d{1,4}$/.test(text) && Number(text) <= SHUTDOWN_DELAY_MAX_SECONDS ? Number(text) : null;

function parsePoolSize(text: string): number | null {
  const size = parseCount(text) ?? 0;
  return size >= 2 && size <= 1_000 ? size : null;
}

function parsePort(text: string): number | null {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : null;
}

const parseDatabaseUrl = (text: string): string | null => {
  if (/^sqlite:.+/.test(text)) return text;
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) ? text : null;
};

function parseAddresses(text: string): readonly string[] | null {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every(isAddressOrRange) ? parts : null;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const parseLogLevel = (text: string): LogLevel | null => LOG_LEVELS.find((level) => level === text) ?? null;

const parseProxyDocuments = (text: string): ProxyDocuments | null =>
  PROXY_DOCUMENTS.find((documents) => documents === text) ?? null;
