import { useMemo } from 'react';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { HttpFailure, retryAtOf } from '../../lib/reading/http-client.ts';
import { formatMinuteBy } from '../../lib/words/reader-locale.ts';
import { AgainButton } from './again-button.tsx';
import { Notice } from './notice.tsx';
import { nextStep } from './outage-words.ts';

interface FailureNoticeProps {
  /** What did not work, as a title. */
  readonly title: string;
  /** What was thrown; an `HttpFailure` brings the sentence to show, whose words are meant for people. */
  readonly failure: unknown;
  readonly onRetry: () => void;
  /** While true, another try is under way and the button waits. */
  readonly isRetrying?: boolean;
  /** `warning` when older content is still shown. */
  readonly tone?: 'critical' | 'warning';
}

/**
 * Says that something could not be read, why, and offers another try; where one has no chance before some moment, from
 * then on. That the button works again is not announced: the time was.
 */
export function FailureNotice({ title, failure, onRetry, isRetrying = false, tone = 'critical' }: FailureNoticeProps) {
  const retryAt = retryAtOf(failure);
  const until = useMemo(() => (retryAt === null ? null : formatMinuteBy(retryAt, new Date())), [retryAt]);
  const step = nextStep(failure instanceof HttpFailure ? failure.outage : null, useCodeHost());
  return (
    <Notice
      tone={tone}
      role="alert"
      title={title}
      action={
        <AgainButton notBefore={retryAt} isBusy={isRetrying} onPress={onRetry}>
          {isRetrying ? 'Trying again…' : 'Try again'}
        </AgainButton>
      }
    >
      <p>
        {failure instanceof HttpFailure ? failure.message : 'The answer could not be understood. Please try again.'}
      </p>
      {step !== null && <p>{step}</p>}
      {step === null && failure instanceof HttpFailure && failure.requestId !== null && (
        <p>
          If it stays, tell whoever runs orgdesk this request ID: <code>{failure.requestId}</code>
        </p>
      )}
      {until !== null && step === null && <p>You can try again at {until}.</p>}
    </Notice>
  );
}
