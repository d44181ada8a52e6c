import type { AuditAction } from '../audit-trail/audit-actions.ts';
import { endpoint } from '../endpoint.ts';
import {
  INVITATION_ADDRESSES_DAYS,
  INVITATION_ROWS_DAYS,
  JOB_BODY_MAX_BYTES,
  JOB_BUDGET,
  JOB_INVITATIONS_PER_HOUR,
  JOB_ROWS_MAX,
  WATCHERS,
} from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { count, size } from '../quantities.ts';
import {
  InvitationJobAnswer,
  InvitationJobParams,
  InvitationJobRequest,
  InvitationJobRowsAnswer,
  InvitationJobRowsQuery,
  InvitationJobsAnswer,
} from './invitation-job.ts';

const JOBS = '/api/organizations/{login}/invitation-jobs';

export const START_INVITATION_JOB = endpoint({
  id: 'startInvitationJob',
  method: 'POST',
  path: JOBS,
  chapter: 'Organizations',
  summary: `Invite up to ${count(JOB_ROWS_MAX)} people in the background`,
  description: `
    Same access as the list of invitations. The job is stored with all its rows before anything is sent. The
    service sends them with the signed-in person's token: at most one per second and ${JOB_INVITATIONS_PER_HOUR} per hour for a person, including what they
    send by mass invite and resending. An organization's jobs run one at a time; others wait.

    The same key with the same rows returns the same job; with other rows, it is refused. Nobody is invited twice: a row
    is marked before the request, and a row with an unknown outcome is looked up before anything else is sent for it.

    A job belongs to its organization, even after a rename. It stops when its person can no longer invite there,
    or at a limit of the code host. It resumes automatically if the time is known, or with the requests below. When the
    session of its person ends, another owner can take it over. Rows are removed ${INVITATION_ROWS_DAYS} days after the job ends, email addresses ${INVITATION_ADDRESSES_DAYS}
    days after, unless configured otherwise; sooner, oldest first, if an organization's jobs exceed
    ${count(JOB_BUDGET.jobs)} jobs, ${count(JOB_BUDGET.rows)} rows or ${size(JOB_BUDGET.bytes)}.

    On Enterprise Server, on GHE.com and for managed users, people are added instead, by login and as member or owner. A job
    with an email address, a billing manager or teams is refused there.

    Checks, in this order: session, cross-site, body, rows, organization, rights, whether all rows can be added, key, number
    of jobs.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: InvitationJobRequest,
  bodyMaxBytes: JOB_BODY_MAX_BYTES,
  checkedBy: 'handler',
  entries: ['invitation_job.started'],
  answers: { 202: { description: 'The job.', json: InvitationJobAnswer } },
});

export const LIST_INVITATION_JOBS = endpoint({
  id: 'listInvitationJobs',
  method: 'GET',
  path: JOBS,
  chapter: 'Organizations',
  summary: "List an organization's invitation jobs",
  description: 'Same access as the list of invitations.',
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The jobs.', json: InvitationJobsAnswer } },
});

export const GET_INVITATION_JOB = endpoint({
  id: 'getInvitationJob',
  method: 'GET',
  path: `${JOBS}/{id}`,
  chapter: 'Organizations',
  summary: 'Get an invitation job',
  description: 'Same access as the list of invitations.',
  session: 'needed',
  params: InvitationJobParams,
  answers: { 200: { description: 'The job.', json: InvitationJobAnswer } },
});

export const LIST_INVITATION_JOB_ROWS = endpoint({
  id: 'listInvitationJobRows',
  method: 'GET',
  path: `${JOBS}/{id}/rows`,
  chapter: 'Organizations',
  summary: 'List the rows of an invitation job',
  description: 'Same access as the list of invitations. In the order sent, in pages.',
  session: 'needed',
  params: InvitationJobParams,
  query: InvitationJobRowsQuery,
  answers: { 200: { description: 'A page of rows.', json: InvitationJobRowsAnswer } },
});

export const WATCH_INVITATION_JOB = endpoint({
  id: 'watchInvitationJob',
  method: 'GET',
  path: `${JOBS}/{id}/events`,
  chapter: 'Organizations',
  summary: 'Watch an invitation job',
  description: `
    Same access as the list of invitations. Server-sent events \`job\` with an InvitationJob as JSON data, sent
    immediately and after each change. Changes within one second are combined; comments keep the connection open.

    It ends with the job, with the session, when the person is no longer an owner of the organization (checked
    every minute), or when the service stops; a new request returns the reason. Limits: ${WATCHERS.ofSession} per session, ${WATCHERS.ofPerson}
    per person, and ${WATCHERS.inAll} per instance; if this does not work, orgdesk's client polls the job instead.
  `,
  session: 'needed',
  params: InvitationJobParams,
  streams: 'events',
  answers: { 200: { description: 'Events.', text: 'text/event-stream' } },
});

export const DOWNLOAD_INVITATION_JOB_RESULTS = endpoint({
  id: 'downloadInvitationJobResults',
  method: 'GET',
  path: `${JOBS}/{id}/results.csv`,
  chapter: 'Organizations',
  summary: 'Download the results of an invitation job as CSV',
  description: `
    Same access as the list of invitations. CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets
    need, with the columns \`row\`, \`login\`, \`email\`, \`role\`, \`teams\` (IDs separated by spaces),
    \`outcome\`, \`words\` and \`settled_at\`. A cell that a spreadsheet would treat as a formula starts with an apostrophe, and control
    characters are removed. Downloading adds an audit entry.
  `,
  session: 'needed',
  params: InvitationJobParams,
  streams: 'file',
  entries: ['invitation_job.exported'],
  answers: {
    200: {
      description: 'A row for each person, in the order sent.',
      text: 'text/csv',
      headers: { 'Content-Disposition': { type: 'string', description: '`attachment` with the file name.' } },
    },
  },
});

const change = <const Id extends string, const Verb extends string>(
  id: Id,
  verb: Verb,
  summary: string,
  description: string,
  entry: AuditAction,
) =>
  endpoint({
    id,
    method: 'POST',
    path: `${JOBS}/{id}/${verb}`,
    chapter: 'Organizations',
    summary,
    description: `Same access as the list of invitations. ${description}`,
    session: 'needed',
    params: InvitationJobParams,
    entries: [entry],
    answers: { 200: { description: 'The current state of the job.', json: InvitationJobAnswer } },
  });

export const PAUSE_INVITATION_JOB = change(
  'pauseInvitationJob',
  'pause',
  'Pause an invitation job',
  "The current row is completed. The job keeps its place: the organization's other jobs keep waiting.",
  'invitation_job.paused',
);

export const RESUME_INVITATION_JOB = change(
  'resumeInvitationJob',
  'resume',
  'Resume an invitation job',
  'Resumes a paused or stopped job now, with its current token.',
  'invitation_job.resumed',
);

export const CANCEL_INVITATION_JOB = change(
  'cancelInvitationJob',
  'cancel',
  'Cancel an invitation job',
  'Cancels rows that were not sent. Invitations already sent stay valid.',
  'invitation_job.cancelled',
);

export const TAKE_OVER_INVITATION_JOB = change(
  'takeOverInvitationJob',
  'take-over',
  'Take over an invitation job with your own token',
  'Resumes a paused or stopped job now; a running job continues with your token.',
  'invitation_job.taken_over',
);
