import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  INVITE_LIMIT_MS,
  NEW_ACCOUNT_DAYS,
  PREVIEW_BODY_MAX_BYTES,
  PREVIEW_NAME_MAX_CHARACTERS,
  PREVIEW_ROWS_MAX,
} from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { Nullable, type Shape } from '../shape.ts';
import { WantedInvitation } from './invitation-job.ts';

export const PreviewedRow = Type.Object({
  ...WantedInvitation.properties,
  teams: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Slugs or names, in addition to `teamIds`; case-insensitive. Blank ones are ignored.',
    }),
  ),
  name: Type.Optional(
    Type.String({
      description:
        "The person's name in a list, compared with that of the account with this login. Not stored. What is not a " +
        `text, or has no letter, is ignored, as is what follows the first ${PREVIEW_NAME_MAX_CHARACTERS} characters.`,
    }),
  ),
});
export type PreviewedRow = Shape<typeof PreviewedRow>;

export const InvitationPreviewRequest = Type.Object({
  rows: Type.Array(PreviewedRow, { description: `One to ${PREVIEW_ROWS_MAX}. Send a longer list in parts.` }),
});
export type InvitationPreviewRequest = Shape<typeof InvitationPreviewRequest>;

/** The predicted result for a row: the first state that applies. */
export const PreviewState = Type.Union([
  Type.Literal('wrong', { description: '`reason` says what is wrong with the row. It was not checked.' }),
  Type.Literal('not-possible-here', {
    description:
      'Without invitations, people are added by login as member or admin: no email address, no billing manager, and ' +
      'only managed users in an organization of managed users.',
  }),
  Type.Literal('not-checked', { description: '`reason` says why: send the row again.' }),
  Type.Literal('not-found'),
  Type.Literal('organization', { description: 'Belongs to an organization or a bot, not a person.' }),
  Type.Literal('duplicate', { description: 'Duplicate of the row `duplicateOf`: the same email address or account.' }),
  Type.Literal('already-member', {
    description:
      'By login. The code host does not reveal whose email address it is: a member listed by one is `ready`.',
  }),
  Type.Literal('suspended', { description: 'If the code host reports it, mainly on Enterprise Server.' }),
  Type.Literal('managed-account', {
    description: 'A managed account, which only organizations of its own enterprise can add.',
  }),
  Type.Literal('already-invited', { description: '`invitation` has its date and inviter.' }),
  Type.Literal('unknown-team', { description: '`unknownTeams` lists them.' }),
  Type.Literal('failed-before', {
    description: 'Can still be sent. `invitation` has the date and reason of an earlier failure.',
  }),
  Type.Literal('ready', { description: 'Can be sent, as far as known.' }),
]);
export type PreviewState = Shape<typeof PreviewState>;

/** Why a row is `wrong` or was not checked. */
export const PreviewReason = Type.Union([
  Type.Literal('no-person', { description: 'Wrong: neither a login nor an email address.' }),
  Type.Literal('two-people', { description: 'Wrong: both.' }),
  Type.Literal('bad-login', { description: 'Wrong: not a valid login.' }),
  Type.Literal('bad-email', { description: 'Wrong: not a valid email address.' }),
  Type.Literal('bad-role', { description: 'Wrong.' }),
  Type.Literal('bad-teams', { description: 'Wrong: `teams` is not a list of names, or `teamIds` not a list of IDs.' }),
  Type.Literal('too-many-teams', { description: 'Wrong: more than twenty teams.' }),
  Type.Literal('rate-limited', {
    description: 'Not checked: rate limited by the code host. `retryAfterSeconds` may say until when.',
  }),
  Type.Literal('token-rejected', { description: 'Not checked: the code host rejects the token. Sign in again.' }),
  Type.Literal('refused', { description: "Not checked: `message` has the code host's message." }),
  Type.Literal('unreachable', { description: 'Not checked: the code host returned no usable response.' }),
  Type.Literal('out-of-time', { description: 'Not checked: the code host was too slow.' }),
  Type.Literal('shutting-down', { description: 'Not checked: the service was stopping.' }),
]);
export type PreviewReason = Shape<typeof PreviewReason>;

/** A person's open or failed invitation. */
export const EarlierInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  role: Type.String({ description: "The code host's value." }),
  since: Type.String({ format: 'date-time', description: 'When it was created; if failed, when it failed.' }),
  invitedBy: Nullable(Type.String({ description: 'Login of the inviter.' })),
  failure: Nullable(Type.String({ description: "Why it failed: the code host's message or code; null if open." })),
});
export type EarlierInvitation = Shape<typeof EarlierInvitation>;

