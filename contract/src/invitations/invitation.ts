import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { INVITE_LIMIT_MS, INVITEES_MAX, MASS_INVITE_BODY_MAX_BYTES } from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import type { Shape } from '../shape.ts';

export const MassInviteRequest = Type.Object({
  userLogins: Type.Array(Type.String(), {
    description: 'One to fifty logins, counted without blanks and exact duplicates.',
  }),
});
export type MassInviteRequest = Shape<typeof MassInviteRequest>;

export const MassInviteQuery = Type.Object({
  reasons: Type.Optional(
    Type.Literal('true', { description: 'Tells why each login failed, for programs. Other values do nothing.' }),
  ),
});
export type MassInviteQuery = Shape<typeof MassInviteQuery>;

/** For programs: the text of `error` may change. */
export const InvitationFailureReason = Type.Union([
  Type.Literal('not-found', { description: 'Nobody has this login.' }),
  Type.Literal('already-there', { description: 'A member already, or invited before.' }),
  Type.Literal('over-quota', {
    description: 'The organization has sent as many invitations as the code host allows it in a day.',
  }),
  Type.Literal('rate-limited', { description: 'The person has used up what the code host allows them.' }),
  Type.Literal('token-rejected', { description: "The code host no longer takes the person's token: sign in again." }),
  Type.Literal('refused', { description: 'The code host said no, for another reason.' }),
  Type.Literal('unreachable', { description: 'The code host did not tell who this is. No invitation was sent.' }),
  Type.Literal('not-tried', {
    description:
      'Nothing was sent: the code host took too long with the others, the organization was renamed, or the service was ' +
      'stopping.',
  }),
  Type.Literal('not-confirmed', {
    description: 'The invitation was sent to the code host, which gave no usable answer: it may have arrived.',
  }),
]);
export type InvitationFailureReason = Shape<typeof InvitationFailureReason>;

export const FailedInvitation = Type.Object({
  login: Type.String(),
  error: Type.String({
    description:
      "The code host's own words, or those of a broken connection; `User @LOGIN not found on the code host`; " +
      '`API rate limit exceeded`, also of logins that were not sent after it; `Bad credentials`; ' +
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
      description:
        'With `reasons=true`, after a rate limit that said how long it lasts: when another try has a chance.',
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
    For admins of the organization, as of the sign-in, who belong to it at this moment. Entries are trimmed, blank ones
    dropped, exact duplicates removed; upper and lower case differ.

    Five logins at a time, of all requests of a session together, each tried once; one that fails keeps none of the others.
    After a rate limit, logins in flight are finished, and the rest is not sent and fails with the same text. After ${INVITE_LIMIT_MS / 1000}
    seconds, and when the service stops, no further call is made: who was not sent an invitation fails as not tried. Somebody
    with an open invitation fails, also where the code host answers it as if it were new.

    Where there are no invitations, a membership is set, and somebody who belongs already fails: on an Enterprise Server, on
    GHE.com, and on github.com when the signed-in person is a managed user. A known person takes two requests to the code
    host, one who may be a managed user up to four.

    Checks, in this order: session, other site, organization, body, list, entries, number, rights. The body is not read
    before there is a session. With \`reasons=true\`, each login that failed has a reason for programs too.
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
