import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendPlainly,
} from 'node:http';
import { Agent as HttpsAgent, request as sendSecurely } from 'node:https';
import type { Readable } from 'node:stream';
import { constants, createGunzip } from 'node:zlib';
import { isWithinJsonBounds } from '../../lib/bounds.ts';
import {
  CODE_HOST_IDLE_CONNECTION_MS,
  CODE_HOST_JSON,
  EVENT_LOOP_PAUSED_MS,
  FINAL_READ_MS,
} from '../../lib/limits/code-host.ts';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const DIGITS = 16;

export const isJson = (headers: IncomingHttpHeaders): boolean => JSON_TYPE.test(headers['content-type'] ?? '');

/**
 * Integers beyond the exact range become strings: a rounded delivery ID would name another delivery. Text that is not
 * JSON is returned as is.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, hasManyDigits(text) ? keepDigits : undefined);
  } catch {
    return text;
  }
}

/** Sixteen digits in a row include a position that is a multiple of sixteen, so only those are checked. */
function hasManyDigits(text: string): boolean {
  for (let index = 0; index < text.length; index += DIGITS) {
    if (!isDigit(text, index)) continue;
    let [first, last] = [index, index];
    while (isDigit(text, first - 1)) first -= 1;
    while (isDigit(text, last + 1)) last += 1;
    if (last - first + 1 >= DIGITS) return true;
  }
  return false;
}

function isDigit(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= 0x30 && code <= 0x39;
}

function keepDigits(_key: string, value: unknown, { source }: { readonly source?: string } = {}): unknown {
  const isInexact = typeof value === 'number' && !Number.isSafeInteger(value);
  return isInexact && source !== undefined && /^-?\d+$/.test(source) ? source : value;
}

/** The message is safe to log: no address, header or body. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

export interface FetchLimits {
  readonly callLimitMs: number;
  readonly answerMaxBytes: number;
}

export const NO_ANSWER_IN_TIME = 'no complete response within';
export const NOT_MODIFIED = 304;
export const isRedirect = (status: number): boolean => status >= 300 && status < 400 && status !== NOT_MODIFIED;
export const notFollowed = (status: number): string => `answered ${status}; redirects are not followed`;
/** Null if the message is another. */
export const notFollowedStatus = (message: string): number | null =>
  Number(/^answered (3\d\d); redirects are not followed$/.exec(message)?.[1] ?? 0) || null;

interface FetchRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly end?: AbortSignal | undefined;
}

interface CompleteAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/**
 * Sends secrets, so it neither retries nor follows redirects; of redirects, it returns those with a JSON body. Rejects with
 * `UnusableAnswer` only. Data that arrived during a pause of the process is still read: it may hold tokens that are issued
 * only once. `fetch` takes three times as long.
 */
export function createBoundedFetch({ callLimitMs, answerMaxBytes }: FetchLimits) {
  const agents = createAgents();

  return async (address: string, call: FetchRequest = {}): Promise<CompleteAnswer> => {
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const due = performance.now() + callLimitMs;
    const giveUp = () => reject(new UnusableAnswer(`${NO_ANSWER_IN_TIME} ${callLimitMs} ms`));
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, performance.now() - due > EVENT_LOOP_PAUSED_MS ? FINAL_READ_MS : 0);
    }, callLimitMs);
    let request: ClientRequest | null = null;
    try {
      const url = new URL(address);
      request = sendCall(url, url.protocol === 'https:' ? agents.https : agents.http, call);
      return await Promise.race([deadline, completeAnswer(request, answerMaxBytes)]);
    } catch (error) {
      // Otherwise the rest of an unwanted answer would keep the connection busy.
      request?.destroy();
      throw error instanceof UnusableAnswer ? error : new UnusableAnswer(networkFailure(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

export function createAgents() {
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {};
  const options = { keepAlive: true, timeout: CODE_HOST_IDLE_CONNECTION_MS, ...proxyEnv };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

function sendCall(url: URL, agent: HttpAgent | HttpsAgent, { method = 'GET', headers = {}, body, end }: FetchRequest) {
  const send = url.protocol === 'https:' ? sendSecurely : sendPlainly;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const request = send(url, {
    method,
    agent,
    headers: { 'accept-encoding': 'gzip', ...headers, ...length },
    ...(end !== undefined && { signal: end }),
  });
  // Errors after the answer was abandoned do not matter.
  request.on('error', () => {});
  request.end(body);
  return request;
}

async function completeAnswer(request: ClientRequest, answerMaxBytes: number): Promise<CompleteAnswer> {
  const answer = await answerTo(request);
  const { headers, statusCode: status = 0 } = answer;
  // Some redirects of the code host say in JSON what moved.
  if (isRedirect(status) && !isJson(headers)) throw new UnusableAnswer(notFollowed(status));
  const bytes = await readBounded(answer, answerMaxBytes);
  if (isJson(headers) && !isWithinJsonBounds(bytes, CODE_HOST_JSON)) {
    throw new UnusableAnswer('response has too many values or is nested too deeply');
  }
  return { status, headers, text: UTF8.decode(bytes) };
}

const UTF8 = new TextDecoder();

const answerTo = (request: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request.once('response', resolve).once('error', reject);
  });

function readBounded(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const failIncomplete = () =>
      reject(new UnusableAnswer('connection closed before the response was complete (ECONNRESET)'));
    answer.on('error', failIncomplete);
    const content = decompressed(answer);
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      reject(new UnusableAnswer(`response larger than ${maxBytes} bytes`));
      content.destroy();
    });
    content.on('error', reject);
    // A connection closed mid-answer may end it without an error.
    content.once('end', () => (answer.complete ? resolve(Buffer.concat(chunks)) : failIncomplete()));
  });
}

/** A truncated gzip stream is read as far as possible. */
function decompressed(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'x-gzip') return answer;
  const content = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  answer.once('close', () => content.end());
  return answer.pipe(content);
}

const MESSAGES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be looked up',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'connection timed out',
  EPROTO: 'TLS handshake failed',
  HPE_HEADER_OVERFLOW: 'response headers too large',
  HPE_INVALID_CONSTANT: 'the server does not use HTTP',
  ERR_PROXY_TUNNEL: 'the proxy does not connect',
  CERT_HAS_EXPIRED: 'certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not trusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate for another host',
};

/** OpenSSL's words for an answer in plain text. */
const NO_TLS = /wrong version number|packet length too long/;

export const PROXY_REQUIRES_PASSWORD = 'the proxy requires a user name and password (407)';

/** The system's own message contains addresses, so only its code is used. */
export function networkFailure(error: unknown): string {
  const code = errorCode(error);
  if (code === null) return 'network error';
  const message = String(Object(error).message);
  if (NO_TLS.test(message)) return `the server does not use TLS (${code})`;
  if (code === 'ERR_PROXY_TUNNEL' && / 407\b/.test(message)) return PROXY_REQUIRES_PASSWORD;
  return `${MESSAGES[code] ?? 'network error'} (${code})`;
}

function errorCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string' && /^[A-Z][A-Z0-9_]*$/.test(error.code)) return error.code;
  return errorCode(error.cause);
}
