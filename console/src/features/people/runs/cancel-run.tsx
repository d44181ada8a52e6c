import type { CallOptions, Run } from '@orgdesk/client';
import { Button } from '@primer/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { QuestionDialog } from '../../../components/messages/question-dialog.tsx';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { runQuery } from './get-runs.ts';

/** The service stops the jobs of all organizations before it answers. */
const ANSWER_LIMIT_MS = 60_000;

interface CancelRunProps {
  readonly id: string;
  /** Gets the focus when the button is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

export function CancelRun({ id, heading }: CancelRunProps) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Run> => {
      const call = (options: CallOptions) => clientOf(sessionId).cancelRun({ path: { run: id }, ...options });
      return (await answerOf(call, { limitMs: ANSWER_LIMIT_MS })).data.run;
    },
    onSuccess: (run) => {
      queries.setQueryData(runQuery(id).queryKey, run);
      heading.current?.focus();
    },
    onError: () => queries.invalidateQueries(runQuery(id)),
  });
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
