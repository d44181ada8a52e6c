import { isRefusal } from '../../lib/reading/http-client.ts';
import { FailureNotice } from './failure-notice.tsx';

interface StartFailureProps {
  readonly failure: unknown;
  readonly what: 'change' | 'invitations';
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
}

const TITLES = {
  change: ['Nothing was changed', 'Couldn’t confirm that the change started. It’s safe to try again'],
  invitations: ['Nothing was sent', 'Couldn’t confirm that the invitations started. It’s safe to try again'],
} as const;

/** Tells a refusal from an answer that did not arrive. */
export function StartFailure({ failure, what, ...retry }: StartFailureProps) {
  const [refused, unsure] = TITLES[what];
  return <FailureNotice title={isRefusal(failure) ? refused : unsure} failure={failure} {...retry} />;
}
