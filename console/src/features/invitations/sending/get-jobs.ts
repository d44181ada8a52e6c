import type { CallOptions, InvitationJob } from '@orgdesk/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { keptFresh, personalKey } from '../../../lib/reading/query-client.ts';

/** The latest invitation jobs, newest first. */
export const jobsQuery = (login: string) =>
  queryOptions({
    ...keptFresh,
    queryKey: personalKey('invitation-jobs', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.listInvitationJobs({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data.jobs;
    },
  });

/** Updates a cached job or adds a new one at the top. */
export function updateCachedJob(queries: QueryClient, login: string, job: InvitationJob): void {
  queries.setQueryData(jobsQuery(login).queryKey, (before) => {
    if (before === undefined) return before;
    const isKnown = before.some(({ id }) => id === job.id);
    return isKnown ? before.map((cached) => (cached.id === job.id ? job : cached)) : [job, ...before];
  });
}

export const jobAnchor = ({ id }: Pick<InvitationJob, 'id'>): string => `job-${id}`;

export const isOver = ({ endedAt }: Pick<InvitationJob, 'endedAt'>): boolean => endedAt !== null;

/** Returns the oldest unfinished job; the others wait for it. */
export const headOf = (jobs: readonly InvitationJob[]): InvitationJob | null =>
  jobs.findLast((job) => !isOver(job)) ?? null;

type JobCounts = InvitationJob['counts'];

export const totalOf = (counts: JobCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Returns the number of rows with a final outcome. */
export const settledOf = (counts: JobCounts): number => totalOf(counts) - counts.ready - counts.sending;
