import { useMemo } from 'react';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { HttpFailure, retryAtOf } from '../../lib/reading/http-client.ts';
import { UNEXPECTED_RESPONSE } from '../../lib/words/failure-words.ts';
import { formatMinuteBy } from '../../lib/words/reader-locale.ts';
import { AgainButton } from './again-button.tsx';
import { Notice } from './notice.tsx';
import { nextStep } from './outage-words.ts';

interface FailureNoticeProps {
  readonly title: string;
  /** The message of an `HttpFailure` is shown as it is. */
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
  /** `warning` if older content is still shown. */
  readonly tone?: 'critical' | 'warning';
}

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
      <p>{failure instanceof HttpFailure ? failure.message : UNEXPECTED_RESPONSE}</p>
      {step !== null && <p>{step}</p>}
      {step === null && failure instanceof HttpFailure && failure.requestId !== null && (
        <p>
          If this keeps happening, give the operator of orgdesk this request ID: <code>{failure.requestId}</code>
        </p>
      )}
      {until !== null && step === null && <p>You can try again at {until}.</p>}
    </Notice>
  );
}
