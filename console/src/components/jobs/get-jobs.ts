import type { CallOptions, Job, JobKind, JobRow, RowOutcome } from '@orgdesk/client';
import { JOB_ROWS_PAGE_MAX } from '@orgdesk/contract/limits';
import { hashKey, type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, client, pagesOf } from '../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../lib/reading/query-client.ts';

/** Newest first; of all kinds without `kind`. */
export const jobsQuery = (login: string, kind?: JobKind) =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('jobs', login, kind ?? 'all'),
    queryFn: async ({ signal }) => {
      const query = kind === undefined ? {} : { kind };
      const call = (options: CallOptions) => client.listJobs({ path: { login }, query, ...options });
      return (await answerOf(call, { signal })).data.jobs;
    },
  });

/** Adds a new job at the top. */
export function updateCachedJob(queries: QueryClient, login: string, job: Job): void {
  queries.setQueryData(jobsQuery(login, job.kind).queryKey, (before) => {
    if (before === undefined) return before;
    const isCached = before.some(({ id }) => id === job.id);
    return isCached ? before.map((cached) => (cached.id === job.id ? job : cached)) : [job, ...before];
  });
}

export const jobAnchor = ({ id }: Pick<Job, 'id'>): string => `job-${id}`;

/** True if the fragment of the URL names it. */
export const isLinkedJob = (job: Pick<Job, 'id'>): boolean => window.location.hash === `#${jobAnchor(job)}`;

export const isOver = ({ endedAt }: Pick<Job, 'endedAt'>): boolean => endedAt !== null;

export const headOf = (jobs: readonly Job[]): Job | null => jobs.findLast((job) => !isOver(job)) ?? null;

/** Returns the newest running job; a change of one person runs beside others. */
export const watchedOf = (jobs: readonly Job[]): Job | null =>
  jobs.find(({ state }) => state === 'running') ?? headOf(jobs);

export const countOf = ({ counts }: Pick<Job, 'counts'>, ...outcomes: readonly RowOutcome[]): number =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0);

interface JobPath {
  readonly login: string;
  readonly id: string;
}

interface RowsPage {
  /** Of the job. Rows of another state are other rows: a read that is under way when it changes is not taken for them. */
  readonly state: Job['state'];
  /** Last row number of the previous page. */
  readonly after: number;
  readonly limit: number;
  readonly outcome: RowOutcome | null;
}

const readRows = async (path: JobPath, { after, limit, outcome }: Omit<RowsPage, 'state'>, signal: AbortSignal) => {
  const query = { after: String(after), limit: String(limit), ...(outcome === null ? {} : { outcome }) };
  const call = (options: CallOptions) => client.listJobRows({ path, query, ...options });
  return (await answerOf(call, { signal })).data;
};

export const rowsKey = ({ login, id }: JobPath) => personalKey('job-rows', login, id);

export function rowsQuery(path: JobPath, page: RowsPage) {
  const view = [...rowsKey(path), page.outcome ?? '', page.after];
  return queryOptions({
    queryKey: [...view, page.state],
    queryFn: ({ signal }) => readRows(path, page, signal),
    // Rows of another filter or page would stand under the count of this one.
    placeholderData: (former, query) =>
      hashKey(query?.queryKey.slice(0, -1) ?? []) === hashKey(view) ? former : undefined,
  });
}

export async function allRows(path: JobPath, outcomes: readonly RowOutcome[]): Promise<readonly JobRow[]> {
  const rows: JobRow[] = [];
  const { signal } = new AbortController();
  for (const outcome of outcomes) {
    const query = { limit: String(JOB_ROWS_PAGE_MAX), outcome };
    const pages = pagesOf((options) => client.pages('listJobRows', { path, query, ...options }), signal);
    for await (const page of pages) rows.push(...page.rows);
  }
  return rows.toSorted((one, other) => one.row - other.row);
}
