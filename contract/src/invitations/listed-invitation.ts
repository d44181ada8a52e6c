import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { CHANGED_INVITATIONS_MAX, INVITE_LIMIT_MS } from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { Nullable, type Shape } from '../shape.ts';

export const ListedInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  state: Type.Union([Type.Literal('open'), Type.Literal('failed')]),
  login: Nullable(Type.String({ description: 'Null for an address, also where the code host knows whose it is.' })),
  email: Nullable(Type.String()),
  role: Type.String({
    description: "The code host's word: direct_member, admin, billing_manager, hiring_manager, reinstate.",
  }),
  teamCount: Type.Integer({ minimum: 0 }),
  invitedBy: Nullable(Type.String({ description: 'Login of who sent it.' })),
  source: Type.Union([Type.Literal('member'), Type.Literal('scim')], {
    description: 'scim: made by an identity provider.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Nullable(
    Type.String({
      format: 'date-time',
      description: 'Seven days after it was made; null when it never expires, or failed.',
    }),
  ),
  failedAt: Nullable(Type.String({ format: 'date-time' })),
  failure: Nullable(
    Type.String({ description: "Why it failed, in the code host's words or its code; null when it did not say." }),
  ),
});
export type ListedInvitation = Shape<typeof ListedInvitation>;

export const ListInvitationsAnswer = Type.Object({
  invitations: Type.Array(ListedInvitation, { description: 'Open ones first, each kind by age, the newest first.' }),
  sentInLastDay: Type.Integer({
    minimum: 0,
    description:
      'Open and failed ones of the last 24 hours, without those of an identity provider: at least so much of the quota ' +
      'of a day is used.',
  }),
});
export type ListInvitationsAnswer = Shape<typeof ListInvitationsAnswer>;

export const ChosenInvitations = Type.Object({
  ids: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: CHANGED_INVITATIONS_MAX,
    uniqueItems: true,
    description: 'Each once.',
  }),
});
export type ChosenInvitations = Shape<typeof ChosenInvitations>;

export const ChangedInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('gone', {
      description: 'Neither open nor failed any more: accepted, declined, cancelled or dismissed.',
    }),
    Type.Literal('already-invited', {
      description: 'Only when sent again: somebody has another open invitation, so nothing new was sent.',
    }),
    Type.Literal('refused'),
    Type.Literal('not-confirmed', { description: 'Sent, without a usable answer: it may have happened.' }),
    Type.Literal('not-tried', { description: 'Nothing was changed.' }),
  ]),
  error: Nullable(
    Type.String({
      description:
        "The code host's own words where it refused, `API rate limit exceeded`, `Bad credentials` or `Unknown error`, with " +
        '`The former invitation is gone.` or `The former invitation may be gone.` behind them where that is so; ' +
        '`User @LOGIN not found on the code host`; `orgdesk cannot send an invitation with the role ROLE again.`; ' +
        '`An identity provider made this invitation: only there can it be sent again.`; where nothing was sent, `Not ' +
        'changed: another request is making this change at this moment.` or `The organization was renamed, so nothing was ' +
        'changed. Please reload the page and try again.`; else null.',
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
  newId: Nullable(Type.Integer({ minimum: 1, description: 'The invitation that was made in its place.' })),
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
  summary: 'The open and the failed invitations of an organization',
  description: `
    For admins of the organization as the code host says at this moment; that is shared for a minute by all requests of a
    session. All pages of both lists, asked with the token of the signed-in person: once for all requests of a session at
    the same moment, and no further once nobody waits for them. After ${INVITE_LIMIT_MS / 1000} seconds, and when the service stops, the list is
    given up.

    Not on an Enterprise Server, on GHE.com and for managed users: there are no invitations there. Checks, in this order:
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
    For whom, and where, as for the list. It is read first: an ID that is in neither part is \`gone\`, and nothing is sent
    for it. The code host tells people whose open invitation is cancelled.

    Of requests that change the same invitation at the same moment, one changes it, and for the others it is \`not-tried\`.
    When the login has passed to another organization, nothing is sent.

    Five at a time, of all changes of a session together, each tried once; one that fails keeps none of the others. After a
    rate limit, or when the token is refused, those in flight are finished and no other is sent. After ${INVITE_LIMIT_MS / 1000} seconds, and when
    the service stops, the same.

    Checks, in this order: session, other site, body, organization, rights, whether there are invitations.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChosenInvitations,
  entries: ['invitation.cancelled'],
  answers: { 200: { description: 'What became of each, in the order sent.', json: ChangeInvitationsAnswer } },
});

export const SEND_INVITATIONS_AGAIN = endpoint({
  id: 'sendInvitationsAgain',
  method: 'POST',
  path: '/api/organizations/{login}/invitations/send-again',
  chapter: 'Organizations',
  summary: 'Send open and failed invitations again',
  description: `
    For whom, where, and in which order of checks as cancelling, with the same limits. Each is a new invitation with the same
    role and teams, which counts against the quota of a day. The teams of a failed one are not known: the code host tells
    them of open ones only, so it is sent without teams.

    The new invitation is made first, and the former one removed when the new one is confirmed. Where the code host makes
    none beside the former one and says so, or refuses one beside a failed one with 422 and no other known cause, that is
    removed first. When the new one then fails, it is tried once more,
    except after a limit, when the quota is used up or no seat is left; when it fails for good, \`error\` says that the
    former one is gone. Somebody who has another open invitation is \`already-invited\`, and nothing is sent.

    The roles direct_member, admin and billing_manager can be sent again. Others, and invitations of an identity provider,
    are \`refused\`. Of several invitations of one person only the first is sent, the others are \`not-tried\`. After the
    quota is used up, or the last seat is taken, no other is sent.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChosenInvitations,
  entries: ['invitation.sent_again'],
  answers: { 200: { description: 'What became of each, in the order sent.', json: ChangeInvitationsAnswer } },
});
