import { createPrivateKey } from 'node:crypto';
import { type Environment, type Kind, type Setting, type SettingsReader, TEXT } from './settings.ts';

/** The registered App and where its code host is. Specification and decision N5. */
export interface CodeHostSettings {
  readonly webUrl: URL;
  /** Null derives it from `webUrl`. */
  readonly apiUrl: URL | null;
  readonly appId: string;
  readonly appSlug: string;
  /** PEM. */
  readonly appPrivateKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Null accepts every webhook unchecked (decision I10). */
  readonly webhookSecret: string | null;
}

const WEB_URL: Setting = { name: 'CODE_HOST_URL', aliases: ['GHE_HOST'], fromAlias: (host) => `https://${host}` };
const API_URL: Setting = { name: 'CODE_HOST_API_URL' };
const APP_ID: Setting = { name: 'CODE_HOST_APP_ID', aliases: ['APP_ID'] };
const APP_SLUG: Setting = { name: 'CODE_HOST_APP_SLUG' };
const APP_PRIVATE_KEY: Setting = {
  name: 'CODE_HOST_APP_PRIVATE_KEY',
  aliases: ['PRIVATE_KEY'],
  fileAliases: ['PRIVATE_KEY_PATH'],
};
const CLIENT_ID: Setting = { name: 'CODE_HOST_CLIENT_ID', aliases: ['GITHUB_CLIENT_ID'] };
const CLIENT_SECRET: Setting = { name: 'CODE_HOST_CLIENT_SECRET', aliases: ['GITHUB_CLIENT_SECRET'] };
const WEBHOOK_SECRET: Setting = { name: 'CODE_HOST_WEBHOOK_SECRET', aliases: ['WEBHOOK_SECRET'] };

const REQUIRED = [APP_ID, APP_SLUG, APP_PRIVATE_KEY, CLIENT_ID, CLIENT_SECRET];
const ALL = [WEB_URL, API_URL, ...REQUIRED, WEBHOOK_SECRET];

const namesOf = ({ name, aliases = [], fileAliases = [] }: Setting): readonly string[] => [
  name,
  ...aliases,
  `${name}_FILE`,
  ...fileAliases,
];

/** What has to be set for a real code host, for messages that tell the next step. */
export const REQUIRED_NAMES: readonly string[] = REQUIRED.map(({ name }) => name);

/** Whether anything about a code host is set at all; blank values do not count. */
export const mentionsCodeHost = (env: Environment): boolean =>
  ALL.flatMap(namesOf).some((name) => (env[name]?.trim() ?? '') !== '');

/** Names that look like code-host settings but are none: most likely misspelled. */
export function misspelledNames(env: Environment): readonly string[] {
  const known = new Set(ALL.flatMap(namesOf));
  return Object.keys(env).filter((name) => name.startsWith('CODE_HOST_') && !known.has(name));
}

/** The settings of the code host; not to be used when there is a problem with any of them. */
export function readCodeHost({ read, need }: Pick<SettingsReader, 'read' | 'need'>): CodeHostSettings {
  return {
    webUrl: read(WEB_URL, AN_ORIGIN, new URL('https://github.com')),
    apiUrl: read(API_URL, A_BASE_ADDRESS, null),
    appId: need(APP_ID, A_NUMBER),
    appSlug: need(APP_SLUG, A_SLUG),
    appPrivateKey: need(APP_PRIVATE_KEY, A_PRIVATE_KEY),
    clientId: need(CLIENT_ID, TEXT),
    clientSecret: need(CLIENT_SECRET, TEXT),
    webhookSecret: read(WEBHOOK_SECRET, TEXT, null),
  };
}

const A_NUMBER = textLike(/^\d+$/, 'be a number');
const A_SLUG = textLike(
  /^[A-Za-z0-9-]+$/,
  'be the name at the end of the address of the App: letters, digits and dashes',
);

function textLike(pattern: RegExp, must: string): Kind<string> {
  return { parse: (text) => (pattern.test(text) ? text : null), must };
}

/** A PEM as it is, with `\n` for its line ends, or wrapped in base64. */
const A_PRIVATE_KEY: Kind<string> = {
  parse: (text) => [text, Buffer.from(text, 'base64').toString('utf8')].map(unescaped).find(isRsaKey) ?? null,
  must: 'be an RSA private key: PEM, PEM with \\n for line ends, or base64 of a PEM',
};

const unescaped = (text: string): string => text.replaceAll('\\n', '\n');

function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Plain http only on this machine, because the cookies are secure. */
const A_BASE_ADDRESS: Kind<URL> = {
  parse: (text) => {
    if (!URL.canParse(text) || /[?#]/.test(text)) return null;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '') return null;
    return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname)) ? url : null;
  },
  must: 'be an http(s) address without query',
};

export const AN_ORIGIN: Kind<URL> = {
  parse: (text) => {
    const url = A_BASE_ADDRESS.parse(text);
    return url?.pathname === '/' ? url : null;
  },
  must: 'be an address like https://host.example, without path, query or user',
};

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
