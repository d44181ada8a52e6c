import { SIGN_IN_ERRORS } from '@orgdesk/contract/sign-in-error';
import { useEffect, useState } from 'react';
import { addressHere } from '../../lib/address/paths.ts';

const PARAMETER = 'authError';
const SENTENCES: readonly string[] = Object.values(SIGN_IN_ERRORS);

/**
 * The sentence with which a sign-in came back, or null. It is read once and then removed from the
 * address, so that neither a reload nor a copied link shows it again.
 */
export function useAuthError() {
  const [authError, setAuthError] = useState(() => readAuthError(addressHere()));

  useEffect(() => {
    const here = addressHere();
    const clean = withoutAuthError(here);
    if (clean !== here) window.history.replaceState(window.history.state, '', window.location.origin + clean);
  }, []);

  return { authError, dismissAuthError: () => setAuthError(null) };
}

/**
 * The first `authError` of an address; null when there is none or it is blank. Anybody can write an address: what is no
 * sentence of the service becomes a general one.
 */
export function readAuthError(address: string): string | null {
  const { query } = partsOf(address);
  const sentence = new URLSearchParams(query).get(PARAMETER)?.trim() ?? '';
  if (sentence === '') return null;
  return SENTENCES.includes(sentence) ? sentence : SIGN_IN_ERRORS['state-missing'];
}

/** The address without any `authError`; everything else stays as it was written, byte for byte. */
export function withoutAuthError(address: string): string {
  const { path, query, fragment } = partsOf(address);
  const kept = query.split('&').filter((pair) => !new URLSearchParams(pair).has(PARAMETER));
  if (kept.length === query.split('&').length) return address;
  return path + (kept.length === 0 ? '' : `?${kept.join('&')}`) + fragment;
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
