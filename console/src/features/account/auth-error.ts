import type { Outage } from '@orgdesk/client';
import { SIGN_IN_ERRORS } from '@orgdesk/contract/sign-in-error';
import { useCallback, useEffect, useState } from 'react';
import { addressHere } from '../../lib/address/sign-in-href.ts';

const PARAMETER = 'authError';
const CODE_PARAMETER = 'authErrorCode';
const ID_PARAMETER = 'authErrorId';
const PARAMETERS: readonly string[] = [PARAMETER, CODE_PARAMETER, ID_PARAMETER];
const APP_REFUSED: Outage = 'app-refused';
/** The service or a trusted proxy creates request IDs. */
const REQUEST_ID = /^[\w.:+/=-]{1,64}$/;
const MESSAGES: readonly string[] = Object.values(SIGN_IN_ERRORS);

/** Removes the sign-in error from the URL once, so that a reload or a copied link does not show it again. */
export function useAuthError() {
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
