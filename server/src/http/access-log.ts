import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import fp from 'fastify-plugin';
import { type DestinationStream, type Logger, symbols } from 'pino';
import type { Runtime } from '../domain/runtime.ts';
import { FAILURE_KINDS_MAX, FAILURE_SUMMARY_MS } from '../lib/limits/operate.ts';
import { randomHex, withoutCredentials } from '../lib/secrets.ts';
import type { Clock, Entropy, Log } from '../lib/system.ts';
import type { TracedRequest } from '../lib/traces.ts';
import { OPERATOR_ADDRESSES } from './health.ts';

const ID_BYTES = 12;
/** Single IDs would take a fifteenth of the time of reading a session. */
const IDS_AT_ONCE = 256;

/** Unique over all instances, but not secret. */
export function createRequestIds(entropy: Entropy): () => string {
  let block = '';
  let next = 0;
  return () => {
    if (next === block.length) {
      block = randomHex(entropy, ID_BYTES * IDS_AT_ONCE);
      next = 0;
    }
    const begin = next;
    next += ID_BYTES * 2;
    return block.slice(begin, next);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    followed: TracedRequest | null;
  }
}

interface FollowedRequestsOptions {
  readonly runtime: Runtime;
  /** Only these may set a trace context. */
  readonly trustedProxies: readonly string[];
}

/** Safe in headers, logs and the audit log. */
const REQUEST_ID = /^[\w.:+/=-]{1,64}$/;

/** Returns the `X-Request-Id` of a trusted proxy; null if missing or invalid. */
export function createCarriedId(trustedProxies: readonly string[]): (request: IncomingMessage) => string | null {
  const isTrusted = createIsTrusted(trustedProxies);
  return (request) => {
    const id = request.headers['x-request-id'];
    return typeof id === 'string' && REQUEST_ID.test(id) && isTrusted(request) ? id : null;
  };
}

export const followedRequests = fp<FollowedRequestsOptions>(
  async (app, { runtime, trustedProxies }) => {
    const isTrusted = createIsTrusted(trustedProxies);
    app.decorateRequest('followed', null);
    app.addHook('onRequest', (request, _reply, done) => {
      const { traceparent } = request.headers;
      const isTrustedContext = typeof traceparent === 'string' && isTrusted(request.raw);
      const { id, method } = request;
      request.followed = runtime.traces.follow({ id, method, traceparent: isTrustedContext ? traceparent : null });
      request.followed.within(done);
    });
    // Reading a body continues in the asynchronous context of its last chunk.
    app.addHook('preValidation', (request, _reply, done) => {
      if (request.body === undefined || request.followed === null) done();
      else request.followed.within(done);
    });
    app.addHook('onResponse', (request, { statusCode }, done) => {
      request.followed?.end({ route: request.routeOptions.url ?? 'unmatched', status: statusCode });
      done();
    });
  },
  { name: 'followed-requests' },
);

function createIsTrusted(addresses: readonly string[]): (request: IncomingMessage) => boolean {
  if (addresses.length === 0) return () => false;
  const trusted = new BlockList();
  for (const range of addresses) {
    const [address = '', length] = range.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (length === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(length), family);
  }
  return ({ socket: { remoteAddress = '' } }) => trusted.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4');
}

interface LoggedFailure {
  readonly level: 'warn' | 'error';
  readonly error: unknown;
  readonly fields: object;
  readonly message: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    logFailure(log: Log, failure: LoggedFailure): void;
  }
}

interface RepeatedFailure {
  readonly level: 'warn' | 'error';
  readonly fields: { readonly failure: string; readonly type: string; readonly since: string };
  /** Occurrences since the last line. */
  times: number;
  timesInAll: number;
}

/**
 * Logs the first of repeated failures in full, then a count every ten seconds and a line when they stop. Failures are
 * equal if message and code location are. Beyond a hundred kinds, logs each in full.
 */
