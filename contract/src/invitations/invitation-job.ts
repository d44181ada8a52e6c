import { Type } from 'typebox';
import {
  JOB_KEY_MAX_CHARACTERS,
  JOB_ROWS_MAX,
  JOB_ROWS_PAGE,
  JOB_ROWS_PAGE_MAX,
  JOB_TEAMS_MAX,
  JOBS_LISTED_MAX,
} from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { count, numberUpTo } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';

const Role = Type.Union([Type.Literal('direct_member'), Type.Literal('admin'), Type.Literal('billing_manager')]);

export const WantedInvitation = Type.Object({
  login: Type.Optional(Type.String({ description: 'Either this or an email address.' })),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Type.Union(Role.anyOf, { description: 'Default: direct_member.' })),
  teamIds: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      description: `Up to ${JOB_TEAMS_MAX} team IDs, which do not change when a team is renamed.`,
    }),
  ),
});
export type WantedInvitation = Shape<typeof WantedInvitation>;

export const InvitationJobRequest = Type.Object({
  key: Type.String({
    description: `Chosen by the client, 1 to ${JOB_KEY_MAX_CHARACTERS} letters, digits, dashes and underscores. Sending it again returns the same job.`,
  }),
  rows: Type.Array(WantedInvitation, { description: `One to ${count(JOB_ROWS_MAX)}, each person once.` }),
});
export type InvitationJobRequest = Shape<typeof InvitationJobRequest>;

const Outcome = Type.Union([
  Type.Literal('ready', { description: 'Not sent yet.' }),
  Type.Literal('sending', { description: 'Sent or about to be sent: the outcome is not known yet.' }),
  Type.Literal('sent'),
  Type.Literal('already-member'),
  Type.Literal('already-invited'),
  Type.Literal('not-found'),
  Type.Literal('refused', { description: 'Refused by the code host; `words` has its message.' }),
  Type.Literal('failed', {
    description: 'The code host repeatedly returned no usable response, or the outcome could not be determined.',
  }),
  Type.Literal('cancelled'),
]);

export const InvitationJob = Type.Object({
  id: Type.String(),
  key: Type.String(),
  state: Type.Union([
    Type.Literal('waiting', { description: 'Waiting for older jobs of the organization to finish.' }),
    Type.Literal('running'),
    Type.Literal('paused'),
    Type.Literal('stopped', { description: '`stop` says why.' }),
    Type.Literal('cancelling', { description: 'Sends nothing more; the outcome of one row is pending.' }),
    Type.Literal('finished'),
    Type.Literal('cancelled'),
  ]),
  stop: Nullable(
    Type.Object({
      reason: Type.Union([
        Type.Literal('over-quota', { description: 'The organization has reached its daily invitation limit.' }),
        Type.Literal('no-seat', { description: 'The organization has no seats left.' }),
        Type.Literal('token-rejected', { description: 'The code host rejects the token that the job uses.' }),
        Type.Literal('session-ended', {
          description: 'The session of the person who runs the job ended: take it over.',
        }),
        Type.Literal('rights-lost', { description: 'That person can no longer invite people.' }),
        Type.Literal('unreachable', { description: 'The code host repeatedly returned no usable response.' }),
        Type.Literal('rate-limited', { description: 'That person has reached a rate limit of the code host.' }),
      ]),
      words: Nullable(Type.String({ description: "The code host's message." })),
      until: Nullable(
        Type.String({ format: 'date-time', description: 'When the job resumes automatically; null if it does not.' }),
      ),
    }),
  ),
  counts: Type.Object(
    Object.fromEntries(Outcome.anyOf.map(({ const: outcome }) => [outcome, Type.Integer({ minimum: 0 })])) as Record<
      Shape<typeof Outcome>,
      ReturnType<typeof Type.Integer>
    >,
  ),
  startedBy: Type.String({ description: 'Login.' }),
  runBy: Type.String({ description: 'Login of the person whose token it uses.' }),
  addsPeople: Type.Boolean({
    description: 'Whether people are added directly because the code host has no invitations; `sent` then means added.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  endedAt: Nullable(Type.String({ format: 'date-time' })),
});
export type InvitationJob = Shape<typeof InvitationJob>;

export const InvitationJobAnswer = Type.Object({ job: InvitationJob });
export type InvitationJobAnswer = Shape<typeof InvitationJobAnswer>;

export const InvitationJobsAnswer = Type.Object({
  jobs: Type.Array(InvitationJob, { description: `Newest first, up to ${JOBS_LISTED_MAX}.` }),
});
export type InvitationJobsAnswer = Shape<typeof InvitationJobsAnswer>;

export const InvitationJobRow = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  login: Nullable(Type.String()),
  email: Nullable(Type.String({ description: 'Also null some days after the job ends.' })),
  role: Role,
  teamIds: Type.Array(Type.Integer()),
  outcome: Outcome,
  words: Nullable(Type.String({ description: "The code host's message." })),
  settledAt: Nullable(Type.String({ format: 'date-time' })),
});
export type InvitationJobRow = Shape<typeof InvitationJobRow>;

export const InvitationJobRowsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,5}$', description: 'Number of the last row on the previous page.' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: numberUpTo(JOB_ROWS_PAGE_MAX),
      description: `1 to ${JOB_ROWS_PAGE_MAX}; default ${JOB_ROWS_PAGE}.`,
    }),
  ),
  outcome: Type.Optional(Outcome),
});
export type InvitationJobRowsQuery = Shape<typeof InvitationJobRowsQuery>;

export const InvitationJobRowsAnswer = Type.Object({
  rows: Type.Array(InvitationJobRow),
  next: Nullable(Type.Integer({ description: '`after` of the next page; null on the last page.' })),
});
export type InvitationJobRowsAnswer = Shape<typeof InvitationJobRowsAnswer>;

export const InvitationJobParams = Type.Object({ ...OrganizationParams.properties, id: Type.String() });
export type InvitationJobParams = Shape<typeof InvitationJobParams>;
