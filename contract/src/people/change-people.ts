import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { continueAfterSignOut, JobAnswer } from '../jobs/job.ts';
import {
  CHANGED_IN_JOB_MAX,
  CHANGED_PEOPLE_MAX,
  JOB_INVITATIONS_PER_HOUR,
  LOGIN_MAX_CHARACTERS,
  PEOPLE_PREVIEW_MAX_CHARACTERS,
  PREVIEWS_MAX,
  START_PEOPLE_CHANGE_BODY_MAX_BYTES,
} from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { count } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';
import { PersonRole } from './people.ts';
import { PeopleChange } from './people-change.ts';
import { AccessPermission } from './reached.ts';

export const PreviewPeopleRequest = Type.Object({
  change: PeopleChange,
  logins: Type.Array(Type.String({ minLength: 1, maxLength: LOGIN_MAX_CHARACTERS }), {
    minItems: 1,
    maxItems: CHANGED_PEOPLE_MAX,
  }),
});
export type PreviewPeopleRequest = Shape<typeof PreviewPeopleRequest>;

/** Effects of a change on one person. */
export const PreviewedPerson = Type.Object({
  login: Type.String({ description: 'As spelled by the code host, or as sent if not found.' }),
  id: Nullable(Type.Integer({ minimum: 1 })),
  role: Nullable(PersonRole),
  verdict: Type.Union([
    Type.Literal('will-change'),
    Type.Literal('nothing-to-do', { description: 'Already the case.' }),
    Type.Literal('yourself', { description: "You can't change your own role." }),
    Type.Literal('last-owner', { description: 'No owner would be left.' }),
    Type.Literal('not-there', { description: 'Not in the organization.' }),
    Type.Literal('managed-elsewhere', { description: 'Determined by an enterprise team or a child team.' }),
    Type.Literal('unknown', { description: 'The code host did not report it; nothing will be done.' }),
  ]),
  /** Teams that the person leaves; null if unreadable. */
  teams: Nullable(Type.Array(Type.String())),
  /** Of these teams, those without another maintainer. */
  onlyMaintainerOf: Type.Array(Type.String()),
  /** Repositories to which the person loses access, as far as the App covers them; null if unreadable. */
  repositoryCount: Nullable(Type.Integer({ minimum: 0 })),
  /** Their names; empty if not counted. */
  lostRepositories: Type.Array(Type.String()),
  /** After a conversion, what teams and direct grants leave; empty if not counted. */
  keptRepositories: Type.Array(Type.Object({ name: Type.String(), permission: AccessPermission })),
  /** Open invitations, which end when this sender is removed; null if unreadable. */
  sentInvitationCount: Nullable(Type.Integer({ minimum: 0 })),
  /** Possible effects that the opposite change does not undo. */
  notes: Type.Array(
    Type.Union([
      Type.Literal('seat-may-stay-taken'),
      Type.Literal('stays-in-enterprise'),
      Type.Literal('gets-full-control'),
      Type.Literal('loses-private-forks'),
    ]),
  ),
});
export type PreviewedPerson = Shape<typeof PreviewedPerson>;

export const PreviewPeopleAnswer = Type.Object({
  /** Sent back with the change, which does only what is shown. */
  preview: Type.String(),
  /** The service refuses the preview after this time. */
  expiresAt: Type.String({ format: 'date-time' }),
  change: PeopleChange,
  people: Type.Array(PreviewedPerson),
  /** True for more than `UNCONFIRMED_PEOPLE_MAX` people. */
  needsConfirmation: Type.Boolean(),
});
export type PreviewPeopleAnswer = Shape<typeof PreviewPeopleAnswer>;

export const StartPeopleChangeRequest = Type.Object({
  previews: Type.Array(Type.String({ minLength: 1, maxLength: PEOPLE_PREVIEW_MAX_CHARACTERS }), {
    minItems: 1,
    maxItems: PREVIEWS_MAX,
    description: 'Of the same change. Together they are made in one job.',
  }),
  /** The organization's login, typed by a person. */
  confirmation: Type.Optional(Type.String({ maxLength: LOGIN_MAX_CHARACTERS })),
  continueAfterSignOut,
});
export type StartPeopleChangeRequest = Shape<typeof StartPeopleChangeRequest>;

export const PREVIEW_PEOPLE_CHANGE = endpoint({
  id: 'previewPeopleChange',
  method: 'POST',
  path: '/api/organizations/{login}/people/preview',
  chapter: 'People',
  summary: 'Preview a change of people',
  description: `
    For current owners of the organization. Changes nothing. Each person counts once. A change that would
    not happen has no effects.

    Checks, in this order: session, cross-site, body, organization, rights, team.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: PreviewPeopleRequest,
  answers: { 200: { description: 'The effects for each person, in the order sent.', json: PreviewPeopleAnswer } },
});

export const START_PEOPLE_CHANGE = endpoint({
  id: 'startPeopleChange',
  method: 'POST',
  path: '/api/organizations/{login}/people-changes',
  chapter: 'Jobs',
  summary: `Apply previewed changes of up to ${count(CHANGED_IN_JOB_MAX)} people`,
  description: `
    For current owners of the organization who created the previews. The same previews return the same job. A job makes one
    change per second and ${JOB_INVITATIONS_PER_HOUR} per hour for a person, invitations included. Before each, it reads the person and the
    owners: only people in the previews are changed, only if their role has not changed since, nobody changes themselves, and
    one owner stays. Each change is in the audit log before it is sent. A change with an unknown outcome is looked up before
    anything else is sent for it.

    Checks, in this order: session, cross-site, body, organization, rights, previews, confirmation, whether it may
    continue after a sign-out, key, number of jobs.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: StartPeopleChangeRequest,
  bodyMaxBytes: START_PEOPLE_CHANGE_BODY_MAX_BYTES,
  entries: ['job.started'],
  answers: { 202: { description: 'The job.', json: JobAnswer } },
});
