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
  login: Type.Optional(Type.String({ description: 'Either this or an address.' })),
  email: Type.Optional(Type.String()),
  role: Type.Optional(Type.Union(Role.anyOf, { description: 'Default: direct_member.' })),
  teamIds: Type.Optional(
    Type.Array(Type.Integer({ minimum: 1 }), {
      description: `Numbers of teams, ${JOB_TEAMS_MAX} at most, which stay when one is renamed.`,
    }),
  ),
});
export type WantedInvitation = Shape<typeof WantedInvitation>;

export const InvitationJobRequest = Type.Object({
  key: Type.String({
    description: `Chosen by the client, 1 to ${JOB_KEY_MAX_CHARACTERS} letters, digits, dashes and underscores: sent again, it is the same job.`,
  }),
  rows: Type.Array(WantedInvitation, { description: `One to ${count(JOB_ROWS_MAX)}, each person once.` }),
});
export type InvitationJobRequest = Shape<typeof InvitationJobRequest>;

const Outcome = Type.Union([
  Type.Literal('ready', { description: 'Not sent yet.' }),
  Type.Literal('sending', { description: 'Sent, or about to be: what became of it is not known yet.' }),
  Type.Literal('sent'),
  Type.Literal('already-member'),
  Type.Literal('already-invited'),
  Type.Literal('not-found'),
  Type.Literal('refused', { description: 'By the code host, in its words.' }),
  Type.Literal('failed', {
    description: 'It had no usable answer again and again, or what became of it could not be found out.',
  }),
  Type.Literal('cancelled'),
]);

export const InvitationJob = Type.Object({
  id: Type.String(),
  key: Type.String(),
  state: Type.Union([
    Type.Literal('waiting', { description: 'For older jobs of the organization, which have not ended.' }),
    Type.Literal('running'),
    Type.Literal('paused'),
    Type.Literal('stopped', { description: '`stop` says why.' }),
    Type.Literal('cancelling', { description: 'Sends nothing more; one row is not known yet.' }),
    Type.Literal('finished'),
    Type.Literal('cancelled'),
  ]),
  stop: Nullable(
    Type.Object({
      reason: Type.Union([
        Type.Literal('over-quota', { description: 'The organization has sent what it may in a day.' }),
        Type.Literal('no-seat', { description: 'Everybody the organization has paid for is there.' }),
        Type.Literal('token-rejected', { description: 'The code host refuses the token the job runs with.' }),
        Type.Literal('session-ended', { description: 'Of the person the job runs with: take it over.' }),
        Type.Literal('rights-lost', { description: 'That person may not invite any more.' }),
        Type.Literal('unreachable', { description: 'The code host gave no usable answer, several times.' }),
        Type.Literal('rate-limited', { description: 'That person has used up what the code host allows them.' }),
      ]),
      words: Nullable(Type.String({ description: 'The words of the code host.' })),
      until: Nullable(
        Type.String({ format: 'date-time', description: 'The job goes on by itself then; null: not by itself.' }),
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
  runBy: Type.String({ description: 'Login of whose token it runs with.' }),
  addsPeople: Type.Boolean({
    description: 'Whether people are added at once, where the code host has no invitations; `sent` means added then.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
  endedAt: Nullable(Type.String({ format: 'date-time' })),
});
export type InvitationJob = Shape<typeof InvitationJob>;

export const InvitationJobAnswer = Type.Object({ job: InvitationJob });
export type InvitationJobAnswer = Shape<typeof InvitationJobAnswer>;

export const InvitationJobsAnswer = Type.Object({
  jobs: Type.Array(InvitationJob, { description: `The newest first, ${JOBS_LISTED_MAX} at most.` }),
});
export type InvitationJobsAnswer = Shape<typeof InvitationJobsAnswer>;

export const InvitationJobRow = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  login: Nullable(Type.String()),
  email: Nullable(Type.String({ description: 'Null some days after the end of the job, too.' })),
  role: Role,
  teamIds: Type.Array(Type.Integer()),
  outcome: Outcome,
  words: Nullable(Type.String({ description: 'The words of the code host.' })),
  settledAt: Nullable(Type.String({ format: 'date-time' })),
});
export type InvitationJobRow = Shape<typeof InvitationJobRow>;

export const InvitationJobRowsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,5}$', description: 'Number of the last row of the page before.' }),
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
  next: Nullable(Type.Integer({ description: '`after` of the next page; null after the last one.' })),
});
export type InvitationJobRowsAnswer = Shape<typeof InvitationJobRowsAnswer>;

export const InvitationJobParams = Type.Object({ ...OrganizationParams.properties, id: Type.String() });
export type InvitationJobParams = Shape<typeof InvitationJobParams>;
