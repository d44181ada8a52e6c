import type { Socket } from 'node:net';
import { type Answers, OUTAGE_HEADER, type Outage } from '@orgdesk/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { outageIn, type StorageOutage } from '../../database/engines/engine.ts';
import { REFUSED_CONNECTION_LIMIT_MS } from '../../lib/limits/http.ts';
import { OUTAGE_RETRY_SECONDS } from '../../lib/limits/storage.ts';
import { INVALID_REQUEST } from '../refusals.ts';
import { sendOutcomePage, wantsPage } from './outcome-page.ts';

const RETRY_AFTER_OUTAGE = 'Seconds to wait.';

/** Used where the specification defines no status (decision W7). */
export const STORAGE_OUTAGES = {
  away: {
    status: 503,
    error: 'The database of this service is not responding. Please try again.',
    outage: 'database-away',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
  busy: {
    status: 503,
    error: 'The service is overloaded. Please try again.',
    outage: 'overloaded',
    retryAfter: RETRY_AFTER_OUTAGE,
  },
} as const satisfies Readonly<Record<StorageOutage, object>>;

/** `outage` is sent in a header, and with 503 in the body too. */
interface OutageResponse {
  readonly status: number;
  readonly error: string;
  readonly outage: Outage;
}

export function sendOutage(reply: FastifyReply, response: OutageResponse, retryAfterSeconds: number | null = null) {
  const { status, error, outage: code } = response;
  nameOutage(reply, response, retryAfterSeconds);
  return reply.code(status).send(status === 503 ? { error, code } : { error });
}

/** Browsers follow links to endpoints that redirect. */
export const isLink = (answers: Answers): boolean => 302 in answers;

/** Requests that follow a link get a page. */
function answerOutage(request: FastifyRequest, reply: FastifyReply, outage: StorageOutage) {
  const response = STORAGE_OUTAGES[outage];
  const { answers = {} } = request.routeOptions.config.endpoint ?? {};
  if (!isLink(answers) || !wantsPage(request)) return sendOutage(reply, response);
  nameOutage(reply, response, null);
  return sendOutcomePage(reply, {
    status: response.status,
    title: 'Temporarily unavailable',
    message: response.error,
    advice: "Your sign-in and the App are fine. The service's operator can find the cause in its log.",
    returnHref: '/',
  });
}

function nameOutage(reply: FastifyReply, { status, outage }: OutageResponse, retryAfterSeconds: number | null): void {
  reply.header(OUTAGE_HEADER, outage);
  const seconds = retryAfterSeconds ?? (status === 503 ? OUTAGE_RETRY_SECONDS : null);
  if (seconds !== null) reply.header('Retry-After', seconds);
}

export const BODY_REFUSALS = {
  'not-json': { status: 400, error: 'The request body is not valid JSON.' },
  'too-large': { status: 413, error: 'The request is too large.' },
  'not-json-type': { status: 415, error: 'Please send JSON, with the header Content-Type: application/json.' },
} as const;

const TOO_SLOW = 'The request took too long to arrive.';

const MESSAGES: Readonly<Record<string, string>> = {
  BODY_TOO_SLOW: TOO_SLOW,
  FST_ERR_CTP_BODY_TOO_LARGE: BODY_REFUSALS['too-large'].error,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: BODY_REFUSALS['not-json-type'].error,
  FST_ERR_CTP_EMPTY_JSON_BODY: BODY_REFUSALS['not-json'].error,
  FST_ERR_CTP_INVALID_JSON_BODY: BODY_REFUSALS['not-json'].error,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request body does not match its Content-Length.',
  FST_ERR_BAD_URL: 'The URL is not valid.',
  FST_ERR_MAX_PARAM_LENGTH: 'Not found.',
};

export const NOT_FOUND = { error: 'Not found.' };
export const FAILED = { error: 'Something went wrong. Please try again.' };
export const NO_HOST = { error: 'The request has no Host header.' };

/** For responses sent before any hook sets headers. */
const BARE_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const;

type AnsweredError = FastifyError & { readonly retryAfterSeconds?: number };

function answerError(error: AnsweredError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) {
    if (error.retryAfterSeconds !== undefined) reply.header('Retry-After', error.retryAfterSeconds);
    const refused = status === 429 ? error.message : invalidValue(error, request);
    return reply.code(status).send({ error: refused ?? MESSAGES[error.code] ?? INVALID_REQUEST.error });
  }
  request.server.logFailure(request.log, {
    level: 'error',
    error,
    fields: { reqId: request.id, method: request.method, route: request.routeOptions.url },
    message: 'request failed',
  });
  const outage = outageIn(error);
  return outage === null ? reply.code(500).send(FAILED) : answerOutage(request, reply, outage);
}

/** The validator's own messages describe schemas. */
function invalidValue({ validation, validationContext }: FastifyError, request: FastifyRequest): string | undefined {
  const { wrongBody } = request.routeOptions.config;
  if (validationContext === 'body' && wrongBody !== undefined) return wrongBody;
  const path = validation?.[0]?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return path === '' ? undefined : wrongValue(path);
}

export const wrongValue = (name: string): string => `The value of ${name} is not valid.`;

/** Sets headers itself, because Fastify runs no hooks for invalid URLs. */
export function answerUnroutable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerError(error, request, reply.headers(BARE_HEADERS));
}

/** Answers unknown addresses, wrong methods and unhandled errors. */
export const lastResort = fp(
  async (app) => {
    const methods = knownMethods(app);
    app.setErrorHandler(answerError);
    // Node.js would answer a missing host or an unknown expectation without a body.
    app.addHook('onRequest', ({ raw }, reply, done) => {
      if (raw.headers.host !== undefined || raw.httpVersion !== '1.1') return done();
      reply.code(400).send(NO_HOST);
    });
    app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
    app.setNotFoundHandler((request, reply) => {
      const path = request.raw.url?.replace(/[?#].*$/s, '') ?? '/';
      const allowed = methods(path);
      if (allowed.length === 0) return reply.code(404).send(NOT_FOUND);
      return reply
        .code(405)
        .header('Allow', allowed.join(', '))
        .send({ error: `This URL only supports ${allowed.join(', ')}.` });
    });
  },
  { name: 'last-resort' },
);

function knownMethods(app: FastifyInstance): (path: string) => readonly string[] {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const source = url.replace(/[.\\+^$()[\]{}|]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]*');
    routes.push({ pattern: new RegExp(`^${source}$`), methods: [method].flat() });
  });
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))];
}

export function answerClientError(error: { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const [status, message] = CLIENT_ERRORS[error.code ?? ''] ?? ['400 Bad Request', 'The request is not valid HTTP.'];
  const body = JSON.stringify({ error: message });
  const headers = { ...BARE_HEADERS, 'Content-Length': Buffer.byteLength(body), Connection: 'close' };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`);
  // Otherwise a half-open client would keep the connection beyond every time limit.
  setTimeout(() => socket.destroy(), REFUSED_CONNECTION_LIMIT_MS).unref();
}

const CLIENT_ERRORS: Readonly<Record<string, readonly [string, string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', TOO_SLOW],
  HPE_HEADER_OVERFLOW: ['431 Request Header Fields Too Large', 'The URL or the request headers are too long.'],
};
