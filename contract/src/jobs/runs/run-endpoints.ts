import { endpoint } from '../../endpoint.ts';
import { RUN_BODY_MAX_BYTES, RUNS_MAX } from '../../limits.ts';
import { RunAnswer, RunParams, RunRequest, RunsAnswer } from './run.ts';

const RUNS = '/api/runs';

export const START_RUN = endpoint({
  id: 'startRun',
  method: 'POST',
  path: RUNS,
  chapter: 'Jobs',
  summary: 'Start jobs in several organizations',
  description: `
    A run belongs to the person who starts it. It is stored before anything starts. Then each item becomes a job of its
    organization in the background, with the checks, limits and audit log of that organization and only if the person is an
    owner of it at that time. An item that is refused keeps the reason, and stops only later steps in its organization. The same key with the same
    items returns the same run; with others, it is refused. A run is removed after the last of its jobs.

    Checks, in this order: session, cross-site, body, number of people, sign-in, key, number of runs.
  `,
  session: 'needed',
  body: RunRequest,
  bodyMaxBytes: RUN_BODY_MAX_BYTES,
  entries: ['job.started'],
  answers: { 202: { description: 'The run.', json: RunAnswer } },
});

export const LIST_RUNS = endpoint({
  id: 'listRuns',
  method: 'GET',
  path: RUNS,
  chapter: 'Jobs',
  summary: "List the signed-in person's runs",
  description: `Up to ${RUNS_MAX} are kept.`,
  session: 'needed',
  answers: { 200: { description: 'The runs.', json: RunsAnswer } },
});

export const GET_RUN = endpoint({
  id: 'getRun',
  method: 'GET',
  path: `${RUNS}/{run}`,
  chapter: 'Jobs',
  summary: "Get one of the signed-in person's runs",
  description: 'A job is shown only while the person is an owner of its organization.',
  session: 'needed',
  params: RunParams,
  answers: { 200: { description: 'The run.', json: RunAnswer } },
});

export const CANCEL_RUN = endpoint({
  id: 'cancelRun',
  method: 'POST',
  path: `${RUNS}/{run}/cancel`,
  chapter: 'Jobs',
  summary: 'Cancel a run with all its jobs',
  description: `
    Once it is answered, no job of the run starts, and its jobs begin nothing more. What was sent stays valid. Jobs that
    another owner took over go on. Needs no rights in the organizations: it only stops what the person started. Repeating it
    has no effect.
  `,
  session: 'needed',
  params: RunParams,
  entries: ['job.cancelled'],
  answers: { 200: { description: 'The run.', json: RunAnswer } },
});

export const RETRY_RUN = endpoint({
  id: 'retryRun',
  method: 'POST',
  path: `${RUNS}/{run}/retry`,
  chapter: 'Jobs',
  summary: 'Retry a run that failed too often',
  description: 'Goes on with what had not started. Has no effect unless `failed` is set.',
  session: 'needed',
  params: RunParams,
  entries: ['job.started'],
  answers: { 200: { description: 'The run.', json: RunAnswer } },
});

export const DOWNLOAD_RUN_RESULTS = endpoint({
  id: 'downloadRunResults',
  method: 'GET',
  path: `${RUNS}/{run}/results.csv`,
  chapter: 'Jobs',
  summary: 'Download the results of a run as CSV',
  description: `
    In the format of the results of a job, with the columns \`organization\`, \`change\`, \`row\`, \`login\`, \`email\`,
    \`user_id\`, \`role\`, \`teams\`, \`outcome\`, \`message\` and \`settled_at\`. An item that was refused or cannot be shown has one row
    with its state as \`outcome\` and the reason as \`message\`. Adds an audit entry to each organization whose results it has.
  `,
  session: 'needed',
  params: RunParams,
  streams: 'file',
  entries: ['job.downloaded'],
  answers: {
    200: {
      description: 'The results so far.',
      text: 'text/csv',
      headers: { 'Content-Disposition': { type: 'string', description: '`attachment` with the file name.' } },
    },
  },
});
