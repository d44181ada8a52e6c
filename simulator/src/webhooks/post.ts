import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Delivery } from './log.ts';

export interface WebhookPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Covers the reply's body too. */
  readonly limitMs: number;
  readonly acceptAnyCertificate: boolean;
  readonly signal: AbortSignal;
}

type WebhookResponse = Pick<Delivery, 'status' | 'statusCode' | 'responseHeaders' | 'responsePayload'>;

const PAYLOAD_MAX_BYTES = 64 * 1024;

/** Never rejects or follows redirects: a missing, slow or failing receiver is a result. */
export async function postWebhook(post: WebhookPost): Promise<WebhookResponse> {
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
      // Without an agent, idle connections do not keep the receiver open.
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
