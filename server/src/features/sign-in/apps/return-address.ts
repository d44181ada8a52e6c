import { CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { SIGN_IN_FAILED } from '../../../http/refusals.ts';
import type { SignInRefusal } from '../messages.ts';

/** Adds parameters to the query; empty ones are left out. Allowed addresses have no fragment. */
export function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const added = Object.entries(parameters).filter(([, value]) => value !== '');
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams(added)}`;
}

export function appNameOf(address: string): string {
  const { protocol, host } = new URL(address);
  const name = protocol === 'https:' || protocol === 'http:' ? host : protocol.slice(0, -1);
  return name.slice(0, CLIENT_NAME_MAX_CHARACTERS);
}

/** RFC 6749, 4.1.2.1. */
export const appErrorOf = (refusal: SignInRefusal, message: string): Readonly<Record<string, string>> => ({
  error: refusal === 'code-missing' ? 'access_denied' : refusal === SIGN_IN_FAILED ? 'server_error' : 'invalid_request',
  error_description: message,
});
