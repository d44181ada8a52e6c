import { isRefusal } from '../../lib/reading/http-client.ts';
import { SignInStep } from '../app-work/sign-in-step.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface StartFailureProps {
  readonly failure: unknown;
  readonly what: 'change' | 'invitations';
  readonly onRetry: () => void;
  readonly isRetrying: boolean;
  /** Whether the request let the App continue after a sign-out. */
  readonly wasApproved?: boolean;
}

const TITLES = {
  change: ['Nothing was changed', 'Couldn’t confirm that the change started. It’s safe to try again'],
  invitations: ['Nothing was sent', 'Couldn’t confirm that the invitations started. It’s safe to try again'],
} as const;

/** Tells a refusal from an answer that did not arrive. */
export function StartFailure({ failure, what, wasApproved = false, ...retry }: StartFailureProps) {
  const [refused, unsure] = TITLES[what];
  return (
    <FailureNotice title={isRefusal(failure) ? refused : unsure} failure={failure} {...retry}>
      <SignInStep failure={failure} wasApproved={wasApproved} />
    </FailureNotice>
  );
}
