import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { INVITE_LIMIT_MS, PREVIEW_BODY_MAX_BYTES, PREVIEW_ROWS_MAX } from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { Nullable, type Shape } from '../shape.ts';
import { WantedInvitation } from './invitation-job.ts';

export const PreviewedRow = Type.Object({
  ...WantedInvitation.properties,
  teams: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Slugs or names, beside `teamIds`; upper and lower case are the same. Blank ones are dropped.',
    }),
  ),
});
export type PreviewedRow = Shape<typeof PreviewedRow>;

export const InvitationPreviewRequest = Type.Object({
  rows: Type.Array(PreviewedRow, { description: `One to ${PREVIEW_ROWS_MAX}. A longer list is sent in portions.` }),
});
export type InvitationPreviewRequest = Shape<typeof InvitationPreviewRequest>;

/** The predicted result for a row: the first state that applies. */
export const PreviewState = Type.Union([
  Type.Literal('wrong', { description: '`reason` says what is wrong with the row; nothing was asked about it.' }),
  Type.Literal('not-possible-here', {
    description:
      'Where there are no invitations, people are added by login as member or admin: no address, no billing manager, and ' +
      'into an organization of managed users only these.',
  }),
  Type.Literal('not-checked', { description: '`reason` says why: send the row again.' }),
  Type.Literal('not-found'),
  Type.Literal('organization', { description: 'Of an organization, or a bot: not of a person.' }),
  Type.Literal('duplicate', { description: 'Of a row above, `duplicateOf`: the same address, or the same account.' }),
  Type.Literal('already-member', {
    description: 'Of a login. Whose an address is the code host does not tell: a member named by one is `ready`.',
  }),
  Type.Literal('suspended', { description: 'Where the code host says so: on an Enterprise Server, above all.' }),
  Type.Literal('managed-account', {
    description: 'A managed account, which only organizations of its own enterprise can add.',
  }),
  Type.Literal('already-invited', { description: '`invitation` says since when and by whom.' }),
  Type.Literal('unknown-team', { description: '`unknownTeams` says which.' }),
  Type.Literal('failed-before', {
    description: 'May still be sent. `invitation` says since when an earlier one has failed, and why.',
  }),
  Type.Literal('ready', { description: 'Nothing is known that keeps the invitation from being sent.' }),
]);
export type PreviewState = Shape<typeof PreviewState>;

/** Why a row is `wrong` or was not checked. */
export const PreviewReason = Type.Union([
  Type.Literal('no-person', { description: 'Wrong: neither a login nor an address.' }),
  Type.Literal('two-people', { description: 'Wrong: both.' }),
  Type.Literal('bad-login', { description: 'Wrong: nobody can have this login.' }),
  Type.Literal('bad-email', { description: 'Wrong: this cannot be an address.' }),
  Type.Literal('bad-role', { description: 'Wrong.' }),
  Type.Literal('bad-teams', { description: 'Wrong: teams that are no list of names, or `teamIds` none of numbers.' }),
  Type.Literal('too-many-teams', { description: 'Wrong: more than twenty.' }),
  Type.Literal('rate-limited', {
    description:
      'Not checked: that person has used up what the code host allows them. `retryAfterSeconds` may say until when.',
  }),
  Type.Literal('token-rejected', { description: 'Not checked: the code host refuses the token. Sign in again.' }),
  Type.Literal('refused', { description: 'Not checked: `words` are those of the code host.' }),
  Type.Literal('unreachable', { description: 'Not checked: the code host gave no usable answer.' }),
  Type.Literal('out-of-time', { description: 'Not checked: the code host took too long with the others.' }),
  Type.Literal('shutting-down', { description: 'Not checked: the service was stopping.' }),
]);
export type PreviewReason = Shape<typeof PreviewReason>;

/** A person's open or failed invitation. */
export const EarlierInvitation = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  role: Type.String({ description: "The code host's word." }),
  since: Type.String({ format: 'date-time', description: 'When it was made; of a failed one, when it failed.' }),
  invitedBy: Nullable(Type.String({ description: 'Login of who sent it.' })),
  failure: Nullable(
    Type.String({ description: "Why it failed, in the code host's words or its code; null of an open one." }),
  ),
});
export type EarlierInvitation = Shape<typeof EarlierInvitation>;

export const InvitationPreviewRow = Type.Object({
  state: PreviewState,
  login: Nullable(
    Type.String({ description: 'As the code host spells it, where the account is known, else as it was sent.' }),
  ),
  email: Nullable(Type.String()),
  accountId: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'Number of the account, which tells duplicates between two requests; null of an address.',
    }),
  ),
  teamIds: Type.Array(Type.Integer(), { description: 'Of the teams that were found, each once.' }),
  unknownTeams: Type.Array(Type.String(), { description: 'As they were sent; numbers as text.' }),
  duplicateOf: Nullable(Type.Integer({ minimum: 1, description: 'Of which row of this request, counted from 1.' })),
  invitation: Nullable(EarlierInvitation),
  reason: Nullable(PreviewReason),
  words: Nullable(Type.String({ description: 'The words of the code host, where it said why it refused.' })),
});
export type InvitationPreviewRow = Shape<typeof InvitationPreviewRow>;

export const InvitationPreviewAnswer = Type.Object({
  rows: Type.Array(InvitationPreviewRow, { description: 'In the order sent, one for each.' }),
  seats: Nullable(
    Type.Object(
      { total: Type.Integer({ minimum: 0 }), filled: Type.Integer({ minimum: 0 }) },
      { description: 'Null when the App may not read the plan, or the plan counts no seats.' },
    ),
  ),
  sentInLastDay: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'As of the list of invitations, with what was sent from here: at least so much of the quota of a day is used. ' +
        'Null where there are no invitations, and when they were not read in time.',
    }),
  ),
  retryAfterSeconds: Nullable(
    Type.Integer({ minimum: 1, description: 'When rows that were not checked have a chance; null when nobody knows.' }),
  ),
});
export type InvitationPreviewAnswer = Shape<typeof InvitationPreviewAnswer>;

export const PREVIEW_INVITATIONS = endpoint({
  id: 'previewInvitations',
  method: 'POST',
  path: '/api/organizations/{login}/invitation-preview',
  chapter: 'Organizations',
  summary: `What would become of up to ${PREVIEW_ROWS_MAX} invitations`,
  description: `
    For whom, as for the list of invitations. Nothing is sent or stored. A mistake in a row, which is \`wrong\` then, keeps none
    of the others.

    Open and failed invitations, teams and seats are read once a minute for all requests of a session, so what changed in that
    minute may be missing. People are looked up by name, a hundred in one call of GraphQL; whom that does not know is asked for
    once more over REST. After a limit, when the token is refused, after ${INVITE_LIMIT_MS / 1000} seconds and when the service stops, the rest is
    \`not-checked\`; when the client leaves, nobody else is looked up. What is true of the organization is read first: when that
    is refused, the whole is.

    Also where there are no invitations, and people are added as members: nobody is \`already-invited\` there.

    Checks, in this order: session, other site, body, organization, rights.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: InvitationPreviewRequest,
  bodyMaxBytes: PREVIEW_BODY_MAX_BYTES,
  checkedBy: 'handler',
  answers: { 200: { description: 'The rows, and what there is room for.', json: InvitationPreviewAnswer } },
});
