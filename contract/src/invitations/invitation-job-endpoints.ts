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
  summary: `Have up to ${count(JOB_ROWS_MAX)} people invited, one after the other`,
  description: `
    For whom as for the list of invitations. The job is stored with all its rows before anything is sent, and the
    service sends them with the token of the signed-in person: at most one a second and ${JOB_INVITATIONS_PER_HOUR} in an hour for a person, what they
    send by mass invites and "send again" included. One job of an organization at a time; others wait.

    The same key with the same rows is the same job; with other rows, it is refused. Nobody is sent an invitation twice: a row
    is marked before the call, and one whose outcome is not known is looked up before anything else happens to it.

    A job belongs to its organization, whatever that is called by then; it stops when its person may not invite there any more.
    It also stops when the code host takes no more, and goes on by itself when a time is known, or by the calls below. When the
    session of its person ends, another admin takes it over. Rows are removed ${INVITATION_ROWS_DAYS} days after the end of the job, addresses ${INVITATION_ADDRESSES_DAYS}
    days after, unless the operator chose otherwise; sooner, the oldest first, when the jobs of an organization take more than
    ${count(JOB_BUDGET.jobs)} jobs, ${count(JOB_BUDGET.rows)} rows or ${size(JOB_BUDGET.bytes)}.

    On Enterprise Server, on GHE.com and for managed users, people are added instead, by login and as member or owner: a job
    with an address, a billing manager or teams is refused there.

    Checks, in this order: session, other site, body, rows, organization, rights, whether all rows can be added, key, number
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
  summary: 'The invitation jobs of an organization',
  description: 'For whom as for the list of invitations.',
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The jobs.', json: InvitationJobsAnswer } },
});

export const GET_INVITATION_JOB = endpoint({
  id: 'getInvitationJob',
  method: 'GET',
  path: `${JOBS}/{id}`,
  chapter: 'Organizations',
  summary: 'An invitation job, and how far it is',
  description: 'For whom as for the list of invitations.',
  session: 'needed',
  params: InvitationJobParams,
  answers: { 200: { description: 'The job.', json: InvitationJobAnswer } },
});

export const LIST_INVITATION_JOB_ROWS = endpoint({
  id: 'listInvitationJobRows',
  method: 'GET',
  path: `${JOBS}/{id}/rows`,
  chapter: 'Organizations',
  summary: 'The rows of an invitation job',
  description: 'For whom as for the list of invitations. In the order sent, in pages.',
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
  summary: 'How far an invitation job is, told whenever that changes',
  description: `
    For whom as for the list of invitations. Server-sent events: \`job\`, whose data is an InvitationJob as JSON, at
    once and after each change. Changes within a second are one; comments in between keep the connection.

    It ends after the end of the job, when the session has ended, when its person administers the organization no more (asked
    again each minute), or with the service: whoever asks again then is told the reason. ${WATCHERS.ofSession} at once for a session, ${WATCHERS.ofPerson}
    for a person, and ${WATCHERS.inAll} on one instance; the client of orgdesk asks for the job itself instead, again and again, wherever this does not work.
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
  summary: 'The rows of an invitation job as a file for spreadsheets',
  description: `
    For whom as for the list of invitations. CSV as in RFC 4180, in UTF-8 with a byte order mark, which spreadsheets
    need, with the columns \`row\`, \`login\`, \`email\`, \`role\`, \`teams\` (their numbers, with blanks in between),
    \`outcome\`, \`words\` and \`settled_at\`. A cell that a spreadsheet would take for a formula has an apostrophe in front, and control
    characters are removed. Downloading is an entry of the audit trail.
  `,
  session: 'needed',
  params: InvitationJobParams,
  streams: 'file',
  entries: ['invitation_job.exported'],
  answers: {
    200: {
      description: 'A row for each person, in the order sent.',
      text: 'text/csv',
      headers: { 'Content-Disposition': { type: 'string', description: 'To be kept as a file, with its name.' } },
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
    description: `For whom as for the list of invitations. ${description}`,
    session: 'needed',
    params: InvitationJobParams,
    entries: [entry],
    answers: { 200: { description: 'The job as it is now.', json: InvitationJobAnswer } },
  });

export const PAUSE_INVITATION_JOB = change(
  'pauseInvitationJob',
  'pause',
  'Pause an invitation job',
  'A row under way is finished. The job keeps its place: others of the organization go on waiting.',
  'invitation_job.paused',
);

export const RESUME_INVITATION_JOB = change(
  'resumeInvitationJob',
  'resume',
  'Let an invitation job go on',
  'One that is paused or stopped goes on now, with the token it had.',
  'invitation_job.resumed',
);

export const CANCEL_INVITATION_JOB = change(
  'cancelInvitationJob',
  'cancel',
  'Cancel an invitation job',
  'Rows that were not sent are cancelled; invitations that were sent stay.',
  'invitation_job.cancelled',
);

export const TAKE_OVER_INVITATION_JOB = change(
  'takeOverInvitationJob',
  'take-over',
  'Let an invitation job go on with your own token',
  'One that is paused or stopped goes on now; one that runs goes on with the other token.',
  'invitation_job.taken_over',
);
