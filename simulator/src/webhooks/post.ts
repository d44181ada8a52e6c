import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Delivery } from './log.ts';

/** One delivery on its way to a receiver. */
export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** For the whole exchange, the reply's body included. */
  readonly limitMs: number;
  readonly acceptAnyCertificate: boolean;
  /** Cuts the connection when the simulator stops. */
  readonly signal: AbortSignal;
}

/** How a receiver answered, in the words of the delivery log. */
type Answer = Pick<Delivery, 'status' | 'statusCode' | 'responseHeaders' | 'responsePayload'>;

/** As much of a reply as the log keeps. */
const PAYLOAD_MAX_BYTES = 64 * 1024;

/**
 * Posts exactly these bytes over a connection of its own. Never rejects and never follows a redirect:
 * a receiver that is not there, late or unhappy is an outcome.
 */
export async function postWebhook(post: WebhookPost): Promise<Answer> {
  const limit = AbortSignal.timeout(post.limitMs);
  try {
    const { message, payload } = await exchange(post, AbortSignal.any([limit, post.signal]));
    const statusCode = message.statusCode ?? 0;
    const isGood = statusCode >= 200 && statusCode < 300;
    return {
      status: isGood ? 'OK' : `Invalid HTTP Response: ${statusCode}`,
      statusCode,
      responseHeaders: Object.fromEntries(
        Object.entries(message.headers).map(([name, value]) => [name, [value].flat().join(', ')]),
      ),
      responsePayload: payload,
    };
  } catch {
    const none = { responseHeaders: {}, responsePayload: '' };
    if (limit.aborted) return { status: 'timed out', statusCode: 504, ...none };
    return { status: 'failed to connect to host', statusCode: 502, ...none };
  }
}

function exchange({ url, headers, body, acceptAnyCertificate }: WebhookPost, signal: AbortSignal) {
  return new Promise<{ readonly message: IncomingMessage; readonly payload: string }>((resolve, reject) => {
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': String(body.length) },
      // Without an agent, the receiver is not kept open by idle connections.
      agent: false,
      signal,
    } as const;
    const sent = url.startsWith('https:')
      ? httpsRequest(url, { ...options, rejectUnauthorized: !acceptAnyCertificate })
      : httpRequest(url, options);
    sent.once('response', (message) => {
      const chunks: Buffer[] = [];
      let size = 0;
      message.on('data', (chunk: Buffer) => {
        if (size < PAYLOAD_MAX_BYTES) chunks.push(chunk);
        size += chunk.length;
      });
      message.once('error', reject);
      message.once('end', () => {
        resolve({ message, payload: Buffer.concat(chunks).subarray(0, PAYLOAD_MAX_BYTES).toString('utf8') });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
