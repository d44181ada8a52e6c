import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { CSRF_VALUE_BYTES, SESSION_ID_BYTES } from '../limits/sessions.ts';
import type { Entropy } from '../system.ts';
import type { SessionId, SessionKey } from './credentials.ts';

const SESSION_ID = /^[0-9a-f]{64}$/;

/** 256 random bits as lowercase hex. */
export const makeSessionId = (entropy: Entropy): SessionId => randomHex(entropy, SESSION_ID_BYTES) as SessionId;

export const randomHex = (entropy: Entropy, bytes: number): string => Buffer.from(entropy.bytes(bytes)).toString('hex');

/** Checks only the format; null if invalid. */
export const parseSessionId = (text: string): SessionId | null => (SESSION_ID.test(text) ? (text as SessionId) : null);

export const sessionKeyOf = (id: SessionId): SessionKey => hash('sha256', id) as SessionKey;

/** 32 random bytes as base64url. */
export const makeCsrf = (entropy: Entropy): string =>
  Buffer.from(entropy.bytes(CSRF_VALUE_BYTES)).toString('base64url');

/** Runs in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** SHA-256 as hex. */
export const hashOf = (content: string | Uint8Array): string => hash('sha256', content);

/**
 * PKCE verifier and S256 challenge (RFC 7636), derived from the CSRF value so that nothing more is stored (decision
 * S7).
 */
export function pkceOf(
  csrf: string,
  signingKey: Uint8Array,
): { readonly verifier: string; readonly challenge: string } {
  const verifier = createHmac('sha256', signingKey).update(`pkce:${csrf}`).digest('base64url');
  return { verifier, challenge: challengeOf(verifier) };
}

export const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
