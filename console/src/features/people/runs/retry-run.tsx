import type { CallOptions, Run } from '@orgdesk/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { answerOf, clientOf } from '../../../lib/reading/http-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';
import { formatMinute } from '../../../lib/words/reader-locale.ts';
import { runQuery } from './get-runs.ts';

interface RetryRunProps {
  readonly id: string;
  readonly failed: NonNullable<Run['failed']>;
  /** Gets the focus when the button is gone. */
  readonly heading: RefObject<HTMLElement | null>;
}

export function RetryRun({ id, failed, heading }: RetryRunProps) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (): Promise<Run> => {
      const call = (options: CallOptions) => clientOf(sessionId).retryRun({ path: { run: id }, ...options });
      return (await answerOf(call)).data.run;
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
          title="Couldn’t retry the changes"
          failure={error}
          onRetry={() => mutate()}
          isRetrying={isPending}
        />
      )}
      <Notice
        tone="critical"
        title="Nothing more is started"
        action={
          <AgainButton notBefore={null} isBusy={isPending} onPress={() => mutate()}>
            {isPending ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>
          orgdesk failed at it repeatedly, last on {formatMinute(failed.at) ?? failed.at}
          {failed.reason === null ? '.' : `: ${failed.reason}`}
        </p>
        <p>Trying again goes on with the organizations that have not started.</p>
      </Notice>
    </>
  );
}
