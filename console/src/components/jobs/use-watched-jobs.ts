import type { Job, JobKind } from '@orgdesk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsVisible } from '../../lib/page-state.ts';
import { client } from '../../lib/reading/http-client.ts';
import { isOver, jobsQuery, updateCachedJob, watchedOf } from './get-jobs.ts';

interface WatchOptions {
  readonly mayRead: boolean;
  readonly onEnd?: (ended: readonly Job[]) => void;
}

/** Follows the newest running job by events and polls the others while visible. Each page uses it once per kind. */
export function useWatchedJobs(login: string, kind: JobKind, { mayRead, onEnd }: WatchOptions): readonly Job[] {
  const queries = useQueryClient();
  const { data: jobs = NONE } = useQuery({ ...jobsQuery(login, kind), enabled: mayRead });
  const isVisible = useIsVisible();
  const watchedId = watchedOf(jobs)?.id ?? null;

  useEffect(() => {
    if (watchedId === null || !isVisible) return;
    const left = new AbortController();
    const watch = async () => {
      const watched = client.watchJob({ path: { login, id: watchedId }, signal: left.signal });
      for await (const { data } of watched) if (data !== undefined) updateCachedJob(queries, login, data.job);
    };
    // The stream throws when aborted; other failures show in the next read.
    watch().catch(() => undefined);
    return () => left.abort();
  }, [queries, login, watchedId, isVisible]);

  const unended = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ended = jobs.filter((job) => isOver(job) && unended.current.has(job.id));
    unended.current = new Set(jobs.filter((job) => !isOver(job)).map(({ id }) => id));
    if (ended.length === 0) return;
    onEnd?.(ended);
    // The next job may have started.
    void queries.invalidateQueries(jobsQuery(login, kind));
  }, [jobs, queries, login, kind, onEnd]);

  return jobs;
}

const NONE: readonly Job[] = [];
