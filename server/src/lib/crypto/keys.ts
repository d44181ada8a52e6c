import { createHash } from 'node:crypto';

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
