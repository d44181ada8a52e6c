import { Type } from 'typebox';
import { endpoint } from './endpoint.ts';
import { OkAnswer } from './error.ts';
import {
  UNSIGNED_WEBHOOK_BODY_MAX_BYTES,
  WEBHOOK_BODY_MAX_BYTES,
  WEBHOOK_EVENT_MAX_CHARACTERS,
  WEBHOOK_JSON,
  WEBHOOK_LIMIT_MS,
} from './limits.ts';
import { count, size } from './quantities.ts';
import type { Shape } from './shape.ts';

/** The code host's names, such as `X-GitHub-Event`, also work. */
export const WebhookHeaders = Type.Object({
  'X-Host-Event': Type.String({
    description: `Name of the event, up to ${WEBHOOK_EVENT_MAX_CHARACTERS} characters; \`X-GitHub-Event\` is understood too.`,
  }),
  'X-Hub-Signature-256': Type.Optional(
    Type.String({
      description:
        '`sha256=` and the HMAC-SHA256 of the body in hex, keyed with the webhook secret. Needed when one is set.',
    }),
  ),
  'X-Host-Delivery': Type.Optional(
    Type.String({ description: 'ID of the delivery, for the log; `X-GitHub-Delivery` is understood too.' }),
  ),
});
export type WebhookHeaders = Shape<typeof WebhookHeaders>;

/** The fields that the service reads. */
export const WebhookPayload = Type.Object(
  {
    action: Type.Optional(Type.String()),
    installation: Type.Optional(Type.Object({ id: Type.Integer() }, { additionalProperties: true })),
  },
  {
    additionalProperties: true,
    description: `What the code host documents for the event; up to ${size(WEBHOOK_BODY_MAX_BYTES)}.`,
  },
);
export type WebhookPayload = Shape<typeof WebhookPayload>;

export const RECEIVE_WEBHOOK = endpoint({
  id: 'receiveWebhook',
  method: 'POST',
  path: '/api/install/webhook',
  chapter: 'Webhooks',
  summary: 'What the code host tells of installations',
  description: `
    For the code host. Protected by the signature over the bytes of the body; outside the rate limit. Without a webhook secret
    every delivery is accepted, with a warning in the log, and its body has up to ${size(UNSIGNED_WEBHOOK_BODY_MAX_BYTES)}.

    Checks, in this order: form of the signature, before the body is read; \`Content-Type\`, length of the body, and that it
    goes on arriving (16 KB in five seconds); the signature; up to ${count(WEBHOOK_JSON.values)} commas and opening brackets outside of texts, and
    ${WEBHOOK_JSON.depth} brackets inside each other; JSON in UTF-8, with or without a byte order mark; the event is named; the payload: an
    object, whose \`action\`, if any, is a text, and for an event that is handled, an ID that is a positive whole number up to
    2^53 − 1.

    | Event | Actions | What is done | Audit trail |
    |---|---|---|---|
    | \`installation\` | \`created\`, \`unsuspend\` | The record is fetched and stored, then the repository list. | an entry |
    | \`installation\` | \`suspend\` | The record is fetched and stored; when the code host cannot be asked, recorded as suspended from the event. | an entry |
    | \`installation\` | \`deleted\` | Removed with its repository list and all links; without a webhook secret only if it is gone. | an entry |
    | \`installation\` | \`new_permissions_accepted\` | The record is fetched and stored. | an entry |
    | \`installation_repositories\` | \`added\`, \`removed\` | The record is fetched and stored, then the repository list. | an entry |
    | \`installation_target\` | \`renamed\` | The same: names of repositories begin with that of the owner. | an entry |
    | \`github_app_authorization\` | \`revoked\` | Sessions of the \`sender\` that began before this body was first seen end; later ones if their token no longer works. | none |
    | \`organization\` | \`member_added\`, \`member_invited\`, \`member_removed\`, \`renamed\`, \`deleted\` | Logged. | an entry |
    | \`membership\` | \`added\`, \`removed\` | Logged. | an entry |
    | \`team\` | \`created\`, \`edited\`, \`deleted\`, \`added_to_repository\`, \`removed_from_repository\` | Logged. | an entry |
    | \`member\` | \`added\`, \`edited\`, \`removed\` | Logged. | an entry |
    | \`repository\` | any | Logged. | an entry |
    | any other | any | Logged. | none |

    Entries are made for organizations alone, and only with a webhook secret.

    An installation that the code host does not know any more is removed. Events of other Apps are logged and ignored, and so is
    \`installation\` or \`github_app_authorization\` with the body of another event. The same event twice, or an older one after a newer
    one, leaves the code host's state.

    An answer is given within ${WEBHOOK_LIMIT_MS / 1000} seconds after the body has arrived, because the code host gives up after 10. What is under
    way goes on behind it: behind a 500 it may still succeed. A repository list is waited for three seconds; it is marked as
    out of date before anything is fetched, so a failed one alone is no reason for a 500. A 503 is answered where what has
    arrived of bodies, beyond 64 KB of each, would take more than 128 MB together, or 64 MB for one client address.
  `,
  session: 'unused',
  headers: WebhookHeaders,
  body: WebhookPayload,
  bodyMaxBytes: WEBHOOK_BODY_MAX_BYTES,
  checkedBy: 'handler',
  answers: { 200: { description: 'Done, or nothing to do.', json: OkAnswer } },
});
