import { randomBytes } from 'node:crypto';

/**
 * Makes secret strings and remembers each of them for tests that look for leaks.
 * GitHub docs: About authentication, token formats.
 */
export type SecretStrings = ReturnType<typeof createSecretStrings>;
export function createSecretStrings() {
  const issued: string[] = [];
  const remember = (secret: string) => {
    issued.push(secret);
    return secret;
  };
  return {
    /** Of a manifest that an App was registered from: 40 hex digits. */
    manifestCode: () => remember(randomBytes(20).toString('hex')),
    clientSecret: () => remember(randomBytes(20).toString('hex')),
    webhookSecret: () => remember(randomBytes(20).toString('hex')),
    /** An authorization code: 20 hex digits. */
    code: () => remember(randomBytes(10).toString('hex')),
    accessToken: () => remember(`ghu_${letters(36)}`),
    refreshToken: () => remember(`ghr_${letters(76)}`),
    /** `ghs_`, the App ID, `_` and something shaped like a JWT: several hundred characters. */
    installationToken: (appId: number) =>
      remember(`ghs_${appId}_${[48, 180, 256].map((bytes) => randomBytes(bytes).toString('base64url')).join('.')}`),
    /** Everything ever made, dead or alive, oldest first. */
    issued: (): readonly string[] => [...issued],
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function letters(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
