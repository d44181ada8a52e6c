import { createHmac } from 'node:crypto';
import { CLIENT_NAME_MAX_CHARACTERS } from '@orgdesk/contract/limits';
import { SIGN_IN_FAILED } from '../../http/refusals.ts';
import {
  APP_CODE_BYTES,
  DEVICE_CODE_BYTES,
  USER_CODE_CHARACTERS,
  USER_CODE_LETTERS,
} from '../../lib/limits/sessions.ts';
import type { SessionId } from '../../lib/secrets.ts';
import type { Entropy } from '../../lib/system.ts';
import type { SignInRefusal } from './messages.ts';

const DEVICE_CODE = /^[\w-]{43}$/;
const APP_CODE = /^[\w-]{43}\.(\d{13})$/;

export const makeDeviceCode = (entropy: Entropy): string =>
  Buffer.from(entropy.bytes(DEVICE_CODE_BYTES)).toString('base64url');

export const parseDeviceCode = (text: string): string | null => (DEVICE_CODE.test(text) ? text : null);

/** 256 random bits as base64url, and until when the code can be exchanged. */
export const makeAppCode = (entropy: Entropy, expiresAt: Date): string =>
  `${Buffer.from(entropy.bytes(APP_CODE_BYTES)).toString('base64url')}.${expiresAt.getTime()}`;

/** Returns when the code expires; null if it has another format. */
export function parseAppCode(text: string): Date | null {
  const [, expiry] = APP_CODE.exec(text) ?? [];
  return expiry === undefined ? null : new Date(Number(expiry));
}

/**
 * Derives the ID of a session from secrets of the program that may have it. So the session can be stored before the
 * program fetches its ID, and the ID is stored nowhere.
 */
export const sessionIdFrom = (secrets: readonly string[], signingKey: Uint8Array): SessionId =>
  createHmac('sha256', signingKey)
    .update(JSON.stringify(['session of a program', ...secrets]))
    .digest('hex') as SessionId;

/** Such as `WDJB-MJHT`; each letter is equally likely. */
export function makeUserCode(entropy: Entropy): string {
  const fair = 256 - (256 % USER_CODE_LETTERS.length);
  let code = '';
  while (code.length < USER_CODE_CHARACTERS) {
    for (const byte of entropy.bytes(USER_CODE_CHARACTERS)) {
      if (byte < fair && code.length < USER_CODE_CHARACTERS) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
    }
  }
  return `${code.slice(0, USER_CODE_CHARACTERS / 2)}-${code.slice(USER_CODE_CHARACTERS / 2)}`;
}

/** With a key, because short codes could be guessed from a hash. Case, spaces and hyphens make no difference. */
export const hashUserCode = (text: string, signingKey: Uint8Array): string =>
  createHmac('sha256', signingKey)
    .update(`user code ${text.replaceAll(/[\s-]/g, '').toUpperCase()}`)
    .digest('hex');

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
