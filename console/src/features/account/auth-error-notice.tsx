import { Notice } from '../../components/messages/notice.tsx';
import { useAuthError } from './auth-error.ts';

/** Says why a sign-in came back without a session. Nothing otherwise. */
export function AuthErrorNotice() {
  const { authError, dismissAuthError } = useAuthError();
  if (authError === null) return null;
  return (
    <Notice tone="critical" role="alert" title="The sign-in was not completed" onDismiss={dismissAuthError}>
      <p>{authError}</p>
    </Notice>
  );
}