/** The profile of an account. */
export const PreviewedAccount = Type.Object({
  name: Nullable(Type.String({ description: 'Null if the account has no name.' })),
  avatarUrl: Nullable(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
});
export type PreviewedAccount = Shape<typeof PreviewedAccount>;

/** Why somebody should make sure that an account is the right one. It can be invited all the same. */
export const PreviewWarning = Type.Union([
  Type.Literal('new-account', { description: `Created within the last ${NEW_ACCOUNT_DAYS} days.` }),
  Type.Literal('other-name', {
    description:
      'No word of `name` that has at least two letters is in the name or login of the account. Case, accents and ' +
      'the width of letters do not count.',
  }),
  Type.Literal('no-name', { description: 'The account has no name to compare `name` with.' }),
  Type.Literal('profile-unread', { description: 'The code host did not return a whole profile.' }),
]);
export type PreviewWarning = Shape<typeof PreviewWarning>;

export const InvitationPreviewRow = Type.Object({
  state: PreviewState,
  login: Nullable(
    Type.String({ description: 'As spelled by the code host if the account is known, otherwise as sent.' }),
  ),
  email: Nullable(Type.String()),
  accountId: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'Account ID, to detect duplicates between requests; null for an email address.',
    }),
  ),
  account: Nullable(PreviewedAccount),
  warnings: Type.Array(PreviewWarning, {
    description: 'For accounts of people who are no members. Empty for an email address: its account is unknown.',
  }),
  teamIds: Type.Array(Type.Integer(), { description: 'Teams found, without duplicates.' }),
  unknownTeams: Type.Array(Type.String(), { description: 'As sent; IDs as strings.' }),
  duplicateOf: Nullable(Type.Integer({ minimum: 1, description: 'Row number in this request, starting at 1.' })),
  invitation: Nullable(EarlierInvitation),
  reason: Nullable(PreviewReason),
  message: Nullable(Type.String({ description: "The code host's message, if it gave a reason." })),
});
export type InvitationPreviewRow = Shape<typeof InvitationPreviewRow>;

export const InvitationPreviewAnswer = Type.Object({
  rows: Type.Array(InvitationPreviewRow, { description: 'One for each row, in the order sent.' }),
  seats: Nullable(
    Type.Object(
      { total: Type.Integer({ minimum: 0 }), filled: Type.Integer({ minimum: 0 }) },
      { description: 'Null if the App cannot read the plan, or the plan has no seats.' },
    ),
  ),
  sentInLastDay: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'From the list of invitations and those sent by orgdesk: the minimum used of the daily limit. ' +
        'Null if the organization has no invitations, or they were not read in time.',
    }),
  ),
  retryAfterSeconds: Nullable(
    Type.Integer({ minimum: 1, description: 'When to retry rows that were not checked; null if unknown.' }),
  ),
});
export type InvitationPreviewAnswer = Shape<typeof InvitationPreviewAnswer>;

export const PREVIEW_INVITATIONS = endpoint({
  id: 'previewInvitations',
  method: 'POST',
  path: '/api/organizations/{login}/invitation-preview',
  chapter: 'Organizations',
  summary: `Preview up to ${PREVIEW_ROWS_MAX} invitations`,
  description: `
    Same access as the list of invitations. Nothing is sent or stored. An error in one row, which is then \`wrong\`, does not
    affect the others.

    Open and failed invitations, teams and seats are cached for one minute per session, so recent changes
    may be missing. People are looked up by login, a hundred per GraphQL request; those not found are looked up
    again over REST. After a rate limit, a rejected token or ${INVITE_LIMIT_MS / 1000} seconds, or when the service stops, the rest is
    \`not-checked\`; when the client disconnects, the lookup stops. The organization's data is read first: if that
    is refused, the request is.

    Also works where people are added as members without invitations: nobody is \`already-invited\` there.

    Checks, in this order: session, cross-site, body, organization, rights.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: InvitationPreviewRequest,
  bodyMaxBytes: PREVIEW_BODY_MAX_BYTES,
  checkedBy: 'handler',
  answers: { 200: { description: 'The rows, seats and remaining limits.', json: InvitationPreviewAnswer } },
});
