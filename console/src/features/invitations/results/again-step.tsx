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
import { jobVerb } from '../sending/job-words.ts';
import { storedForm, WHO_IS_WRITTEN } from '../stored-form.ts';
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
      await navigate({ to: '/organizations/$login/invitations/invite', params: { login }, hash: WHO_IS_WRITTEN });
    } catch (thrown) {
      setFailure(thrown);
      setIsBusy(false);
    }
  };
  return (
    <>
      <Button inactive={isBusy} onClick={() => (form.hasDraft() ? setIsAsking(true) : void putBack())}>
        Put {count === 1 ? 'the one' : `the ${formatCount(count)}`} not {jobVerb(job)} back into the form
      </Button>
      {isAsking && (
        <QuestionDialog
          title="Replace what is written in the form?"
          yes="Replace it"
          no="Keep it"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsking(false);
            if (isYes) void putBack();
          }}
        >
          Somebody is written there already, and was not sent.
        </QuestionDialog>
      )}
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