export function createFailureLog(log: Log, clock: Clock) {
  const kinds = new Map<string, RepeatedFailure>();
  let timer: NodeJS.Timeout | null = null;

  const logRepeats = (kind: RepeatedFailure) => {
    log[kind.level]({ ...kind.fields, times: kind.times }, 'failure repeated');
    kind.times = 0;
  };
  const logEnd = ({ fields, timesInAll }: RepeatedFailure) => {
    if (timesInAll > 1) log.info({ ...fields, times: timesInAll }, 'failure has stopped');
  };
  const summarize = () => {
    for (const [key, kind] of kinds) {
      if (kind.times > 0) logRepeats(kind);
      else if (kinds.delete(key)) logEnd(kind);
    }
    if (kinds.size === 0) stop();
  };
  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };

  return {
    tell: (requestLog: Log, { level, error, fields, message: sentence }: LoggedFailure): void => {
      const key = `${sentence} ${locationOf(error)}`;
      const existing = kinds.get(key);
      if (existing !== undefined) {
        existing.times += 1;
        existing.timesInAll += 1;
        return;
      }
      requestLog[level]({ err: error, ...fields }, sentence);
      if (kinds.size >= FAILURE_KINDS_MAX) return;
      const type = error instanceof Error ? error.name : typeof error;
      kinds.set(key, {
        level,
        fields: { failure: sentence, type, since: clock.now().toISOString() },
        times: 0,
        timesInAll: 1,
      });
      timer ??= setInterval(summarize, FAILURE_SUMMARY_MS).unref();
    },
    close: () => {
      stop();
      for (const kind of kinds.values()) if (kind.times > 0) logRepeats(kind);
    },
  };
}

/** Ignores numbers in messages. */
function locationOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const thrownAt = /^ +at .*$/m.exec(error.stack ?? '')?.[0] ?? '';
  return `${error.name} ${String(Object(error).code)} ${error.message.replaceAll(/\d+/g, '#')} ${thrownAt}`;
}

export const failureLog = fp<{ readonly runtime: Runtime }>(
  async (app, { runtime }) => {
    const failures = createFailureLog(app.log, runtime.clock);
    app.decorate('logFailure', failures.tell);
    app.addHook('onClose', async () => failures.close());
  },
  { name: 'failure-log' },
);

export interface AccessLogOptions {
  readonly log: Logger;
  /** Null without metrics. `route` is the route pattern. */
  readonly observeRequest:
    | ((request: {
        readonly method: string;
        readonly route: string;
        readonly status: number;
        readonly seconds: number;
      }) => void)
    | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields are JSON values; the message needs no escapes. */
    logged: { readonly fields: object; readonly message: string } | null;
  }
}

const ANSWERED = 'request answered';

/**
 * Logs each request with the ID sent in `X-Request-Id`. Logs the route pattern, because URLs contain codes and state.
 */
export const accessLog = fp<AccessLogOptions>(
  async (app, { log, observeRequest }) => {
    // No field needs redaction.
    const lines = log.child({}, { redact: [] });
    const stream = (lines as unknown as Readonly<Record<symbol, DestinationStream>>)[symbols.streamSym];
    app.decorateRequest('logged', null);
    app.addHook('onRequest', (request, reply, done) => {
      reply.header('X-Request-Id', request.id);
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const { id: reqId, method, logged } = request;
      const route = request.routeOptions.url ?? 'unmatched';
      const status = reply.statusCode;
      const organization = organizationIn(request.params);
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      if (OPERATOR_ADDRESSES.has(route)) lines.debug({ reqId, method, route, status, ms }, ANSWERED);
      else if (lines.isLevelEnabled('info')) {
        const fields = logged?.fields ?? (organization === null ? {} : { organization });
        // No other value needs escapes.
        stream?.write(
          `{"level":"info","time":"${new Date().toISOString()}","reqId":"${reqId}","method":"${method}","route":"${route}",${membersOf(fields)}"status":${status},"ms":${ms},"msg":"${logged?.message ?? ANSWERED}"}\n`,
        );
      }
      observeRequest?.({ method, route, status, seconds: reply.elapsedTime / 1000 });
      done();
    });
  },
  { name: 'access-log' },
);

/** As they stand in an object before further members. */
function membersOf(fields: object): string {
  const text = JSON.stringify(fields);
  return text === '{}' ? '' : `${text.slice(1, -1)},`;
}

/** No other text from the URL is logged. */
const ORGANIZATION = /^[\w-]{1,39}$/;

function organizationIn(params: unknown): string | null {
  const { login } = (params ?? {}) as { readonly login?: unknown };
  return typeof login === 'string' && ORGANIZATION.test(login) && withoutCredentials(login, '') === login
    ? login
    : null;
}
