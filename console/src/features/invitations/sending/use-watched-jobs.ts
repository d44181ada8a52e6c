import type { InvitationJob } from '@orgdesk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/http-client.ts';
import { useIsVisible } from '../../../lib/use-is-visible.ts';
import { invitationsQuery } from '../listed/get-invitations.ts';
import { headOf, isOver, jobsQuery, noteJob } from './get-jobs.ts';

/** Without events, how often the jobs are asked for while one has not ended. */
const POLL_MS = 3_000;

/**
 * Keeps the invitation jobs of an organization up to date while the page is visible: by events of the one whose turn it
 * is, and where these do not come, by asking. Once a job has ended, the list of invitations is read again.
 */
export function useWatchedJobs(login: string, mayRead: boolean): readonly InvitationJob[] {
  const queries = useQueryClient();
  const [hasEvents, setHasEvents] = useState(false);
  const { data: jobs = NONE } = useQuery({
    ...jobsQuery(login),
    enabled: mayRead,
    refetchInterval: ({ state: { data, error } }) =>
      error === null && !hasEvents && data !== undefined && headOf(data) !== null && POLL_MS,
  });
  const isVisible = useIsVisible();
  const headId = headOf(jobs)?.id ?? null;

  useEffect(() => {
    if (headId === null || !isVisible) return;
    const events = new EventSource(client.addressOf('watchInvitationJob', { path: { login, id: headId } }));
    events.onopen = () => setHasEvents(true);
    // It tries again by itself, unless it was refused.
    events.onerror = () => setHasEvents(false);
    events.addEventListener('job', ({ data }: MessageEvent<string>) =>
      noteJob(queries, login, JSON.parse(data) as InvitationJob),
    );
    return () => {
      events.close();
      setHasEvents(false);
    };
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
