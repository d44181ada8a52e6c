import { Type } from 'typebox';
import { WantedInvitation } from '../../invitations/invitation-job.ts';
import {
  JOB_KEY_MAX_CHARACTERS,
  LOGIN_MAX_CHARACTERS,
  PEOPLE_PREVIEW_MAX_CHARACTERS,
  PREVIEWS_MAX,
  RUN_ITEMS_MAX,
  RUN_PEOPLE_MAX,
  RUN_STEPS_MAX,
  RUNS_MAX,
} from '../../limits.ts';
import { OrganizationFinishedLine, UnreadReason } from '../../people/across/list-across.ts';
import { OrganizationId } from '../../people/across/organization-id.ts';
import { PeopleChange } from '../../people/people-change.ts';
import { count } from '../../quantities.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { continueAfterSignOut, Job, JobTitle } from '../job.ts';

const step = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: RUN_STEPS_MAX,
    description:
      'Default: 1. Starts after the jobs of lower steps in the organization have ended, and not at all if one was cancelled, could not start, or is no longer stored.',
  }),
);

const RunChangeRequest = Type.Object({
  organization: OrganizationId,
  step,
  previews: Type.Array(Type.String({ minLength: 1, maxLength: PEOPLE_PREVIEW_MAX_CHARACTERS }), {
    minItems: 1,
    maxItems: PREVIEWS_MAX,
    description: 'Of the same change in this organization.',
  }),
  confirmation: Type.Optional(
    Type.String({
      maxLength: LOGIN_MAX_CHARACTERS,
      description: "The organization's login, typed by a person, as for a change in one organization.",
    }),
  ),
});

const RunInvitationsRequest = Type.Object({
  organization: OrganizationId,
  step,
  invitations: Type.Array(WantedInvitation, { minItems: 1, maxItems: RUN_PEOPLE_MAX }),
});

export const RunRequest = Type.Object({
  key: Type.String({
    pattern: `^[\\w-]{1,${JOB_KEY_MAX_CHARACTERS}}$`,
    description: "Chosen by the client. Sending it again with the same items returns the person's run.",
  }),
  title: Type.Optional(JobTitle),
  continueAfterSignOut,
  items: Type.Array(Type.Union([RunChangeRequest, RunInvitationsRequest]), {
    minItems: 1,
    maxItems: RUN_ITEMS_MAX,
    description: `Each becomes one job. Together up to ${count(RUN_PEOPLE_MAX)} people.`,
  }),
});
export type RunRequest = Shape<typeof RunRequest>;

export const RunItemState = Type.Union([
  Type.Literal('waiting', { description: 'Its job starts soon, or after lower steps.' }),
  Type.Literal('started', { description: '`job` has the state of its job.' }),
  Type.Literal('refused', { description: '`failure` says why there is no job.' }),
  Type.Literal('withheld', { description: '`failure` says why its job cannot be shown now.' }),
  Type.Literal('removed', { description: 'The job was removed with its results.' }),
]);
export type RunItemState = Shape<typeof RunItemState>;

export const RunFailureReason = Type.Union([
  ...UnreadReason.anyOf,
  Type.Literal('preview-invalid', { description: 'Of another change, organization, person or session.' }),
  Type.Literal('preview-expired'),
  Type.Literal('unconfirmed', { description: "More people than can be changed without the organization's login." }),
  Type.Literal('nobody', { description: 'The previews change nobody.' }),
  Type.Literal('wrong-rows', { description: '`message` names the row.' }),
  Type.Literal('too-many-jobs'),
  Type.Literal('storage-full'),
  Type.Literal('too-many-changes'),
  Type.Literal('other-rows', { description: 'These previews started another job.' }),
  Type.Literal('earlier-step', {
    description: 'A job of a lower step in the organization was cancelled, could not start, or is no longer stored.',
  }),
  Type.Literal('cancelled', { description: 'The run was cancelled before.' }),
]);
export type RunFailureReason = Shape<typeof RunFailureReason>;

const { failure } = OrganizationFinishedLine.properties;

export const RunItem = Type.Object({
  item: Type.Integer({ minimum: 1, description: 'Its position in the request.' }),
  organization: Type.Object({
    id: OrganizationId,
    login: Nullable(Type.String({ description: 'Login now, or the last known one. Null if never owned.' })),
  }),
  step: Type.Integer({ minimum: 1 }),
  kind: Type.Union([Type.Literal('people-change'), Type.Literal('invitations')]),
  change: Nullable(PeopleChange),
  /** Null if withheld. */
  people: Nullable(Type.Integer({ minimum: 0 })),
  state: RunItemState,
  failure: Nullable(Type.Object({ ...failure.anyOf[0].properties, reason: RunFailureReason })),
  job: Nullable(Job),
});
export type RunItem = Shape<typeof RunItem>;

export const ListedRun = Type.Object({
  id: Type.String({ description: '32 lower-case hex characters.' }),
  key: Type.String(),
  title: Nullable(JobTitle),
  createdAt: Type.String({ format: 'date-time' }),
  cancelledAt: Nullable(Type.String({ format: 'date-time' })),
  failed: Nullable(
    Type.Object(
      { at: Type.String({ format: 'date-time' }), reason: Nullable(Type.String()) },
      { description: 'orgdesk failed at it repeatedly, and starts nothing more of it until it is retried. Else null.' },
    ),
  ),
  counts: Type.Object(
    {
      waiting: Type.Integer({ minimum: 0 }),
      started: Type.Integer({ minimum: 0 }),
      refused: Type.Integer({ minimum: 0 }),
    },
    { description: 'Items.' },
  ),
});
export type ListedRun = Shape<typeof ListedRun>;

export const Run = Type.Object({
  ...ListedRun.properties,
  isOver: Type.Boolean({ description: 'True if no job of it can change, as far as it may be shown.' }),
  items: Type.Array(RunItem, { description: 'In the order sent.' }),
});
export type Run = Shape<typeof Run>;

export const RunAnswer = Type.Object({ run: Run });
export type RunAnswer = Shape<typeof RunAnswer>;

export const RunsAnswer = Type.Object({
  runs: Type.Array(ListedRun, { description: `Newest first, up to ${RUNS_MAX}.` }),
});
export type RunsAnswer = Shape<typeof RunsAnswer>;

export const RunParams = Type.Object({ run: Type.String() });
export type RunParams = Shape<typeof RunParams>;
