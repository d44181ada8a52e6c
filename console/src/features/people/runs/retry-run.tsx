import type { Run } from '@orgdesk/client';
import { AgainButton } from '../../../components/messages/again-button.tsx';
import { FailureNotice } from '../../../components/messages/failure-notice.tsx';
import { Notice } from '../../../components/messages/notice.tsx';
import { formatMinute } from '../../../lib/words/reader-locale.ts';
import { type RunActionProps, useRunAction } from './use-run-action.ts';

interface RetryRunProps extends RunActionProps {
  readonly failed: NonNullable<Run['failed']>;
}

export function RetryRun({ id, failed, heading }: RetryRunProps) {
  const { mutate, isPending, error } = useRunAction({ id, heading }, 'retryRun');
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
