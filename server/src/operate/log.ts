import { AsyncLocalStorage } from 'node:async_hooks';
import { write, writeSync } from 'node:fs';
import { styleText } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { LOG_FLUSH_LIMIT_MS, LOG_GATHER_MS, LOG_RETRY_MS, LOG_WAITING_MAX_CHARACTERS } from '../lib/limits/operate.ts';
import { withoutCredentials } from '../lib/secrets.ts';
import type { LogFields, NoteAttributes, Traces } from '../lib/traces.ts';

type TextLine = (json: string) => string;

const COLORS = { warn: 'yellow', error: 'red', fatal: 'red' } as const;

export function textLineFor(format: 'auto' | 'json' | 'text', stream: NodeJS.WriteStream): TextLine | null {
  if (format === 'json' || (format === 'auto' && !stream.isTTY)) return null;
  return createTextLine(stream.isTTY && stream.hasColors());
}

/** Characters that control a terminal, change text direction or start a false line. */
const INVISIBLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Only an error's stack uses further lines. Control characters are escaped. */
export function createTextLine(colored: boolean): TextLine {
  const paint = (format: Parameters<typeof styleText>[0], text: string) =>
    colored ? styleText(format, text, { validateStream: false }) : text;

  return (json) => {
    const { level, time, msg, err, ...fields } = JSON.parse(json) as Readonly<Record<string, unknown>>;
    const name = String(level);
    const label = name.toUpperCase().padEnd(5);
    const color = Object.hasOwn(COLORS, name) ? COLORS[name as keyof typeof COLORS] : null;
    const pairs = Object.entries(fields).map(([key, value]) => ` ${paint('dim', `${shown(key)}=`)}${asText(value)}`);
    return [
      `${paint('dim', timeOf(time))} ${color === null ? label : paint(color, label)} ${shown(String(msg ?? ''))}${pairs.join('')}`,
      ...errorLines(err).map((line) => `    ${shown(line)}`),
      '',
    ].join('\n');
  };
}

function timeOf(time: unknown): string {
  const at = new Date(String(time));
  const [hours, minutes, seconds] = [at.getHours(), at.getMinutes(), at.getSeconds()].map((n) =>
    String(n).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(at.getMilliseconds()).padStart(3, '0')}`;
}

const shown = (text: string): string =>
  text.replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);

function asText(value: unknown): string {
  return typeof value === 'string' && /^[^\s"'={}]+$/.test(value) ? shown(value) : shown(JSON.stringify(value));
}

function errorLines(error: unknown): readonly string[] {
  if (typeof error !== 'object' || error === null) return error === undefined ? [] : [String(error)];
  const { message, stack, code, cause } = error as Readonly<Record<string, unknown>>;
  const lines = String(stack || message || '').split('\n');
  const [first = '', ...others] = lines;
  return [
    `${first}${code === undefined ? '' : ` (${String(code)})`}`,
    ...others,
    ...(cause === undefined ? [] : errorLines(cause).map((line, index) => (index === 0 ? `cause: ${line}` : line))),
  ];
}

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

/**
 * Drops lines that a full disk or slow reader does not take, rather than block; at exit, tries the rest for half a
 * second.
 */
function createLogStream(fd: number, reportLost: (lines: number) => void): DestinationStream {
  let waiting: string[] = [];
  let waitingCharacters = 0;
  let offered: Buffer = Buffer.alloc(0);
  let isGathering = false;
  let isWriting = false;
  let lost = 0;

  const offer = () => {
    isWriting = true;
    write(fd, offered, (error, written) => {
      isWriting = false;
      if (error !== null && isBusy(error)) return void setTimeout(offer, LOG_RETRY_MS).unref();
      take(error === null ? written : null);
      if (offered.length > 0) return offer();
      if (error === null && lost > 0) {
        const lines = lost;
        lost = 0;
        reportLost(lines);
      }
      if (waiting.length > 0) nextSoon();
    });
  };
  /** Null means that everything offered is lost. */
  const take = (written: number | null) => {
    if (written === null) lost += linesIn(offered);
    offered = offered.subarray(written ?? offered.length);
  };
  /** Gathers lines: each write costs a tenth of a request. */
  const nextSoon = () => {
    if (isGathering) return;
    isGathering = true;
    setTimeout(next, LOG_GATHER_MS);
  };
  const next = () => {
    isGathering = false;
    if (offered.length > 0 || waiting.length === 0) return;
    offered = Buffer.from(waiting.join(''));
    waiting = [];
    waitingCharacters = 0;
    offer();
  };

  process.once('exit', () => {
    // A write in progress completes by itself.
    const rest = [...(isWriting ? [] : [offered]), Buffer.from(waiting.join(''))];
    writeInTime(fd, Buffer.concat(rest));
  });
  return {
    write: (line) => {
      if (waitingCharacters + line.length > LOG_WAITING_MAX_CHARACTERS) {
        lost += 1;
        return;
      }
      waiting.push(line);
      waitingCharacters += line.length;
      nextSoon();
    },
  };
}

function writeInTime(fd: number, bytes: Buffer): void {
  const giveUpAt = performance.now() + LOG_FLUSH_LIMIT_MS;
  let rest = bytes;
  while (rest.length > 0 && performance.now() < giveUpAt) {
    try {
      rest = rest.subarray(writeSync(fd, rest));
    } catch (error) {
      if (!isBusy(error)) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOG_RETRY_MS);
    }
  }
}

const isBusy = (error: unknown): boolean => ['EAGAIN', 'EBUSY'].includes(String(Object(error).code));

const linesIn = (bytes: Buffer): number => bytes.toString().split('\n').length - 1;

const noteNothing: NoteAttributes = () => {};
const endNothing = (): void => {};

export function createLineTraces(): Traces {
  const underWay = new AsyncLocalStorage<LogFields | null>();
  const fields = (): LogFields | null => underWay.getStore() ?? null;

  return {
    follow({ id }) {
      const own = { reqId: id };
      return { within: (work) => underWay.run(own, work), end: endNothing };
    },
    within({ fields: own, isDetached = false }, work) {
      if (own === undefined && !isDetached) return work(noteNothing);
      return underWay.run({ ...(isDetached ? null : fields()), ...own }, () => work(noteNothing));
    },
    apart: (work) => underWay.run(null, work),
    fields,
  };
}
