import { refuse } from '../../lib/result.ts';
import { A_BASE_ADDRESS, AN_ORIGIN } from './address-kinds.ts';
import { textLike } from './general-kinds.ts';
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
