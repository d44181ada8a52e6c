import { createPrivateKey } from 'node:crypto';
import { kindOf } from './kinds.ts';

/** A PEM as it is, with `\n` for its line ends, or wrapped in base64. */
export const A_PRIVATE_KEY = kindOf(
  (text) => [text, Buffer.from(text, 'base64').toString('utf8')].map(unescaped).find(isRsaKey) ?? null,
  'must be an RSA private key: PEM, PEM with \\n for line ends, or base64 of a PEM',
);

const unescaped = (text: string): string => text.replaceAll('\\n', '\n');

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
