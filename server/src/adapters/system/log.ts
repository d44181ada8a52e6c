import { type DestinationStream, type Logger, pino } from 'pino';
import { withoutCredentials } from '../../security/credential-shapes.ts';
import { createLogStream } from './log-stream.ts';
import type { TextLine } from './text-line.ts';

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

/** `ECONNREFUSED`, `FST_ERR_…` or an SQLSTATE. OAuth codes differ: they are 20 hex digits. */
const ERROR_CODE = /^(?:[A-Z][A-Z0-9_]{2,60}|[0-9A-Z]{5})$/;
const QUERY = /\?[^\s"'<>]*/g;

/** Removes secret fields by name. In error texts, removes tokens, session IDs and address queries by their form. */
export function createLog(
  level: string,
  destination?: DestinationStream,
  textLine: TextLine | null = null,
  noteLost: (lines: number) => void = () => {},
): Logger {
  const stream =
    destination ??
    createLogStream(process.stdout.fd, (lines) => {
      noteLost(lines);
      log.warn({ lines }, 'log lines were lost: the output did not accept them');
    });
  const log: Logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor },
      serializers: { err: errorFields, refusal: scrubbed, refusals: scrubbed },
    },
    textLine === null ? stream : { write: (json) => void stream.write(textLine(json)) },
  );
  return log;
}

// OAuth codes and error codes are both named `code`; only nested error codes are kept.
const censor = (value: unknown, path: readonly (string | symbol)[]): unknown =>
  path.length > 1 && path.at(-1) === 'code' && isErrorCode(value) ? value : '[removed]';

const isErrorCode = (value: unknown): value is string => typeof value === 'string' && ERROR_CODE.test(value);

function errorFields(error: unknown): object {
  if (!(error instanceof Error)) return { message: scrub(String(error)) };
  const { code } = error as { readonly code?: unknown };
  return {
    type: error.name,
    message: scrub(error.message),
    ...(isErrorCode(code) ? { code } : {}),
    stack: scrub(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: errorFields(error.cause) }),
  };
}

function scrubbed(value: unknown): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map(scrubbed);
  // A date has no own fields; the log writes it as text.
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, scrubbed(field)]));
}

const scrub = (text: string): string => withoutCredentials(text, '[removed]').replace(QUERY, '?[removed]');
