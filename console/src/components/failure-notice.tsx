import { Button } from '@primer/react';
import { Notice } from './notice.tsx';

interface FailureNoticeProps {
  /** What did not work, as a title. */
  readonly title: string;
  /** What was thrown; an `Error` brings the sentence to show. */
  readonly failure: unknown;
  readonly onRetry: () => void;
  /** While true, another try is under way and the button waits. */
  readonly isRetrying?: boolean;
  /** `warning` when older content is still shown. */
  readonly tone?: 'critical' | 'warning';
}

/** Says that something could not be read, why, and offers another try. */
export function FailureNotice({ title, failure, onRetry, isRetrying = false, tone = 'critical' }: FailureNoticeProps) {
  return (
    <Notice
      tone={tone}
      role="alert"
      title={title}
      action={
        <Button onClick={onRetry} inactive={isRetrying}>
          {isRetrying ? 'Trying again…' : 'Try again'}
        </Button>
      }
    >
      {failure instanceof Error && <p>{failure.message}</p>}
    </Notice>
  );
}
