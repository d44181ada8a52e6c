import type { InvitationJob } from '@orgdesk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useIsVisible } from '../../../lib/moments/use-is-visible.ts';
import { client } from '../../../lib/reading/http-client.ts';
import { invitationsQuery } from '../listed/get-invitations.ts';
import { headOf, isOver, jobsQuery, noteJob } from './get-jobs.ts';

/**
 * Keeps the invitation jobs of an organization up to date while the page is visible: the one whose turn it is at every
 * change, the others now and then. Once a job has ended, the list of invitations is read again.
 */
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
      for await (const { data } of watched) if (data !== undefined) noteJob(queries, login, data.job);
    };
    // It throws when it is left. Whatever else ends it shows in the next read of all jobs.
    watch().catch(() => undefined);
    return () => left.abort();
  }, [queries, login, headId, isVisible]);

  const unended = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const hasOneEnded = jobs.some((job) => isOver(job) && unended.current.has(job.id));
    unended.current = new Set(jobs.filter((job) => !isOver(job)).map(({ id }) => id));
    if (!hasOneEnded) return;
    void queries.invalidateQueries(invitationsQuery(login));
    // Another may have its turn now.
    void queries.invalidateQueries(jobsQuery(login));
  }, [jobs, queries, login]);

  return jobs;
}

const NONE: readonly InvitationJob[] = [];
