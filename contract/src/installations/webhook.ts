import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { OkAnswer } from '../error.ts';
import {
  UNSIGNED_WEBHOOK_BODY_MAX_BYTES,
  WEBHOOK_BODY_MAX_BYTES,
  WEBHOOK_EVENT_MAX_CHARACTERS,
  WEBHOOK_JSON,
  WEBHOOK_LIMIT_MS,
} from '../limits.ts';
import { count, size } from '../quantities.ts';
import type { Shape } from '../shape.ts';

/** The code host's names, such as `X-GitHub-Event`, also work. */
export const WebhookHeaders = Type.Object({
  'X-Host-Event': Type.String({
    description: `Event name, up to ${WEBHOOK_EVENT_MAX_CHARACTERS} characters; \`X-GitHub-Event\` is also accepted.`,
  }),
  'X-Hub-Signature-256': Type.Optional(
    Type.String({
      description:
        '`sha256=` and the HMAC-SHA256 of the body in hex, keyed with the webhook secret. Required if one is configured.',
    }),
  ),
  'X-Host-Delivery': Type.Optional(
    Type.String({ description: 'ID of the delivery, for the log; `X-GitHub-Delivery` is also accepted.' }),
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
    description: `Payload as documented by the code host; up to ${size(WEBHOOK_BODY_MAX_BYTES)}.`,
  },
);
export type WebhookPayload = Shape<typeof WebhookPayload>;

export const RECEIVE_WEBHOOK = endpoint({
  id: 'receiveWebhook',
  method: 'POST',
  path: '/api/install/webhook',
  chapter: 'Webhooks',
  summary: 'Receive webhooks from the code host',
  description: `
    For the code host. Verified by the signature of the body; exempt from the rate limit. Without a webhook secret,
    every delivery is accepted with a warning in the log, and its body is limited to ${size(UNSIGNED_WEBHOOK_BODY_MAX_BYTES)}.

    Checks, in this order: format of the signature, before the body is read; \`Content-Type\`, length of the body, and its
    transfer rate (16 KB in five seconds); the signature; up to ${count(WEBHOOK_JSON.values)} commas and opening brackets outside of strings, and
    ${WEBHOOK_JSON.depth} nested brackets; JSON in UTF-8, with or without a byte order mark; the event name; the payload: an
    object whose \`action\`, if any, is a string, and for a handled event, an ID that is a positive integer up to
    2^53 − 1.

    | Event | Actions | Effect | Audit log |
    |---|---|---|---|
    | \`installation\` | \`created\`, \`unsuspend\` | The record is fetched and stored, then the repository list. | an entry |
    | \`installation\` | \`suspend\` | The record is fetched and stored; if the code host is unavailable, recorded as suspended from the event. | an entry |
    | \`installation\` | \`deleted\` | Removed with its repository list and all links; without a webhook secret only if the code host confirms it. | an entry |
    | \`installation\` | \`new_permissions_accepted\` | The record is fetched and stored. | an entry |
    | \`installation_repositories\` | \`added\`, \`removed\` | The record is fetched and stored, then the repository list. | an entry |
    | \`installation_target\` | \`renamed\` | The same, because repository names include the owner. | an entry |
    | \`github_app_authorization\` | \`revoked\` | Sessions of the \`sender\` that began before this body was first seen end; later ones if their token no longer works. | none |
    | \`organization\` | \`member_added\`, \`member_invited\`, \`member_removed\`, \`renamed\`, \`deleted\` | Logged. | an entry |
    | \`membership\` | \`added\`, \`removed\` | Logged. | an entry |
    | \`team\` | \`created\`, \`edited\`, \`deleted\`, \`added_to_repository\`, \`removed_from_repository\` | Logged. | an entry |
    | \`member\` | \`added\`, \`edited\`, \`removed\` | Logged. | an entry |
    | \`repository\` | \`deleted\`, \`renamed\`, \`transferred\`, \`publicized\`, \`privatized\` | The installation's repository list counts as old. | an entry |
    | \`repository\` | \`created\`, \`archived\`, \`unarchived\`, \`edited\` | Logged. | an entry |
    | any other | any | Logged. | none |

    An event about an installation that is \`null\`, and \`created\` for one that the code host does not show yet, bring the
    comparison of all installations forward, to a minute later.

    Audit entries are added only for organizations, and only with a webhook secret.

    An installation that no longer exists on the code host is removed. An event of another App is logged and ignored, and so is
    \`installation\` or \`github_app_authorization\` with the body of another event. The same event twice, or an older one after
    a newer one, leads to the same state: the code host's.

    The response is sent within ${WEBHOOK_LIMIT_MS / 1000} seconds after the body arrived, because the code host times out after 10. Processing
    continues in the background: after a 500 it may still succeed. It waits three seconds for a repository list, which is marked as
    outdated before anything is fetched, so its failure alone does not cause a 500. A 503 is returned if the
    received bodies, beyond 64 KB each, would exceed 128 MB in total, or 64 MB for one client address.
  `,
  session: 'unused',
  headers: WebhookHeaders,
  body: WebhookPayload,
  bodyMaxBytes: WEBHOOK_BODY_MAX_BYTES,
  checkedBy: 'handler',
  answers: { 200: { description: 'Processed, or nothing to do.', json: OkAnswer } },
});
