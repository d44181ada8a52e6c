import { createPrivateKey, type KeyObject } from 'node:crypto';
import { APP_KEY_MIN_BITS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { isQuoted } from './general-kinds.ts';
import type { SettingKind } from './settings.ts';

const FORMS = 'PEM, PEM with \\n for line breaks, or base64 of a PEM';

/** PEM, PEM with `\n` for line ends, or base64 of PEM. */
export const A_PRIVATE_KEY: SettingKind<string> = {
  takesQuotes: true,
  parse: (input) => {
    const text = withoutQuotes(input);
    const forms = [text, Buffer.from(text, 'base64').toString('utf8')].map((form) => form.replaceAll('\\n', '\n'));
    const pem = forms.find((form) => form.includes('-----BEGIN'));
    return pem === undefined ? refuse(notPem(text)) : parsePem(pem);
  },
  warning: (text) => {
    if (isQuoted(text)) return 'has quotes around its value, which were ignored';
    const pem = A_PRIVATE_KEY.parse(text);
    const bits = pem.ok ? keyOf(pem.value)?.asymmetricKeyDetails?.modulusLength : undefined;
    return bits !== undefined && bits < APP_KEY_MIN_BITS
      ? `is shorter than ${APP_KEY_MIN_BITS} bits, the minimum that the code host generates`
      : null;
  },
};

const withoutQuotes = (text: string): string => (isQuoted(text) ? text.slice(1, -1).trim() : text);

function notPem(text: string): string {
  if (/^[~.]?\/|\.(pem|key)$/.test(text) && !text.includes('\n')) {
    return 'is a path: use CODE_HOST_APP_PRIVATE_KEY_FILE for a path';
  }
  return `must be an RSA private key: ${FORMS}`;
}

function parsePem(pem: string): Result<string, string> {
  if (/-----BEGIN (RSA )?PUBLIC KEY/.test(pem)) {
    return refuse('is a public key: generate a private key under "Private keys" on the App\'s settings page');
  }
  if (pem.includes('-----BEGIN CERTIFICATE')) return refuse("is a certificate: it must be the App's RSA private key");
  if (pem.includes('-----BEGIN OPENSSH')) return refuse("is an SSH key: it must be the App's RSA private key");
  if (/-----BEGIN ENCRYPTED|Proc-Type: 4,ENCRYPTED/.test(pem)) {
    return refuse('is encrypted with a passphrase: remove it with `openssl rsa -in KEY -out NEW`');
  }
  if (!pem.includes('-----END')) return refuse('is incomplete: its last line, -----END …, is missing');
  const key = keyOf(pem);
  if (key === null) return refuse('is corrupted: use the file as downloaded from the code host, or its base64');
  if (key.asymmetricKeyType !== 'rsa') return refuse("is another type of key: it must be the App's RSA private key");
  return ok(pem);
}

function keyOf(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
