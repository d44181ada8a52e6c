import { Button } from '@primer/react';
import { useState } from 'react';
import { QuestionDialog } from '../../../components/messages/dialog-frame.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { type RunActionProps, useRunAction } from './use-run-action.ts';

/** The service stops the jobs of all organizations before it answers. */
const ANSWER_LIMIT_MS = 60_000;

export function CancelRun({ id, heading }: RunActionProps) {
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending, error } = useRunAction({ id, heading }, 'cancelRun', { limitMs: ANSWER_LIMIT_MS });
  return (
    <>
      {error !== null && (
        <FailureNotice
          title="Couldn’t cancel the changes"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
      <p>
        <Button variant="danger" inactive={isPending} onClick={() => !isPending && setIsAsked(true)}>
          Cancel all…
        </Button>
      </p>
      {isAsked && (
        <QuestionDialog
          title="Cancel the changes in all organizations?"
          yes="Cancel the changes"
          no="Keep them going"
          tone="danger"
          onAnswer={(isYes) => {
            setIsAsked(false);
            if (isYes) mutate();
          }}
        >
          Nothing more is started. What was already done stays done.
        </QuestionDialog>
      )}
    </>
  );
}
