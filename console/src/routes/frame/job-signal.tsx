import type { Job } from '@orgdesk/client';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { isUnderWay, newsText, percentOf } from '../../components/jobs/job-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useIsVisible } from '../../lib/page-state.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { setTitlePrefix } from '../../lib/use-page-title.ts';

const REREAD_MS = 30_000;

/** Shows the progress of the person's jobs in the tab's title, and reports in a hidden tab that one ended. */
export function JobSignal() {
  const jobs = useOwnJobs();
  const isVisible = useIsVisible();
  const [news, setNews] = useState<string | null>(null);
  const underWay = useRef<ReadonlySet<string>>(new Set());

  useEffect(() => {
    const ended = jobs.filter(({ job }) => underWay.current.has(job.id) && !isUnderWay(job));
    underWay.current = new Set(jobs.filter(({ job }) => isUnderWay(job)).map(({ job }) => job.id));
    if (document.visibilityState !== 'hidden') return;
    for (const { login, job } of ended) {
      const text = newsText(job, new Date());
      setNews(text);
      notify(text, { body: job.title === null ? login : `${login}: ${job.title}`, tag: job.id });
    }
  }, [jobs]);

  useEffect(() => {
    if (isVisible) setNews(null);
  }, [isVisible]);

  const running = jobs.find(({ job }) => job.state === 'running')?.job;
  const progress = running === undefined ? '' : `(${Math.floor(percentOf(running))}%) `;
  const prefix = news === null ? progress : `${news} · `;
  useEffect(() => {
    setTitlePrefix(prefix);
    return () => setTitlePrefix('');
  }, [prefix]);
  return null;
}

function useOwnJobs(): readonly OwnJob[] {
  const queries = useQueryClient();
  const { user } = useSignedIn();
  const [jobs, setJobs] = useState<readonly OwnJob[]>(() => ownJobs(queries, user.login));
  const hasUnderWay = jobs.some(({ job }) => isUnderWay(job));

  useEffect(() => {
    const refresh = () => setJobs(ownJobs(queries, user.login));
    refresh();
    return queries.getQueryCache().subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success';
      if ((isRead || event.type === 'removed') && isOfJobs(event.query)) refresh();
    });
  }, [queries, user.login]);

  useEffect(() => {
    if (!hasUnderWay) return;
    const timer = setInterval(() => rereadOwnJobs(queries, user.login), REREAD_MS);
    return () => clearInterval(timer);
  }, [queries, user.login, hasUnderWay]);
  return jobs;
}

const JOBS = personalKey('jobs');

interface OwnJob {
  readonly login: string;
  readonly job: Job;
}

const isOfJobs = ({ queryKey }: Pick<Query, 'queryKey'>): boolean =>
  JOBS.every((part, index) => queryKey[index] === part);

const jobsIn = (query: Query): readonly Job[] => (query.state.data as readonly Job[] | undefined) ?? [];

/** The person's jobs in all lists that were read, newest first. */
function ownJobs(queries: QueryClient, user: string): readonly OwnJob[] {
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
function rereadOwnJobs(queries: QueryClient, user: string): void {
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
