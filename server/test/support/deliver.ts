import { createHmac } from 'node:crypto';
import { request } from 'node:http';

export const MEGABYTE = 1024 * 1024;

/** A service that takes webhooks. */
interface Receiver {
  readonly url: string;
  readonly webhookSecret: string;
}

export const signatureOf = (body: Buffer, { webhookSecret }: Pick<Receiver, 'webhookSecret'>): string =>
  `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;

/** Posts a large webhook on a connection of its own; its status, or the code of what became of the connection. */
export function deliver({ url }: Pick<Receiver, 'url'>, body: Buffer, signature: string): Promise<number | string> {
  return new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': String(body.length),
      'x-github-event': 'ping',
      'x-hub-signature-256': signature,
    };
    const sending = request(`${url}/api/install/webhook`, { method: 'POST', headers, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    sending.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    sending.end(body);
  });
}
