import type { InvitationJob } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { readTeamNames } from '../../../lib/reading/all-teams.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { formatCount } from '../../../lib/words/reader-locale.ts';
import { isOver } from '../sending/get-jobs.ts';
import { DRAFT_SUMMARY_ID, storedForm } from '../stored-form.ts';
import { AGAIN, rowsToRetry } from './get-rows.ts';

interface AgainStepProps {
  readonly login: string;
  readonly job: InvitationJob;
}

/** Puts uninvited people of a finished job back into the form. */
export function AgainStep({ login, job }: AgainStepProps) {
  const { user } = useSignedIn();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = storedForm(user.id, login);
  const [isAsking, setIsAsking] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const count = AGAIN.reduce((sum, outcome) => sum + job.counts[outcome], 0);
  if (!isOver(job) || count === 0) return null;
  const putBack = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      const rows = await rowsToRetry({ login, id: job.id }, () => readTeamNames(queries, login));
      form.forgetDraft();
      form.putBack(rows);
      await navigate({ to: '/organizations/$login/invitations/invite', params: { login }, hash: DRAFT_SUMMARY_ID });
    } catch (thrown) {
      setFailure(thrown);
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button inactive={isBusy} onClick={() => (form.hasDraft() ? setIsAsking(true) : void putBack())}>
        Edit and resend {formatCount(count)}
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Replace the current draft?"
          yes="Replace"
          no="Keep draft"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) void putBack();
          }}
        >
          The invite form has people who haven’t been invited.
        </QuestionDialog>
      )}
      {failure !== null && (
        <FailureNotice
          title="Couldn’t load these people"
          failure={failure}
          onRetry={() => void putBack()}
          isRetrying={isBusy}
        />
      )}
    </>
  );
}
