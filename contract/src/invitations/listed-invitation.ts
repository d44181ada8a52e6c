import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { CHANGED_INVITATIONS_MAX, INVITE_LIMIT_MS } from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { Nullable, type Shape } from '../shape.ts';

export const ListedInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  state: Type.Union([Type.Literal('open'), Type.Literal('failed')]),
  login: Nullable(Type.String({ description: 'Null for an email address, even if the code host knows the account.' })),
  email: Nullable(Type.String()),
  role: Type.String({
    description: "The code host's value: direct_member, admin, billing_manager, hiring_manager, reinstate.",
  }),
  teamCount: Type.Integer({ minimum: 0 }),
  invitedBy: Nullable(Type.String({ description: 'Login of the inviter.' })),
  source: Type.Union([Type.Literal('member'), Type.Literal('scim')], {
    description: 'scim: created by an identity provider.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Seven days after creation; null if it never expires, or failed.',
    }),
  ),
  failedAt: Nullable(Type.String({ format: 'date-time' })),
  failure: Nullable(Type.String({ description: "Why it failed: the code host's message or code; null if unknown." })),
});
export type ListedInvitation = Shape<typeof ListedInvitation>;

export const ListInvitationsAnswer = Type.Object({
  invitations: Type.Array(ListedInvitation, { description: 'Open ones first, then failed ones, each newest first.' }),
  sentInLastDay: Type.Integer({
    minimum: 0,
    description:
      'Open and failed ones of the last 24 hours, without those of an identity provider: the minimum used of the daily ' +
      'limit.',
  }),
});
export type ListInvitationsAnswer = Shape<typeof ListInvitationsAnswer>;

export const ChosenInvitations = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: CHANGED_INVITATIONS_MAX,
    uniqueItems: true,
    description: 'Without duplicates.',
  }),
});
export type ChosenInvitations = Shape<typeof ChosenInvitations>;

export const ChangedInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('gone', {
      description: 'No longer open or failed: accepted, declined, cancelled or dismissed.',
    }),
    Type.Literal('already-invited', {
      description: 'Only when resending: the person has another open invitation, so nothing was sent.',
    }),
    Type.Literal('refused'),
    Type.Literal('not-confirmed', { description: 'Sent, but without a usable response: it may have happened.' }),
    Type.Literal('not-tried', { description: 'Nothing was changed.' }),
  ]),
  error: Nullable(
    Type.String({
      description:
        "The code host's message if it refused, `API rate limit exceeded`, `Bad credentials` or `Unknown error`, " +
        'followed by `The previous invitation was removed.` or `The previous invitation may have been removed.` if so; ' +
        '`User @LOGIN not found on the code host`; `orgdesk cannot resend an invitation with the role ROLE.`; ' +
        '`This invitation was created by an identity provider. Resend it there.`; if nothing was sent, `Not ' +
        'changed: another request is already making this change.` or `The organization was renamed, so nothing was ' +
        'changed. Please reload the page and try again.`; otherwise null.',
    }),
  ),
  reason: Nullable(
    Type.Union([
      Type.Literal('over-quota'),
      Type.Literal('no-seat'),
      Type.Literal('rate-limited'),
      Type.Literal('token-rejected'),
      Type.Literal('refused'),
      Type.Literal('unreachable'),
    ]),
  ),
  /** Set only after sending the invitation again. */
  newId: Nullable(Type.Integer({ minimum: 1, description: 'The invitation that replaces it.' })),
});
export type ChangedInvitation = Shape<typeof ChangedInvitation>;

/** One result per ID, in the order sent. */
export const ChangeInvitationsAnswer = Type.Object({
  results: Type.Array(ChangedInvitation),
  retryAfterSeconds: Nullable(Type.Integer({ minimum: 1 })),
});
export type ChangeInvitationsAnswer = Shape<typeof ChangeInvitationsAnswer>;

export const LIST_INVITATIONS = endpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/organizations/{login}/invitations',
  chapter: 'Organizations',
  summary: 'List open and failed invitations',
  description: `
    For current owners of the organization; this check is cached for one minute per
    session. Reads all pages of both lists with the signed-in person's token, shared by concurrent requests of a session,
    and stops when no client is waiting. After ${INVITE_LIMIT_MS / 1000} seconds and when the service stops, the request
    fails.

    Not available on Enterprise Server, on GHE.com and for managed users, which have no invitations. Checks, in this order:
    session, organization, rights, whether there are invitations.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The invitations.', json: ListInvitationsAnswer } },
});

export const CANCEL_INVITATIONS = endpoint({
  id: 'cancelInvitations',
  method: 'POST',
  path: '/api/organizations/{login}/invitations/cancel',
  chapter: 'Organizations',
  summary: 'Cancel open invitations and dismiss failed ones',
  description: `
    Same access and availability as the list, which is read first: an ID in neither part is \`gone\`, and nothing is sent
    for it. The code host notifies people whose open invitation is cancelled.

    If several requests change the same invitation at the same time, one changes it, and for the others it is \`not-tried\`.
    If the login now belongs to another organization, nothing is sent.

    Five at a time across all changes of a session, each tried once. A failure does not affect the others. After a
    rate limit or a rejected token, requests in flight are completed and no others are sent. The same applies after ${INVITE_LIMIT_MS / 1000} seconds and when
    the service stops.

    Checks, in this order: session, cross-site, body, organization, rights, whether there are invitations.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChosenInvitations,
  entries: ['invitation.cancelled'],
  answers: { 200: { description: 'The result for each, in the order sent.', json: ChangeInvitationsAnswer } },
});

export const SEND_INVITATIONS_AGAIN = endpoint({
  id: 'sendInvitationsAgain',
  method: 'POST',
  path: '/api/organizations/{login}/invitations/send-again',
  chapter: 'Organizations',
  summary: 'Resend open and failed invitations',
  description: `
    Same access, availability, checks and limits as cancelling. Each is a new invitation with the same
    role and teams, which counts toward the daily limit. The teams of a failed invitation are unknown, because the code host
    only reports them for open ones, so it is sent without teams.

    The new invitation is created first, and the previous one removed once the new one is confirmed. If the code host does
    not allow both, or refuses a new one for a failed one with 422 and no other known cause, the previous one is
    removed first. If the new one then fails, it is retried once,
    except after a rate limit, at the daily limit or without seats; if it still fails, \`error\` says that the
    previous one was removed. A person with another open invitation is \`already-invited\`, and nothing is sent.

    The roles direct_member, admin and billing_manager can be resent. Others, and invitations of an identity provider,
    are \`refused\`. Of several invitations for one person, only the first is sent; the others are \`not-tried\`. When the
    daily limit is reached or no seats are left, no others are sent.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChosenInvitations,
  entries: ['invitation.sent_again'],
  answers: { 200: { description: 'The result for each, in the order sent.', json: ChangeInvitationsAnswer } },
});
