import { createPrivateKey } from 'node:crypto';
import type { Environment, Setting, SettingsReader } from './settings.ts';

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

/** The settings of the code host, or null after adding every problem to the reader. */
export function readCodeHost(reader: SettingsReader): CodeHostSettings | null {
  const before = reader.problems.length;
  const webUrl = reader.parsed(WEB_URL, new URL('https://github.com'), parseOrigin, AN_ORIGIN);
  const apiUrl = reader.parsed<URL | null>(API_URL, null, parseBaseAddress, 'an http(s) address without query');
  const [appId, appSlug, privateKey, clientId, clientSecret] = REQUIRED.map((setting) => required(reader, setting));
  const webhookSecret = reader.text(WEBHOOK_SECRET);
  const appPrivateKey = privateKey === undefined || privateKey === null ? null : parsePrivateKey(privateKey);

  if (appId && !/^\d+$/.test(appId)) reader.problem('CODE_HOST_APP_ID must be a number.');
  if (appSlug && !/^[A-Za-z0-9-]+$/.test(appSlug)) {
    reader.problem(
      'CODE_HOST_APP_SLUG must be the name at the end of the address of the App: letters, digits and dashes.',
    );
  }
  if (privateKey && appPrivateKey === null) {
    reader.problem(
      'CODE_HOST_APP_PRIVATE_KEY must be an RSA private key: PEM, PEM with \\n for line ends, or base64 of a PEM.',
    );
  }
  if (reader.problems.length > before || !appId || !appSlug || !appPrivateKey || !clientId || !clientSecret)
    return null;
  return { webUrl, apiUrl, appId, appSlug, appPrivateKey, clientId, clientSecret, webhookSecret };
}

function required(reader: SettingsReader, setting: Setting): string | null {
  const before = reader.problems.length;
  const text = reader.text(setting);
  if (text === null && reader.problems.length === before) reader.problem(`${setting.name} is missing.`);
  return text;
}

/** Accepts a PEM as it is, with `\n` for its line ends, or wrapped in base64; null when none of these is an RSA key. */
export function parsePrivateKey(text: string): string | null {
  const unescaped = text.replaceAll('\\n', '\n');
  for (const pem of [unescaped, Buffer.from(text, 'base64').toString('utf8').replaceAll('\\n', '\n')]) {
    try {
      const key = createPrivateKey(pem);
      if (key.asymmetricKeyType === 'rsa') return pem;
    } catch {
      // Not this form; the caller names the setting when none fits.
    }
  }
  return null;
}

export const AN_ORIGIN = 'an address like https://host.example, without path, query or user';

/** An http(s) origin; plain http only on this machine, because the cookies are secure. */
export function parseOrigin(text: string): URL | null {
  const url = parseBaseAddress(text);
  return url !== null && url.pathname === '/' ? url : null;
}

function parseBaseAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) return null;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || /[?#]/.test(text))
    return null;
  return url;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
