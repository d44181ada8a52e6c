import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogStream } from './log-stream.ts';

const SECRET_FIELDS = [
  'accessToken',
  'refreshToken',
  'token',
  'code',
  'state',
  'csrf',
  'sessionId',
  'password',
  'secret',
  'clientSecret',
  'privateKey',
  'authorization',
  'cookie',
];

const TOKEN_SHAPED = /\b(?:gh[a-z]_|github_pat_)[A-Za-z0-9_.-]+|\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]+|\b[0-9a-f]{64}\b/g;
const QUERY = /\?[^\s"'<>]*/g;

/**
 * The log: one JSON object a line on standard output.
 *
 * Fields that hold secrets are removed by name. Texts of errors and refusals are not ours, so what looks like a
 * token, a session ID or the query of an address is removed from them by shape.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '[removed]' },
      serializers: { err: errorFields, refusal: scrubbed, refusals: scrubbed },
    },
    destination ??
      createLogStream(process.stdout.fd, (lines) =>
        log.warn({ lines }, 'lines of the log were lost: nothing took them'),
      ),
  );
  return log;
}

function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code } = error as { readonly code?: unknown };
  return {
    type: error.name,
    message: scrub(error.message),
    ...(typeof code === 'string' ? { code } : {}),
    stack: scrub(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}

/** The same value with every text in it scrubbed. */
function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map(scrubbed);
  // A date has no fields of its own; the log writes it as a text.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, scrubbed(field)]));
}

const scrub = (text: string): string => text.replace(TOKEN_SHAPED, '[removed]').replace(QUERY, '?[removed]');
