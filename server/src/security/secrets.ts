import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { CSRF_VALUE_BYTES, SESSION_ID_BYTES } from '../domain/limits/sessions.ts';
import type { SessionId, SessionKey } from '../domain/session.ts';
import type { Entropy } from '../ports/system.ts';

const SESSION_ID = /^[0-9a-f]{64}$/;

/** A new session ID: 256 random bits as lower-case hex. */
export const makeSessionId = (entropy: Entropy): SessionId => randomHex(entropy, SESSION_ID_BYTES) as SessionId;

/** Random bytes as lower-case hex, twice as many characters. */
export const randomHex = (entropy: Entropy, bytes: number): string => Buffer.from(entropy.bytes(bytes)).toString('hex');

/** The text as a session ID, or null when it cannot be one. Asks no database. */
export const parseSessionId = (text: string): SessionId | null => (SESSION_ID.test(text) ? (text as SessionId) : null);

/** The name under which a session is stored. */
export const sessionKeyOf = (id: SessionId): SessionKey => hash('sha256', id) as SessionKey;

/** A new CSRF value: 32 random bytes, base64url. */
export const makeCsrf = (entropy: Entropy): string =>
  Buffer.from(entropy.bytes(CSRF_VALUE_BYTES)).toString('base64url');

/** Compares two secrets without telling by timing how much of them agrees. */
export function sameSecret(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest();
  const right = createHash('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** SHA-256 as hex, for naming a secret or something long without storing it. */
export const hashOf = (content: string | Uint8Array): string => hash('sha256', content);

/** PKCE verifier and S256 challenge of a flow (RFC 7636). Derived from its CSRF value, so nothing more is stored (decision S7). */
export function pkceOf(
  csrf: string,
  signingKey: Uint8Array,
): { readonly verifier: string; readonly challenge: string } {
  const verifier = createHmac('sha256', signingKey).update(`pkce:${csrf}`).digest('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
