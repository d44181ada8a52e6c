import type { Outage } from '@orgdesk/client';
import { type ReactNode, useMemo } from 'react';
import { type CodeHostAddress, useCodeHost } from '../../lib/address/code-host.ts';
import { UNEXPECTED_RESPONSE } from '../../lib/failure-texts.ts';
import { formatMinuteBy } from '../../lib/reader-locale.ts';
import { HttpFailure, retryAtOf } from '../../lib/reading/http-client.ts';
import { AgainButton } from './again-button.tsx';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  readonly title: string;
  /** The message of an `HttpFailure` is shown as it is. */
  readonly failure: unknown;
  readonly onRetry: () => void;
  readonly isRetrying?: boolean;
  /** `warning` if older content is still shown. */
  readonly tone?: 'critical' | 'warning';
  /** After the message. */
  readonly children?: ReactNode;
}

export function FailureNotice(props: FailureNoticeProps) {
  const { title, failure, onRetry, isRetrying = false, tone = 'critical', children } = props;
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
      {children}
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

/** Returns advice for an outage, or null if only waiting helps. */
export function nextStep(outage: Outage | null, { name }: Pick<CodeHostAddress, 'name'>): string | null {
  switch (outage) {
    case 'database-away':
      return 'You’re still signed in, and nothing was lost. If this keeps happening, tell the operator of orgdesk that its database isn’t responding.';
    case 'overloaded':
      return 'Wait a few seconds, then try again. If this keeps happening, contact the operator of orgdesk.';
    case 'code-host-away':
      return `orgdesk can’t reach ${name}. Check that ${name} opens in your browser, then try again.`;
    case 'app-refused':
      return `${name} rejected the credentials of orgdesk, so no one can sign in. Contact the operator of orgdesk.`;
    case 'code-host-limited':
    case null:
      return null;
  }
}
