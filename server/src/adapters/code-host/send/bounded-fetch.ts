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
import { isWithinJsonBounds } from '../../../domain/bounds/json-bounds.ts';
import { CODE_HOST_JSON } from '../../../domain/limits/code-host.ts';
import { networkFailure } from './network-failures.ts';
import { isJson } from './parse-json.ts';

/** No answer, or none that may be used. The message is fit for a log: no address, header or part of a body. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
}

/** How long and how much one call may take. */
export interface FetchLimits {
  readonly callLimitMs: number;
  readonly answerMaxBytes: number;
}

/** With what the message begins when the deadline was passed. */
export const NO_ANSWER_IN_TIME = 'no complete answer within';
/** A timer that is later than this says that the whole process stood still. */
const PAUSED_MS = 250;
/** What came in while it did is read in this time. */
const LAST_LOOK_MS = 500;
/** To a conditional request: what the client knows is still so. */
export const NOT_MODIFIED = 304;

/** One request. */
export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Aborted when nobody wants the answer any more. */
  readonly end?: AbortSignal | undefined;
}

/** An answer that has been read to its end. */
export interface CompleteAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An idle connection is closed before the other side may do so: a request on its way then would be lost. */
const IDLE_CONNECTION_MS = 4_000;

/**
 * Sends calls that carry secrets. The answer has been read to its end when it is handed over.
 *
 * One deadline covers everything from the connection to the last byte. Size is counted after decompression, and reading
 * stops where the limit is passed; no parser gets JSON with too many values, or nested too deep. A process that stood
 * still reads once more what came in meanwhile before it gives up: a pair of tokens may be among it that will not be given
 * again. A redirect is refused before its target is contacted. There is no second attempt. Rejects with `UnusableAnswer`
 * only.
 *
 * By the HTTP client of Node.js and not by its `fetch`, which takes three times as long for a call.
 */
export function createBoundedFetch({ callLimitMs, answerMaxBytes }: FetchLimits) {
  const agents = createAgents();

  return async (address: string, call: Call = {}): Promise<CompleteAnswer> => {
    const { promise: deadline, reject } = Promise.withResolvers<never>();
    const due = performance.now() + callLimitMs;
    const giveUp = () => reject(new UnusableAnswer(`${NO_ANSWER_IN_TIME} ${callLimitMs} ms`));
    let timer = setTimeout(() => {
      timer = setTimeout(giveUp, performance.now() - due > PAUSED_MS ? LAST_LOOK_MS : 0);
    }, callLimitMs);
    let sent: ClientRequest | null = null;
    try {
      const url = new URL(address);
      sent = sendCall(url, url.protocol === 'https:' ? agents.https : agents.http, call);
      return await Promise.race([deadline, completeAnswer(sent, answerMaxBytes)]);
    } catch (error) {
      // Otherwise the rest of an unwanted answer would keep its connection busy.
      sent?.destroy();
      throw error instanceof UnusableAnswer ? error : new UnusableAnswer(networkFailure(error));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Where operators ask Node.js for it, through the proxies that the environment names. */
export function createAgents() {
  const proxyEnv = process.env.NODE_USE_ENV_PROXY === '1' ? { proxyEnv: process.env } : {};
  const options = { keepAlive: true, timeout: IDLE_CONNECTION_MS, ...proxyEnv };
  return { http: new HttpAgent(options), https: new HttpsAgent(options) };
}

function sendCall(url: URL, agent: HttpAgent | HttpsAgent, { method = 'GET', headers = {}, body, end }: Call) {
  const send = url.protocol === 'https:' ? sendSecurely : sendPlainly;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = send(url, {
    method,
    agent,
    headers: { 'accept-encoding': 'gzip', ...headers, ...length },
    ...(end !== undefined && { signal: end }),
  });
  // What fails after the answer was given up is nobody's concern any more.
  sent.on('error', () => {});
  sent.end(body);
  return sent;
}

async function completeAnswer(sent: ClientRequest, answerMaxBytes: number): Promise<CompleteAnswer> {
  const answer = await answerTo(sent);
  const { headers, statusCode: status = 0 } = answer;
  if (status >= 300 && status < 400 && status !== NOT_MODIFIED)
    throw new UnusableAnswer(`answered ${status}; redirects are not followed`);
  const bytes = await readBounded(answer, answerMaxBytes);
  if (isJson(headers) && !isWithinJsonBounds(bytes, CODE_HOST_JSON)) {
    throw new UnusableAnswer('answer with too many values, or nested too deep');
  }
  return { status, headers, text: UTF8.decode(bytes) };
}

const UTF8 = new TextDecoder();

const answerTo = (sent: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });

function readBounded(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const cut = () => reject(new UnusableAnswer('connection closed before the answer was complete (ECONNRESET)'));
    answer.on('error', cut);
    const content = decompressed(answer);
    content.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) return void chunks.push(chunk);
      reject(new UnusableAnswer(`answer larger than ${maxBytes} bytes`));
      content.destroy();
    });
    content.on('error', reject);
    // A connection that is closed in the middle of an answer may end it without an error.
    content.once('end', () => (answer.complete ? resolve(Buffer.concat(chunks)) : cut()));
  });
}

/** The content itself. An answer that ends too early for its compression is read as far as it goes. */
function decompressed(answer: IncomingMessage): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase();
  if (coding !== 'gzip' && coding !== 'x-gzip') return answer;
  const content = createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
  answer.once('close', () => content.end());
  return answer.pipe(content);
}
