import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { forgetKept, keepInTab, readKept } from '../../../lib/keeping/kept-in-tab.ts';
import { HttpFailure } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import type { HandOver } from '../wanted.ts';
import { startJob } from './change-job.ts';
import { jobAnchor, jobsQuery, noteJob } from './get-jobs.ts';

/**
 * Sends confirmed invitations. Keeps the job key in this tab until an answer arrives, so that a retry cannot start a
 * second job.
 */
export function useHandOver(login: string, forgetDraft: () => void) {
  const { id: sessionId, user } = useSignedIn();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keptUnder = `invitation-start.${user.id}.${login.toLowerCase()}`;
  const [formerKey] = useState(() => parseKey(readKept(keptUnder)));
  // Whether an earlier unanswered request arrived; `unsure` while checking.
  const [former, setFormer] = useState<'none' | 'unsure' | 'arrived'>(formerKey === null ? 'none' : 'unsure');
  const [failure, setFailure] = useState<unknown>(null);
  const { data: jobs, error } = useQuery({ ...jobsQuery(login), enabled: former === 'unsure' });
  const isLeft = useRef<boolean>(false);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const handOver: HandOver = async (rows) => {
    setFailure(null);
    const key = parseKey(readKept(keptUnder)) ?? crypto.randomUUID();
    keepInTab(keptUnder, key);
    try {
      const job = await startJob(sessionId, { login, key, rows });
      forgetKept(keptUnder);
      noteJob(queries, login, job);
      const to = { to: '/organizations/$login/invitations/sending', params: { login }, hash: jobAnchor(job) } as const;
      if (!isLeft.current) void navigate(to);
      return true;
    } catch (thrown) {
      if (isDecided(thrown)) forgetKept(keptUnder);
      setFailure(thrown);
      return false;
    }
  };

  useEffect(() => {
    if (former !== 'unsure' || (jobs === undefined && error === null)) return;
    const hasArrived = jobs?.some(({ key }) => key === formerKey) === true;
    if (hasArrived) {
      forgetKept(keptUnder);
      forgetDraft();
    }
    setFormer(hasArrived ? 'arrived' : 'none');
  }, [former, jobs, error, formerKey, keptUnder, forgetDraft]);

  return { handOver, failure, former };
}

/** Whether the service refused the request. */
const isDecided = (thrown: unknown): boolean =>
  thrown instanceof HttpFailure && thrown.status !== null && thrown.status < 500;

const parseKey = (kept: unknown): string | null => (typeof kept === 'string' ? kept : null);
