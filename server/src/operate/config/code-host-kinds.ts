import { createPrivateKey, type KeyObject } from 'node:crypto';
import { APP_KEY_MIN_BITS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { A_BASE_ADDRESS, AN_ORIGIN } from './address-kinds.ts';
import { isQuoted, textLike } from './general-kinds.ts';
import type { SettingKind } from './settings.ts';

/* App credentials are easily confused, so each kind recognizes the others. */

const A_NUMBER = textLike(/^\d+$/, 'be a number');

export const AN_APP_ID: SettingKind<string> = {
  parse: (text) =>
    /^(Iv|Ov)/.test(text) ? refuse('is a client ID: use the App ID, the number next to it') : A_NUMBER.parse(text),
};

const A_SLUG = textLike(/^[A-Za-z0-9-]+$/, "be the slug at the end of the App's URL: letters, digits and dashes");

export const AN_APP_SLUG: SettingKind<string> = {
  parse: (text) =>
    text.includes('/') ? refuse("must be only the part after the last slash of the App's URL") : A_SLUG.parse(text),
};

const ONE_WORD = textLike(/^\S+$/, 'be one word: the copied value contains other text');

export const A_CLIENT_ID: SettingKind<string> = {
  parse: (text) => {
    if (/^\d+$/.test(text)) return refuse('is a number, like the App ID: the client ID begins with Iv');
    if (text.startsWith('Ov')) {
      return refuse("belongs to an OAuth app, whose tokens cannot list installations: use the App's client ID");
    }
    return ONE_WORD.parse(text);
  },
};

export const A_CLIENT_SECRET: SettingKind<string> = {
  parse: (text) =>
    /^(Iv|Ov)/.test(text)
      ? refuse("is a client ID: generate a client secret below it on the App's settings page")
      : ONE_WORD.parse(text),
};

export const A_WEB_ADDRESS: SettingKind<URL> = {
  parse: (text) => {
    const { hostname, pathname } = URL.canParse(text) ? new URL(text) : { hostname: '', pathname: '' };
    if (hostname === 'api.github.com' || hostname === 'www.github.com') {
      return refuse('is another URL of github.com: remove it, or set it to https://github.com');
    }
    if (hostname.startsWith('api.') && hostname.endsWith('.ghe.com')) {
      return refuse(`is the API's URL: use the web URL, without "api."`);
    }
    if (pathname.startsWith('/api/')) return refuse("is the API's URL: remove everything after the host name");
    return AN_ORIGIN.parse(text);
  },
};

export const AN_API_ADDRESS: SettingKind<URL> = {
  parse: (text) =>
    /\/graphql\/?$/.test(text)
      ? refuse('is the GraphQL URL, which is derived from the REST URL: remove it')
      : A_BASE_ADDRESS.parse(text),
};

export function isOfAnotherHost(api: URL, web: URL): boolean {
  if (web.hostname === 'github.com') return api.hostname !== 'api.github.com' && isOfPlatform(api);
  if (web.hostname.endsWith('.ghe.com')) return api.hostname !== `api.${web.hostname}` && isOfPlatform(api);
  return ['github.com', 'api.github.com'].includes(api.hostname) || api.hostname.endsWith('.ghe.com');
}

/** Any other name may be a gateway. */
const isOfPlatform = ({ hostname }: URL): boolean => /(^|\.)(github|ghe)\.com$/.test(hostname);

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
