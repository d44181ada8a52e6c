import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { continueAfterSignOut, JobAnswer, JobTitle } from '../jobs/job.ts';
import {
  INVITATION_ADDRESSES_DAYS,
  INVITATION_ROWS_DAYS,
  JOB_BODY_MAX_BYTES,
  JOB_BUDGET,
  JOB_INVITATIONS_PER_HOUR,
  JOB_KEY_MAX_CHARACTERS,
  JOB_ROWS_MAX,
  JOB_TEAMS_MAX,
} from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { count, size } from '../quantities.ts';
import type { Shape } from '../shape.ts';

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
  title: Type.Optional(JobTitle),
  continueAfterSignOut,
  rows: Type.Array(WantedInvitation, { description: `One to ${count(JOB_ROWS_MAX)}, each person once.` }),
});
export type InvitationJobRequest = Shape<typeof InvitationJobRequest>;

export const START_INVITATION_JOB = endpoint({
  id: 'startInvitationJob',
  method: 'POST',
  path: '/api/organizations/{login}/invitation-jobs',
  chapter: 'Jobs',
  summary: `Invite up to ${count(JOB_ROWS_MAX)} people in the background`,
  description: `
    Same access as the list of invitations. The job is stored with all its rows before anything is sent. The
    service sends them with the signed-in person's token: at most one per second and ${JOB_INVITATIONS_PER_HOUR} per hour for a person, including what they
    send by mass invite and resending. An organization's jobs run one at a time; others wait.

    The same key with the same rows returns the same job; with other rows, it is refused. Nobody is invited twice: a row
    is marked before the request, and a row with an unknown outcome is looked up before anything else is sent for it.

    Rows are removed ${INVITATION_ROWS_DAYS} days after the job ends, email addresses ${INVITATION_ADDRESSES_DAYS}
    days after, unless configured otherwise; sooner, oldest first, if an organization's jobs exceed
    ${count(JOB_BUDGET.jobs)} jobs, ${count(JOB_BUDGET.rows)} rows or ${size(JOB_BUDGET.bytes)}.

    On Enterprise Server, on GHE.com and for managed users, people are added instead, by login and as member or owner. A job
    with an email address, a billing manager or teams is refused there.

    Checks, in this order: session, cross-site, body, rows, organization, rights, whether all rows can be added,
    whether it may continue after a sign-out, key, number of jobs.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: InvitationJobRequest,
  bodyMaxBytes: JOB_BODY_MAX_BYTES,
  checkedBy: 'handler',
  entries: ['job.started'],
  answers: { 202: { description: 'The job.', json: JobAnswer } },
});
