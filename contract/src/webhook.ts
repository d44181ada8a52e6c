import { type Static, Type } from 'typebox';

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
export type WebhookHeaders = Static<typeof WebhookHeaders>;

/** Body of it, as far as the service reads it. */
export const WebhookPayload = Type.Object(
  {
    action: Type.Optional(Type.String()),
    installation: Type.Optional(Type.Object({ id: Type.Integer() }, { additionalProperties: true })),
  },
  { additionalProperties: true, description: 'What the code host documents for the event; up to 25 MB.' },
);
export type WebhookPayload = Static<typeof WebhookPayload>;
