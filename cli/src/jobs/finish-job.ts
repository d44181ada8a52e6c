import { stepText } from '@orgdesk/contract/organizations/file/plan-words';
import type { Job, JobRow } from '../../../client/src/index.ts';
import { dataOf, type Service } from '../connection/failure.ts';
import { Stop } from '../connection/stop.ts';
import { note } from '../output/print.ts';
import { readPages } from '../output/read-list.ts';
import { type Columns, printRows } from '../output/rows.ts';
import { writeOut } from '../output/write-out.ts';
import type { Context } from '../run-remote.ts';
import { countsOf, stateWords } from './job-words.ts';
import { exitCodeOf, watchUntilEnd } from './watch-until-end.ts';

interface Started {
  readonly organization: string;
  readonly job: Job;
  readonly results: string | null;
}

export async function finishJob(context: Context, service: Service, { organization, job, results }: Started) {
  const path = { login: organization, id: job.id };
  const ended = await watchUntilEnd(context, service, { organization, job });
  note(`Job ${job.id}: ${[stateWords(ended), countsOf(ended)].filter(Boolean).join('. ')}.`);
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
  reason: ({ words }) => words,
};

const ROW_COLUMNS: Columns<JobRow> = {
  row: ({ row }) => row,
  person: ({ login, email }) => login ?? email,
  result: ({ outcome }) => outcome.replaceAll('-', ' '),
  reason: ({ words }) => words,
};
