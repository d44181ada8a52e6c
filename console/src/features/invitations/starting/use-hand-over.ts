import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { jobOf } from '../../../components/jobs/change-job.ts';
import { jobAnchor, jobsQuery, updateCachedJob } from '../../../components/jobs/get-jobs.ts';
import { clientOf, isRefusal } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { readFromTab, removeFromTab, storeInTab } from '../../../lib/storage.ts';
import type { HandOver } from '../hand-over.ts';

/**
 * Sends confirmed invitations. Keeps the job key in this tab until an answer arrives, so that a retry cannot start a
 * second job.
 */
export function useHandOver(login: string, forgetDraft: () => void) {
  const { id: sessionId, user } = useSignedIn();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keptUnder = `invitation-start.${user.id}.${login.toLowerCase()}`;
  const [formerKey] = useState(() => parseKey(readFromTab(keptUnder)));
  // An earlier unanswered request: `unsure` until checked.
  const [former, setFormer] = useState<'none' | 'unsure' | 'arrived' | 'unreadable'>(
    formerKey === null ? 'none' : 'unsure',
  );
  const [failure, setFailure] = useState<unknown>(null);
  const { data: jobs, error } = useQuery({ ...jobsQuery(login, 'invitations'), enabled: former === 'unsure' });
  const isLeft = useRef<boolean>(false);

  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);

  const handOver: HandOver = async (rows, title) => {
    setFailure(null);
    const key = parseKey(readFromTab(keptUnder)) ?? crypto.randomUUID();
    storeInTab(keptUnder, key);
    try {
      const sent = { path: { login }, body: { key, ...(title === null ? {} : { title }), rows: [...rows] } };
      // The browser's cookie may belong to another person by now.
      const job = await jobOf((options) => clientOf(sessionId).startInvitationJob({ ...sent, ...options }));
      removeFromTab(keptUnder);
      updateCachedJob(queries, login, job);
      const to = { to: '/organizations/$login/invitations/sending', params: { login }, hash: jobAnchor(job) } as const;
      if (!isLeft.current) void navigate(to);
      return true;
    } catch (thrown) {
      if (isRefusal(thrown)) removeFromTab(keptUnder);
      setFailure(thrown);
      return false;
    }
  };

  useEffect(() => {
    if (former !== 'unsure' || (jobs === undefined && error === null)) return;
    const hasArrived = jobs?.some(({ key }) => key === formerKey) === true;
    if (hasArrived) {
      removeFromTab(keptUnder);
      forgetDraft();
    }
    setFormer(hasArrived ? 'arrived' : jobs === undefined ? 'unreadable' : 'none');
  }, [former, jobs, error, formerKey, keptUnder, forgetDraft]);

  const mayBeSent = former === 'unreadable' || (failure !== null && !isRefusal(failure));
  return { handOver, failure, former, mayBeSent };
}

const parseKey = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);
