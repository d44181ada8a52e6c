import { Type } from 'typebox';
import { FRESH_SIGN_IN_MINUTES, JOB_TITLE_MAX_CHARACTERS, JOBS_LISTED_MAX } from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { PeopleChange } from '../people/people-change.ts';
import { Nullable, type Shape } from '../shape.ts';

export const JobKind = Type.Union([
  Type.Literal('invitations'),
  Type.Literal('people-change'),
  Type.Literal('access-export', { description: 'Writes who has access to repositories into a file.' }),
  Type.Literal('organization-file', { description: 'Applies a plan.' }),
]);
export type JobKind = Shape<typeof JobKind>;

export const JobState = Type.Union([
  Type.Literal('queued', { description: 'Waiting for an older job of this kind in the organization: see `waitsFor`.' }),
  Type.Literal('running'),
  Type.Literal('paused', { description: 'By a person. It keeps its place.' }),
  Type.Literal('limited', { description: 'Resumes automatically at `until`; `reason` says why it waits.' }),
  Type.Literal('failed', { description: '`reason` says why. Resume it or take it over.' }),
  Type.Literal('done'),
  Type.Literal('cancelled', {
    description: 'Sends nothing more. While `endedAt` is null, the outcome of one row is pending.',
  }),
]);
export type JobState = Shape<typeof JobState>;

/** Why a job is `limited` or `failed`. */
export const JobReason = Type.Union([
  Type.Literal('over-quota', { description: 'The organization has reached its daily invitation limit.' }),
  Type.Literal('no-seat', { description: 'The organization has no seats left.' }),
  Type.Literal('token-rejected', { description: 'The code host rejects the token that the job uses.' }),
  Type.Literal('session-ended', {
    description: 'The session of the person who runs the job ended: take it over.',
  }),
  Type.Literal('rights-lost', { description: 'That person is no longer allowed to do this.' }),
  Type.Literal('unreachable', { description: 'The code host repeatedly returned no usable response.' }),
  Type.Literal('rate-limited', {
    description: 'That person, or the installation of the App, has reached a rate limit of the code host.',
  }),
  Type.Literal('needs-person', {
    description: 'The App may not do this step: somebody who is signed in can resume the job or take it over.',
  }),
  Type.Literal('app-work-off', { description: 'An owner ended that jobs continue through the App.' }),
  Type.Literal('approval-withdrawn', {
    description: 'The person who approved that the App continues it has ended their sessions or their authorization.',
  }),
  Type.Literal('app-suspended', { description: 'The installation of the App is suspended.' }),
  Type.Literal('app-missing', { description: 'The App is no longer installed.' }),
  Type.Literal('internal-error', { description: 'orgdesk failed at it repeatedly: see the dead list.' }),
]);
export type JobReason = Shape<typeof JobReason>;

export const RowOutcome = Type.Union([
  Type.Literal('ready', { description: 'Not sent yet.' }),
  Type.Literal('sending', { description: 'Sent or about to be sent: the outcome is not known yet.' }),
  Type.Literal('sent', { description: 'Invited, or added where the code host has no invitations.' }),
  Type.Literal('already-member'),
  Type.Literal('already-invited'),
  Type.Literal('not-found'),
  Type.Literal('changed'),
  Type.Literal('nothing-to-do', { description: 'Was the case already.' }),
  Type.Literal('changed-since', { description: 'Changed since the preview: nothing was done.' }),
  Type.Literal('under-way', {
    description: 'The code host completes it later (conversion to an outside collaborator).',
  }),
  Type.Literal('refused', { description: '`message` has the reason, usually the message of the code host.' }),
  Type.Literal('failed', {
    description: 'The code host repeatedly returned no usable response, or the outcome could not be determined.',
  }),
  Type.Literal('cancelled'),
]);
export type RowOutcome = Shape<typeof RowOutcome>;

export const JobTitle = Type.String({
  minLength: 1,
  maxLength: JOB_TITLE_MAX_CHARACTERS,
  description: 'Shown with the job, such as the name of a file.',
});

/** Background work of an organization. */
export const Job = Type.Object({
  id: Type.String({ description: '32 lower-case hex characters.' }),
  kind: JobKind,
  key: Type.String({ description: 'Sending the request that started the job again with its key returns the job.' }),
  title: Nullable(JobTitle),
  state: JobState,
  reason: Nullable(JobReason),
  message: Nullable(Type.String({ description: "The code host's message about the reason." })),
  until: Nullable(Type.String({ format: 'date-time', description: 'When a limited job resumes automatically.' })),
  waitsFor: Nullable(
    Type.Object(
      {
        id: Type.String(),
        title: Nullable(JobTitle),
        state: JobState,
        runBy: Type.String({ description: 'Login.' }),
      },
      {
        description:
          'What a queued job waits for: the older job that is at work, or one that has stopped and is run by the same person or changes the same person or team.',
      },
    ),
  ),
  progress: Type.Object({
    done: Type.Integer({ minimum: 0, description: 'Rows with an outcome, or repositories.' }),
    total: Nullable(Type.Integer({ minimum: 0, description: 'Null until counted.' })),
  }),
  counts: Type.Object(
    Object.fromEntries(RowOutcome.anyOf.map(({ const: outcome }) => [outcome, Type.Integer({ minimum: 0 })])) as Record<
      RowOutcome,
      ReturnType<typeof Type.Integer>
    >,
    { description: 'Rows by outcome; all zero for a job without rows.' },
  ),
  startedBy: Type.String({ description: 'Login.' }),
  runBy: Type.String({ description: 'Login of the person whose token it uses, or for whom the App continues it.' }),
  continuesAfterSignOut: Type.Boolean({
    description: 'True if that person approved that the App continues it after their session, and no owner ended that.',
  }),
  addsPeople: Type.Boolean({
    description:
      'True for invitations where the code host has none, so that people are added directly; `sent` then means added.',
  }),
  change: Nullable(PeopleChange),
  file: Nullable(
    Type.Object({
      rows: Type.Integer({ minimum: 0 }),
      unseen: Type.Integer({ minimum: 0, description: 'Rows about something that could not be read.' }),
      expiresAt: Nullable(Type.String({ format: 'date-time', description: 'Null while the job has not ended.' })),
    }),
  ),
  createdAt: Type.String({ format: 'date-time' }),
  endedAt: Nullable(
    Type.String({ format: 'date-time', description: 'A failed access export ends too; resuming it clears this.' }),
  ),
});
export type Job = Shape<typeof Job>;

export const JobAnswer = Type.Object({ job: Job });
export type JobAnswer = Shape<typeof JobAnswer>;

export const JobsQuery = Type.Object({ kind: Type.Optional(JobKind) });
export type JobsQuery = Shape<typeof JobsQuery>;

export const JobsAnswer = Type.Object({
  jobs: Type.Array(Job, { description: `Newest first, up to ${JOBS_LISTED_MAX}.` }),
});
export type JobsAnswer = Shape<typeof JobsAnswer>;

const CONTINUE = `Whether the App may continue after your session has ended, where an owner has allowed that. Needs a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes. Default: false.`;

export const continueAfterSignOut = Type.Optional(Type.Boolean({ description: CONTINUE }));

/** Of resuming a job and taking it over. */
export const ContinueQuery = Type.Object({
  continueAfterSignOut: Type.Optional(
    Type.Union([Type.Literal('true'), Type.Literal('false')], { description: CONTINUE }),
  ),
});
export type ContinueQuery = Shape<typeof ContinueQuery>;

export const JobParams = Type.Object({ ...OrganizationParams.properties, id: Type.String() });
export type JobParams = Shape<typeof JobParams>;
