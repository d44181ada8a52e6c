import { createCipheriv, createDecipheriv, createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { CIPHER_IV_BYTES, CIPHER_TAG_BYTES, CSRF_VALUE_BYTES, SESSION_ID_BYTES } from './limits/sessions.ts';
import type { Entropy } from './system.ts';

declare const brand: unique symbol;

type Branded<Name> = string & { readonly [brand]: Name };

/** A plaintext code-host access or refresh token. Never logged or part of a view. */
export type HostToken = Branded<'host token'>;

/** The client's credential: 64 lowercase hex characters. Never stored. */
export type SessionId = Branded<'session ID'>;

/** SHA-256 of the session ID, stored in its place (decision S1). */
export type SessionKey = Branded<'session key'>;

const CREDENTIAL = /\b(?:gh[a-z]_|github_pat_)[A-Za-z0-9_.-]+|\beyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_.-]+|\b[0-9a-f]{64}\b/g;

/** Replaces code-host tokens, JWTs and session IDs. */
export const withoutCredentials = (text: string, replacement: string): string => text.replace(CREDENTIAL, replacement);

const SESSION_ID = /^[0-9a-f]{64}$/;

/** 256 random bits as lowercase hex. */
export const makeSessionId = (entropy: Entropy): SessionId => randomHex(entropy, SESSION_ID_BYTES) as SessionId;

export const randomHex = (entropy: Entropy, bytes: number): string => Buffer.from(entropy.bytes(bytes)).toString('hex');

/** Checks only the format; null if invalid. */
export const parseSessionId = (text: string): SessionId | null => (SESSION_ID.test(text) ? (text as SessionId) : null);

export const sessionKeyOf = (id: SessionId): SessionKey => hash('sha256', id) as SessionKey;

/** The public name of a session: 32 hex characters, no credential. */
export const sessionNameOf = (key: SessionKey): string => hashOf(`name of a session ${key}`).slice(0, 32);

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

/** AES-256 keys: the SHA-256 of each secret, in order. Specification: Authentication 7. */
export const cipherKeysOf = (tokenSecrets: readonly string[]): readonly Uint8Array[] => tokenSecrets.map(sha256);

/** Falls back to a hash of the App's credentials. Specification: State tokens. */
export const signingKeyOf = (sessionSecret: string | null, appCredentials: readonly string[]): Uint8Array =>
  sessionSecret === null ? sha256(JSON.stringify(appCredentials)) : Buffer.from(sessionSecret, 'utf8');

/** Without a session secret, the signing key is derived from these. */
export const credentialsOf = (app: {
  readonly clientSecret: string;
  readonly appPrivateKey: string;
  readonly webhookSecret: string | null;
}): readonly string[] => [app.clientSecret, app.appPrivateKey, app.webhookSecret ?? ''];

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();

/** An HMAC of a constant under each key. */
export const keyPrintsOf = (signingKey: Uint8Array | null, tokenKeys: readonly Uint8Array[]): KeyPrints => ({
  signing: signingKey === null ? null : printOf(signingKey, 'signing'),
  tokens: tokenKeys.map((key) => printOf(key, 'sealing')),
});

const PRINT_CHARACTERS = 32;

const printOf = (key: Uint8Array, use: string): string =>
  createHmac('sha256', key).update(`orgdesk ${use} key`).digest('hex').slice(0, PRINT_CHARACTERS);

/** Fingerprints, which do not reveal the keys. */
export interface KeyPrints {
  /** Of the key that signs state tokens; null if unknown. */
  readonly signing: string | null;
  /** Of the keys that decrypt stored tokens; the first one encrypts. */
  readonly tokens: readonly string[];
}

/** AES-256-GCM. Specification: Stored session. */
export interface EncryptedToken {
  readonly ciphertext: Uint8Array;
  readonly iv: Uint8Array;
  readonly tag: Uint8Array;
}

export interface TokenCipher {
  /** Uses the first key. `associatedData` names row and field, so that a ciphertext cannot be moved. */
  encrypt(secret: string, associatedData: string): EncryptedToken;
  decrypt(encrypted: EncryptedToken, associatedData: string): HostToken | null;
  isCurrent(encrypted: EncryptedToken, associatedData: string): boolean;
}

/** The first key encrypts, all decrypt (decision S15). */
export function createTokenCipher(keys: readonly Uint8Array[], entropy: Entropy): TokenCipher {
  const [encryptionKey] = keys;
  if (encryptionKey === undefined) throw new Error('a token cipher needs at least one key');

  return {
    encrypt(secret, associatedData) {
      const iv = entropy.bytes(CIPHER_IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv, { authTagLength: CIPHER_TAG_BYTES });
      cipher.setAAD(Buffer.from(associatedData));
      const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return { ciphertext, iv, tag: cipher.getAuthTag() };
    },
    decrypt(encrypted, associatedData) {
      for (const key of keys) {
        const token = decryptWith(key, encrypted, associatedData);
        if (token !== null) return token;
      }
      return null;
    },
    isCurrent: (encrypted, associatedData) => decryptWith(encryptionKey, encrypted, associatedData) !== null,
  };
}

function decryptWith(
  key: Uint8Array,
  { ciphertext, iv, tag }: EncryptedToken,
  associatedData: string,
): HostToken | null {
  // Without this check, Node accepts truncated tags, which can be forged.
  if (iv.length !== CIPHER_IV_BYTES || tag.length !== CIPHER_TAG_BYTES) return null;
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: CIPHER_TAG_BYTES });
  decipher.setAAD(Buffer.from(associatedData));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8') as HostToken;
  } catch {
    return null;
  }
}
