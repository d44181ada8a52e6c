import type { InvitationJob } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { forgetKept, keepInTab, readKept } from '../../../lib/kept-in-tab.ts';
import { formatCount } from '../../../lib/reader-locale.ts';
import { useSignedIn } from '../../../lib/signed-in.ts';
import { isOver } from '../sending/get-jobs.ts';
import type { Wanted } from '../wanted.ts';
import { AGAIN, wantedAgain } from './get-rows.ts';

interface AgainStepProps {
  readonly login: string;
  readonly job: InvitationJob;
}

/** Those who were not invited, back to where they can be changed and sent again; once nothing more happens to them. */
export function AgainStep({ login, job }: AgainStepProps) {
  const { user } = useSignedIn();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const count = AGAIN.reduce((sum, outcome) => sum + job.counts[outcome], 0);
  if (!isOver(job) || count === 0) return null;
  const putBack = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      keepForForm(user.id, login, await wantedAgain({ login, id: job.id }));
      await navigate({ to: '/organizations/$login/invitations/invite', params: { login } });
    } catch (thrown) {
      setFailure(thrown);
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button inactive={isBusy} onClick={() => void putBack()}>
        Put {count === 1 ? 'the one' : `the ${formatCount(count)}`} not invited back into the form
      </Button>
      {failure !== null && (
        <FailureNotice
          title="They could not be read"
          failure={failure}
          onRetry={() => void putBack()}
          isRetrying={isBusy}
        />
      )}
    </>
  );
}

/** Under which people are kept for as long as the page of the form takes to come. */
const keyOf = (userId: number, login: string): string => `invite-again.${userId}.${login.toLowerCase()}`;

const keepForForm = (userId: number, login: string, wanted: Wanted): void => keepInTab(keyOf(userId, login), wanted);

/** Those who are on their way back into the form; empty when nobody is. */
export function keptForForm(userId: number, login: string): Wanted {
  const kept = readKept(keyOf(userId, login));
  // Written by this version of the page, before it showed the form.
  return Array.isArray(kept) ? (kept as Wanted) : [];
}

/** The form has them. */
export const forgetForForm = (userId: number, login: string): void => forgetKept(keyOf(userId, login));
