import type { InvitationJob } from '@orgdesk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsVisible } from '../../../lib/moments/use-is-visible.ts';
import { client } from '../../../lib/reading/http-client.ts';
import { invitationsQuery } from '../listed/get-invitations.ts';
import { headOf, isOver, jobsQuery, updateCachedJob } from './get-jobs.ts';

/** Follows the running job by events and polls the others while visible. Refetches invitations when a job ends. */
export function useWatchedJobs(login: string, mayRead: boolean): readonly InvitationJob[] {
  const queries = useQueryClient();
  const { data: jobs = NONE } = useQuery({ ...jobsQuery(login), enabled: mayRead });
  const isVisible = useIsVisible();
  const headId = headOf(jobs)?.id ?? null;

  useEffect(() => {
    if (headId === null || !isVisible) return;
    const left = new AbortController();
    const watch = async () => {
      const watched = client.watchInvitationJob({ path: { login, id: headId }, signal: left.signal });
      for await (const { data } of watched) if (data !== undefined) updateCachedJob(queries, login, data.job);
    };
    // The stream throws when aborted; other failures show in the next read.
    watch().catch(() => undefined);
    return () => left.abort();
  }, [queries, login, headId, isVisible]);

  const unended = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const hasOneEnded = jobs.some((job) => isOver(job) && unended.current.has(job.id));
    unended.current = new Set(jobs.filter((job) => !isOver(job)).map(({ id }) => id));
    if (!hasOneEnded) return;
    void queries.invalidateQueries(invitationsQuery(login));
    // The next job may have started.
    void queries.invalidateQueries(jobsQuery(login));
  }, [jobs, queries, login]);

  return jobs;
}

const NONE: readonly InvitationJob[] = [];
