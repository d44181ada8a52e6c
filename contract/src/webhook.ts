import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { OkAnswer } from './error.ts';
import type { Shape } from './shape.ts';

/** Headers of `POST /api/install/webhook`. The code host's own names, `X-GitHub-Event` for example, are understood too. */
export const WebhookHeaders = Type.Object({
  'X-Host-Event': Type.String({ description: 'Name of the event; `X-GitHub-Event` is understood too.' }),
  'X-Hub-Signature-256': Type.Optional(
    Type.String({
      description:
        '`sha256=` and the HMAC-SHA256 of the body in hex, keyed with the webhook secret. Needed when one is set.',
    }),
  ),
  'X-Host-Delivery': Type.Optional(Type.String({ description: 'ID of the delivery, for the log.' })),
});
export type WebhookHeaders = Shape<typeof WebhookHeaders>;

/** Body of it, as far as the service reads it. */
export const WebhookPayload = Type.Object(
  {
    action: Type.Optional(Type.String()),
    installation: Type.Optional(Type.Object({ id: Type.Integer() }, { additionalProperties: true })),
  },
  { additionalProperties: true, description: 'What the code host documents for the event; up to 25 MB.' },
);
export type WebhookPayload = Shape<typeof WebhookPayload>;

export const RECEIVE_WEBHOOK = endpoint({
  id: 'receiveWebhook',
  method: 'POST',
  path: '/api/install/webhook',
  chapter: 'Webhooks',
  summary: 'What the code host tells of installations',
  description: 'For the code host. Protected by the signature over the bytes of the body; outside the rate limit.',
  session: 'unused',
  headers: WebhookHeaders,
  body: WebhookPayload,
  checkedBy: 'handler',
  answers: { 200: { description: 'Done, or nothing to do.', json: OkAnswer } },
});
