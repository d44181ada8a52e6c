import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { Target } from './target.ts';

export const MEGABYTE = 1024 * 1024;

export const signatureOf = (body: Buffer, { webhookSecret }: Target): string =>
  `sha256=${createHmac('sha256', webhookSecret).update(body).digest('hex')}`;

/** Posts a webhook; answers its status, or what became of the connection. */
export function deliver({ url }: Target, body: Buffer, signature: string): Promise<number | string> {
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
