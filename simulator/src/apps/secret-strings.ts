import { randomBytes } from 'node:crypto';

/** Records secrets for leak tests. GitHub docs: About authentication, token formats. */
export type SecretStrings = ReturnType<typeof createSecretStrings>;
export function createSecretStrings() {
  const issued: string[] = [];
  const remember = (secret: string) => {
    issued.push(secret);
    return secret;
  };
  return {
    manifestCode: () => remember(randomBytes(20).toString('hex')),
    clientSecret: () => remember(randomBytes(20).toString('hex')),
    webhookSecret: () => remember(randomBytes(20).toString('hex')),
    code: () => remember(randomBytes(10).toString('hex')),
    accessToken: () => remember(`ghu_${letters(36)}`),
    refreshToken: () => remember(`ghr_${letters(76)}`),
    installationToken: (appId: number) =>
      remember(`ghs_${appId}_${[48, 180, 256].map((bytes) => randomBytes(bytes).toString('base64url')).join('.')}`),
    issued: (): readonly string[] => [...issued],
  };
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

function letters(length: number): string {
  return Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
