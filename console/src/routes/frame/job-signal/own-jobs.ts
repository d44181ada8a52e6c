import type { Job } from '@orgdesk/client';
import type { Query, QueryClient } from '@tanstack/react-query';
import { isUnderWay } from '../../../components/jobs/job-words.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';

const JOBS = personalKey('jobs');

export interface OwnJob {
  readonly login: string;
  readonly job: Job;
}

export const isOfJobs = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  JOBS.every((part, place) => queryKey[place] === part);

const jobsIn = (query: Query): readonly Job[] => (query.state.data as readonly Job[] | undefined) ?? [];

/** The person's jobs in all lists that were read, newest first. */
export function ownJobs(queries: QueryClient, user: string): readonly OwnJob[] {
  const byId = new Map<string, OwnJob>();
  const lists = queries.getQueryCache().findAll({ queryKey: JOBS });
  for (const query of lists.toSorted((one, other) => one.state.dataUpdatedAt - other.state.dataUpdatedAt)) {
    for (const job of jobsIn(query)) {
      if (job.runBy === user) byId.set(job.id, { login: String(query.queryKey[JOBS.length]), job });
    }
  }
  return [...byId.values()].toSorted((one, other) => other.job.createdAt.localeCompare(one.job.createdAt));
}

/** Reads again what no visible page does: one list for each of the person's jobs under way. */
export function rereadOwnJobs(queries: QueryClient, user: string): void {
  const isHidden = document.visibilityState === 'hidden';
  const covered = new Set<string>();
  for (const query of queries.getQueryCache().findAll({ queryKey: JOBS })) {
    const ids = jobsIn(query).flatMap((job) => (job.runBy === user && isUnderWay(job) ? [job.id] : []));
    if (ids.every((id) => covered.has(id))) continue;
    for (const id of ids) covered.add(id);
    if (isHidden || query.getObserversCount() === 0) {
      void queries.refetchQueries({ queryKey: query.queryKey, exact: true, type: 'all' }, { cancelRefetch: false });
    }
  }
}
