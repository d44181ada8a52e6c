import { stepText } from '@orgdesk/contract/organizations/file/plan-texts';
import type { Job, JobRow, Outcome } from '../../client/src/index.ts';
import { dataOf, type Service, stopOf } from './connection/failure.ts';
import { EXIT, Stop } from './connection/stop.ts';
import { note, warn } from './output/print.ts';
import { createProgress } from './output/progress.ts';
import { readPages } from './output/read-list.ts';
import { type Columns, printRows } from './output/rows.ts';
import { writeOut } from './output/write-out.ts';
import type { Context } from './run-remote.ts';

/** Starts a job. `again` says how to go on when it is not known whether the service did. */
export async function startJob(
  { whenInterrupted }: Pick<Context, 'whenInterrupted'>,
  service: Service,
  answer: Promise<Outcome<{ readonly job: Job }>>,
  again: string,
): Promise<Job> {
  const unknown = `It is not known whether the job was started. ${again}`;
  whenInterrupted(unknown);
  const started = await answer;
  if (started.error === undefined) return started.data.job;
  const { message, exitCode } = await stopOf(service, started);
  const isUnknown = started.status === null || started.status >= 500 || started.status < 400;
  throw new Stop(isUnknown ? `${message} ${unknown}` : message, exitCode);
}

/** For jobs that nothing keeps from being started twice. */
export const toSeeJobs = (organization: string): string =>
  `Before you run this again, see orgdesk jobs list ${organization}.`;

interface Watched {
  readonly organization: string;
  readonly job: Pick<Job, 'id'>;
}

/** Shows the progress of a job until it ends. The job does not depend on whoever watches. */
export async function watchUntilEnd(context: Context, service: Service, { organization, job }: Watched): Promise<Job> {
  const again = `orgdesk jobs watch ${organization} ${job.id}`;
  context.whenInterrupted(`The job goes on. To watch it: ${again}`);
  const progress = createProgress();
  try {
    const path = { login: organization, id: job.id };
    for await (const outcome of service.client.watchJob({ path, signal: service.signal })) {
      if (outcome.error === undefined) {
        const { done, total } = outcome.data.job.progress;
        progress.show(
          done,
          total,
          [stateText(outcome.data.job), countsOf(outcome.data.job)].filter(Boolean).join('; '),
        );
        if (outcome.data.job.endedAt !== null) return outcome.data.job;
      } else if (isFinal(outcome.status)) {
        const { message, exitCode } = await stopOf(service, outcome);
        const goesOn = exitCode === EXIT.signedOut ? ` The job may go on; afterwards: ${again}` : '';
        throw new Stop(`${message}${goesOn}`, exitCode);
      } else {
        warn(`${outcome.error} Trying again …`);
      }
    }
  } finally {
    progress.end();
  }
  throw new Stop(`The job can no longer be watched: ${again}`);
}

const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

export function exitCodeOf(job: Job): number {
  if (job.state === 'cancelled') return EXIT.jobCancelled;
  if (job.state === 'failed') return EXIT.jobFailed;
  return failuresIn(job) > 0 || (job.file?.unseen ?? 0) > 0 ? EXIT.incomplete : 0;
}

interface Started {
  readonly organization: string;
  readonly job: Job;
  readonly results: string | null;
}

export async function finishJob(context: Context, service: Service, { organization, job, results }: Started) {
  const path = { login: organization, id: job.id };
  const ended = await watchUntilEnd(context, service, { organization, job });
  note(`Job ${job.id}: ${[stateText(ended), countsOf(ended)].filter(Boolean).join('. ')}.`);
  context.whenInterrupted(toGetResults(organization, job));
  if (results !== null || context.format === 'csv') await downloadResults(service, path, results);
  if (context.format === 'json' || (results === null && context.format === 'table'))
    await printResults(context, service, path);
  process.exitCode = exitCodeOf(ended);
}

export const toGetResults = (organization: string, { id }: Pick<Job, 'id'>): string =>
  `The job has ended. To get its results: orgdesk jobs watch ${organization} ${id}`;

export async function downloadResults(service: Service, path: JobPath, file: string | null): Promise<void> {
  const { signal } = service;
  const answer = await dataOf(service, service.client.downloadJobResults({ path, signal }));
  if (answer.body === null) throw new Stop('The service sent no results.');
  await writeOut(answer.body, file, signal);
}

interface JobPath {
  readonly login: string;
  readonly id: string;
}

const ROWS_PER_PAGE = '500';

async function printResults({ format, signal }: Context, service: Service, path: JobPath): Promise<void> {
  const pages = service.client.pages('listJobRows', { path, query: { limit: ROWS_PER_PAGE }, signal });
  const rows = await readPages(service, pages, (page) => page.rows);
  const steps = rows.flatMap(({ step, ...row }) => (step === null ? [] : [{ ...row, change: stepText(step), step }]));
  if (steps.length > 0) printRows(format, steps, STEP_COLUMNS);
  else printRows(format, rows, ROW_COLUMNS);
}

const STEP_COLUMNS: Columns<JobRow & { readonly change: string }> = {
  row: ({ row }) => row,
  change: ({ change }) => change,
  result: ({ outcome }) => outcome.replaceAll('-', ' '),
  reason: ({ message }) => message,
};

const ROW_COLUMNS: Columns<JobRow> = {
  row: ({ row }) => row,
  person: ({ login, email }) => login ?? email,
  result: ({ outcome }) => outcome.replaceAll('-', ' '),
  reason: ({ message }) => message,
};

const DONE: ReadonlySet<string> = new Set(['sent', 'changed', 'already-member', 'already-invited', 'nothing-to-do']);
const OPEN: ReadonlySet<string> = new Set(['ready', 'sending']);

const countsOf = ({ counts }: Pick<Job, 'counts'>): string =>
  Object.entries(counts)
    .filter(([outcome, count]) => count > 0 && !OPEN.has(outcome))
    .map(([outcome, count]) => `${count} ${outcome.replaceAll('-', ' ')}`)
    .join(', ');

const failuresIn = ({ counts }: Pick<Job, 'counts'>): number =>
  Object.entries(counts).reduce(
    (sum, [outcome, count]) => (DONE.has(outcome) || OPEN.has(outcome) ? sum : sum + count),
    0,
  );

export function stateText({ state, reason, message, until, waitsFor }: Job): string {
  // An older instance does not say it.
  if (state === 'queued' && waitsFor != null)
    return `queued: waits for job ${waitsFor.id} of ${waitsFor.runBy} (${waitsFor.state})`;
  const why = message ?? reason?.replaceAll('-', ' ') ?? null;
  const wait = state === 'limited' && until !== null ? ` until ${until}` : '';
  return `${state === 'limited' ? 'waiting' : state}${wait}${why === null ? '' : `: ${why}`}`;
}

export const JOB_COLUMNS: Columns<Job> = {
  id: ({ id }) => id,
  kind: ({ kind }) => kind,
  title: ({ title }) => title,
  state: stateText,
  results: countsOf,
  'started-by': ({ startedBy }) => startedBy,
  'created-at': ({ createdAt }) => createdAt,
};
