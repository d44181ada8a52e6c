import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { INVITE_LIMIT_MS, INVITEES_MAX, MASS_INVITE_BODY_MAX_BYTES } from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import type { Shape } from '../shape.ts';

export const MassInviteRequest = Type.Object({
  userLogins: Type.Array(Type.String(), {
    description: '1 to 50 logins, not counting blanks and exact duplicates.',
  }),
});
export type MassInviteRequest = Shape<typeof MassInviteRequest>;

export const MassInviteQuery = Type.Object({
  reasons: Type.Optional(
    Type.Literal('true', {
      description: 'Adds a machine-readable reason for each failed login. Other values are ignored.',
    }),
  ),
});
export type MassInviteQuery = Shape<typeof MassInviteQuery>;

/** For programs: the text of `error` may change. */
export const InvitationFailureReason = Type.Union([
  Type.Literal('not-found', { description: 'The login does not exist.' }),
  Type.Literal('already-there', { description: 'Already a member or invited.' }),
  Type.Literal('over-quota', {
    description: 'The organization has reached its daily invitation limit.',
  }),
  Type.Literal('rate-limited', { description: 'Rate limited by the code host.' }),
  Type.Literal('token-rejected', { description: "The code host no longer accepts the person's token: sign in again." }),
  Type.Literal('refused', { description: 'The code host refused it for another reason.' }),
  Type.Literal('unreachable', { description: 'The account could not be looked up. No invitation was sent.' }),
  Type.Literal('not-tried', {
    description:
      'Not sent: the code host was too slow, the organization was renamed, or the service was ' + 'stopping.',
  }),
  Type.Literal('not-confirmed', {
    description: 'The invitation was sent, but the code host returned no usable response: it may have arrived.',
  }),
]);
export type InvitationFailureReason = Shape<typeof InvitationFailureReason>;

export const FailedInvitation = Type.Object({
  login: Type.String(),
  error: Type.String({
    description:
      "The code host's message, or a network error; `User @LOGIN not found on the code host`; " +
      '`API rate limit exceeded`, also for logins not sent after it; `Bad credentials`; ' +
      '`Invitee is already a part of this organization`; `Invitee has an open invitation since DAY`; ' +
      '`Not sent: the code host took too long. Please try again.`; ' +
      '`Not sent: the service was stopping. Please try again.`; `The organization was renamed, so nothing was changed. ' +
      'Please reload the page and try again.`; `Unknown error`.',
  }),
  reason: Type.Optional(InvitationFailureReason),
});
export type FailedInvitation = Shape<typeof FailedInvitation>;

/** Each login is in one list, in the order sent. */
export const MassInviteAnswer = Type.Object({
  success: Type.Array(Type.String()),
  failed: Type.Array(FailedInvitation),
  retryAfterSeconds: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'With `reasons=true`, after a rate limit with a known duration: when to retry.',
    }),
  ),
});
export type MassInviteAnswer = Shape<typeof MassInviteAnswer>;

export const INVITE_MEMBERS = endpoint({
  id: 'inviteMembers',
  method: 'POST',
  path: '/api/organizations/{login}/mass-invite',
  chapter: 'Organizations',
  summary: `Invite up to ${INVITEES_MAX} people into an organization`,
  description: `
    For admins of the organization at sign-in who are currently members. Entries are trimmed, blank ones
    dropped, exact duplicates removed; case-sensitive.

    Five logins at a time across all requests of a session, each tried once. A failure does not affect the others.
    After a rate limit, requests in flight are completed, and the rest is not sent and fails with the same message. After ${INVITE_LIMIT_MS / 1000}
    seconds, and when the service stops, no further requests are made: remaining logins fail as not tried. A person
    with an open invitation fails, even if the code host reports success.

    Without invitations, people are added as members, and existing members fail: on Enterprise Server, on
    GHE.com, and on github.com if the signed-in person is a managed user. An existing account takes two requests to the code
    host, a possibly managed user up to four.

    Checks, in this order: session, cross-site, organization, body, list, entries, number, rights. The body is not read
    without a session. With \`reasons=true\`, each failed login also has a machine-readable reason.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: MassInviteQuery,
  body: MassInviteRequest,
  bodyMaxBytes: MASS_INVITE_BODY_MAX_BYTES,
  checkedBy: 'handler',
  entries: ['invitation.sent'],
  answers: {
    200: { description: 'Every login in exactly one of the two lists, in the order sent.', json: MassInviteAnswer },
  },
});
