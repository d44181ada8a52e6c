import { createHmac, randomUUID } from 'node:crypto';
import { type Answer, fetchOnce } from './browser.ts';
import { WEBHOOK_SECRET } from './service/start-service.ts';

/** A webhook by hand, for what the simulated platform would never send. */
export interface HandMade {
  readonly event?: string | null;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** Left out: the right one. Null: none. */
  readonly signature?: string | null;
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The signature header of a body. */
export const signatureFor = (body: string | Uint8Array, secret = WEBHOOK_SECRET): string =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** Posts a webhook to an instance of the service. */
export function postWebhook(
  serviceUrl: string,
  { event = 'installation', body, signature, secret, headers }: HandMade,
): Promise<Answer> {
  const signed = signature === undefined ? signatureFor(body, secret) : signature;
  return fetchOnce(`${serviceUrl}/api/install/webhook`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-delivery': randomUUID(),
      ...(event === null ? {} : { 'x-github-event': event }),
      ...(signed === null ? {} : { 'x-hub-signature-256': signed }),
      ...headers,
    },
  });
}

/** The least that an installation event carries. */
export const installationPayload = (action: string, id: number, changes: object = {}): string =>
  JSON.stringify({
    action,
    installation: { id, app_id: 7, account: { login: 'acme', id: 1, type: 'Organization' }, ...changes },
  });
