import { SIGN_IN_ERRORS } from '@orgdesk/contract/sign-in-error';
import { useEffect } from 'react';
import { nextStep } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { useAuthError } from './auth-error.ts';
import { useSession } from './get-session.ts';

/** What a callback ends with that is loaded again, or sent twice, after it succeeded. */
const OF_REPEATED_CALLBACKS: readonly string[] = [
  SIGN_IN_ERRORS['state-missing'],
  SIGN_IN_ERRORS['state-invalid'],
  SIGN_IN_ERRORS['csrf-mismatch'],
];

/** Waits for the session, so that nobody reads of a failure who is signed in. */
export function AuthErrorNotice() {
  const { authError, outage, requestId, dismissAuthError } = useAuthError();
  const { data: state, isPending } = useSession();
  const codeHost = useCodeHost();
  const login = state?.kind === 'signed-in' ? state.session.user.login : null;
  const isOver = authError !== null && login !== null && OF_REPEATED_CALLBACKS.includes(authError);

  useEffect(() => {
    // Otherwise it would be shown when the session ends.
    if (isOver) dismissAuthError();
  }, [isOver, dismissAuthError]);

  if (authError === null || isOver || isPending) return null;
  return (
    <Notice
      tone="critical"
      role="alert"
      title={login === null ? 'Sign-in failed' : `This sign-in failed. You’re still signed in as ${login}`}
      onDismiss={dismissAuthError}
    >
      <p>{outage === null ? authError : nextStep(outage, codeHost)}</p>
      {requestId !== null && (
        <p>
          Request ID: <code>{requestId}</code>
        </p>
      )}
    </Notice>
  );
}
