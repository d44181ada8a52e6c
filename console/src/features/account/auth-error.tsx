import type { Outage } from '@orgdesk/client';
import { SIGN_IN_ERRORS } from '@orgdesk/contract/sign-in-error';
import { useCallback, useEffect, useState } from 'react';
import { nextStep } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { addressHere } from '../../lib/address/sign-in-href.ts';
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

const PARAMETER = 'authError';
const CODE_PARAMETER = 'authErrorCode';
const ID_PARAMETER = 'authErrorId';
const PARAMETERS: readonly string[] = [PARAMETER, CODE_PARAMETER, ID_PARAMETER];
const APP_REFUSED: Outage = 'app-refused';
/** The service or a trusted proxy creates request IDs. */
const REQUEST_ID = /^[\w.:+/=-]{1,64}$/;
const MESSAGES: readonly string[] = Object.values(SIGN_IN_ERRORS);

/** Removes the sign-in error from the URL once, so that a reload or a copied link does not show it again. */
function useAuthError() {
  const [authError, setAuthError] = useState(() => readAuthError(addressHere()));
  const [details] = useState(() => readAuthErrorDetails(addressHere()));

  useEffect(() => {
    const here = addressHere();
    const clean = withoutAuthError(here);
    if (clean !== here) window.history.replaceState(window.history.state, '', window.location.origin + clean);
  }, []);

  return { authError, ...details, dismissAuthError: useCallback(() => setAuthError(null), []) };
}

/** Unknown messages become a general one, because anyone can write a URL. */
export function readAuthError(address: string): string | null {
  const { query } = partsOf(address);
  const message = new URLSearchParams(query).get(PARAMETER)?.trim() ?? '';
  if (message === '') return null;
  return MESSAGES.includes(message) ? message : SIGN_IN_ERRORS['state-missing'];
}

/** Drops a malformed request ID. */
export function readAuthErrorDetails(address: string): {
  readonly outage: typeof APP_REFUSED | null;
  readonly requestId: string | null;
} {
  const query = new URLSearchParams(partsOf(address).query);
  const requestId = query.get(ID_PARAMETER) ?? '';
  return {
    outage: query.get(CODE_PARAMETER) === APP_REFUSED ? APP_REFUSED : null,
    requestId: REQUEST_ID.test(requestId) ? requestId : null,
  };
}

/** The rest of the URL stays byte for byte. */
export function withoutAuthError(address: string): string {
  const { path, query, fragment } = partsOf(address);
  const remaining = query.split('&').filter((pair) => !PARAMETERS.some((name) => new URLSearchParams(pair).has(name)));
  if (remaining.length === query.split('&').length) return address;
  return path + (remaining.length === 0 ? '' : `?${remaining.join('&')}`) + fragment;
}

function partsOf(address: string) {
  const [beforeFragment = ''] = address.split('#', 1);
  const [path = ''] = beforeFragment.split('?', 1);
  return {
    path,
    query: beforeFragment.slice(path.length + 1),
    fragment: address.slice(beforeFragment.length),
  };
}
