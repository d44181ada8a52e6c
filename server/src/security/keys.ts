import { createHash } from 'node:crypto';

/** AES-256 keys for stored tokens: the SHA-256 of each configured secret, in the configured order. Specification: Authentication 7. */
export const cipherKeysOf = (tokenSecrets: readonly string[]): readonly Uint8Array[] => tokenSecrets.map(sha256);

/**
 * The key that signs state tokens: the configured session secret, or a hash of the App's other
 * credentials when there is none. Specification: State tokens.
 */
export const signingKeyOf = (sessionSecret: string | null, appCredentials: readonly string[]): Uint8Array =>
  sessionSecret === null ? sha256(JSON.stringify(appCredentials)) : Buffer.from(sessionSecret, 'utf8');

const sha256 = (text: string): Uint8Array => createHash('sha256').update(text, 'utf8').digest();
