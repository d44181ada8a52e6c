import { Notice } from '../../components/messages/notice.tsx';
import { nextStep } from '../../components/messages/outage-words.ts';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { useAuthError } from './auth-error.ts';

export function AuthErrorNotice() {
  const { authError, outage, requestId, dismissAuthError } = useAuthError();
  const codeHost = useCodeHost();
  if (authError === null) return null;
  return (
    <Notice tone="critical" role="alert" title="Sign-in failed" onDismiss={dismissAuthError}>
      <p>{outage === null ? authError : nextStep(outage, codeHost)}</p>
      {requestId !== null && (
        <p>
          Request ID: <code>{requestId}</code>
        </p>
      )}
    </Notice>
  );
}
