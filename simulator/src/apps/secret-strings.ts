import { randomBytes } from 'node:crypto';

/** Makes secret strings and remembers each of them for tests that look for leaks. */
export interface SecretStrings {
  /** An authorization code: 20 hex digits. */
  code(): string;
  /** `ghu_` and 36 characters. */
  accessToken(): string;
  /** `ghr_` and 76 characters. */
  refreshToken(): string;
  /** `ghs_`, the App ID, `_` and something shaped like a JWT: several hundred characters. */
  installationToken(appId: number): string;
  /** Everything ever made, dead or alive, oldest first. */
  issued(): readonly string[];
}

/** A fresh source with an empty memory. GitHub docs: About authentication, token formats. */
export function createSecretStrings(): SecretStrings {
  const issued: string[] = [];
  const remember = (secret: string) => {
    issued.push(secret);
    return secret;
  };
  return {
    code: () => remember(randomBytes(10).toString('hex')),
    accessToken: () => remember(`ghu_${letters(36)}`),
    refreshToken: () => remember(`ghr_${letters(76)}`),
    installationToken: (appId) =>
      remember(`ghs_${appId}_${[48, 180, 256].map((bytes) => randomBytes(bytes).toString('base64url')).join('.')}`),
    issued: () => [...issued],
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function letters(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
