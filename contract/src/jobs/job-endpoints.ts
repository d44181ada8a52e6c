import type { AuditAction } from '../audit-trail/audit-actions.ts';
import { endpoint } from '../endpoint.ts';
import { WATCHERS } from '../limits.ts';
import { OrganizationParams } from '../organizations/organization.ts';
import { ContinueQuery, JobAnswer, JobParams, JobsAnswer, JobsQuery } from './job.ts';
import { JobRowsAnswer, JobRowsQuery } from './job-rows.ts';

const JOBS = '/api/organizations/{login}/jobs';

export const LIST_JOBS = endpoint({
  id: 'listJobs',
  method: 'GET',
  path: JOBS,
  chapter: 'Jobs',
  summary: "List an organization's jobs",
  description: `
    For current owners of the organization, whoever started them: invitations, changes of people, and exports
    of who has access. One job of a kind runs at a time; others are queued. A change of one person waits only for
    older ones of the same person.

    A job works with the token of the person who runs it, and checks their rights before each step. If they approved that and
    an owner has allowed it, the App continues it after their session has ended, for as long as they are an owner. It belongs to
    its organization, even after a rename. At a limit of the code host it waits; if its person can no longer act there, it fails.
    It resumes automatically if the time is known, or with the requests below. When the session of its person ends, another
    owner can take it over. Every action is in the audit log.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: JobsQuery,
  answers: { 200: { description: 'The jobs.', json: JobsAnswer } },
});

export const GET_JOB = endpoint({
  id: 'getJob',
  method: 'GET',
  path: `${JOBS}/{id}`,
  chapter: 'Jobs',
  summary: 'Get a job',
  description: 'Same access as the list.',
  session: 'needed',
  params: JobParams,
  answers: { 200: { description: 'The job.', json: JobAnswer } },
});

export const LIST_JOB_ROWS = endpoint({
  id: 'listJobRows',
  method: 'GET',
  path: `${JOBS}/{id}/rows`,
  chapter: 'Jobs',
  summary: 'List the rows of a job',
  description: 'Same access as the list. In the order sent, in pages. An access export has none.',
  session: 'needed',
  params: JobParams,
  query: JobRowsQuery,
  answers: { 200: { description: 'A page of rows.', json: JobRowsAnswer } },
});

export const WATCH_JOB = endpoint({
  id: 'watchJob',
  method: 'GET',
  path: `${JOBS}/{id}/events`,
  chapter: 'Jobs',
  summary: 'Watch a job',
  description: `
    Same access as the list. Server-sent events \`job\` with a Job as JSON data, sent
    immediately and after each change. Changes within one second are combined; comments keep the connection open.

    It ends with the job, with the session, when the person is no longer an owner of the organization (checked
    every minute), or when the service stops; a new request returns the reason. Limits: ${WATCHERS.ofSession} per session, ${WATCHERS.ofPerson}
    per person, and ${WATCHERS.inAll} per instance; if this does not work, orgdesk's client polls the job instead.
  `,
  session: 'needed',
  params: JobParams,
  streams: 'events',
  answers: { 200: { description: 'Events.', text: 'text/event-stream' } },
});

export const DOWNLOAD_JOB_RESULTS = endpoint({
  id: 'downloadJobResults',
  method: 'GET',
  path: `${JOBS}/{id}/results.csv`,
  chapter: 'Jobs',
  summary: 'Download the results of a job as CSV',
  description: `
    Same access as the list. CSV (RFC 4180) in UTF-8 with a byte order mark, which spreadsheets need. A cell that a spreadsheet
    would treat as a formula starts with an apostrophe, and control characters are removed. Downloading adds an audit entry.

    Columns of invitations: \`row\`, \`login\`, \`email\`, \`role\`, \`teams\` (IDs separated by spaces), \`outcome\`, \`message\` and
    \`settled_at\`. Of a change of people: \`row\`, \`login\`, \`user_id\`, \`role\` before the change, \`outcome\`, \`message\` and
    \`settled_at\`. Of a plan: \`row\`, \`change\`, \`login\`, \`user_id\`, \`team\`, \`repository\`, \`outcome\`, \`message\` and \`settled_at\`.
    Of an access export: \`repository\`, \`private\`, \`archived\`, \`login\`, \`name\`, \`role\`, \`permission\`, \`way\`, \`team\` and
    \`way_permission\`, with one row for each source of access; what could not be read has one row with \`not seen\` and the reason as
    \`way\`, and so has the rest of an export that had not ended or was cancelled.
  `,
  session: 'needed',
  params: JobParams,
  streams: 'file',
  entries: ['job.downloaded'],
  answers: {
    200: {
      description: 'The results; while the job runs, those so far.',
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
    chapter: 'Jobs',
    summary,
    description: `Same access as the list. ${description}`,
    session: 'needed',
    params: JobParams,
    entries: [entry],
    answers: { 200: { description: 'The current state of the job.', json: JobAnswer } },
  });

export const PAUSE_JOB = change(
  'pauseJob',
  'pause',
  'Pause a job',
  "The current row or page is completed. The job keeps its place: the organization's other jobs of this kind stay queued.",
  'job.paused',
);

export const RESUME_JOB = endpoint({
  ...change(
    'resumeJob',
    'resume',
    'Resume a job',
    `Resumes a paused, limited or failed job now, with its current token. Whoever approves that it continues after a sign-out
    runs it from then on; without an approval, it ends with the session.`,
    'job.resumed',
  ),
  query: ContinueQuery,
});

export const CANCEL_JOB = change(
  'cancelJob',
  'cancel',
  'Cancel a job',
  'Cancels rows that were not sent. What was sent stays valid, and a file keeps its rows so far.',
  'job.cancelled',
);

export const TAKE_OVER_JOB = endpoint({
  ...change(
    'takeOverJob',
    'take-over',
    'Take over a job with your own token',
    'Resumes a paused, limited or failed job now; a running job continues with your token.',
    'job.taken_over',
  ),
  query: ContinueQuery,
});
