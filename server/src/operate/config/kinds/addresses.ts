import { isLoopback } from '../../../lib/loopback.ts';
import { ok, type Result, refuse } from '../../../lib/result.ts';
import type { SettingKind } from '../settings.ts';
import { entriesOf } from './general.ts';

/** Allows http only for localhost, because cookies are secure. */
function baseAddress(text: string, like: string): Result<URL, string> {
  if (!/^https?:\/\//i.test(text)) return refuse(`must be a URL that begins with https://, for example ${like}`);
  if (!URL.canParse(text)) return refuse(`must be a URL like ${like}`);
  const url = new URL(text);
  if (/[?#]/.test(text) || url.username !== '' || url.password !== '') {
    return refuse(`must be a URL like ${like}, without a query, fragment or user`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('must use https: http works only for localhost, because browsers send the cookies over https');
  }
  return ok(url);
}

export const A_BASE_ADDRESS: SettingKind<URL> = { parse: (text) => baseAddress(text, 'https://host.example/api') };

/** May have a path and a query, which may be secret. */
export const A_TARGET_ADDRESS: SettingKind<URL> = {
  parse: (text) => {
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return refuse('must be a URL that begins with https://');
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || text.includes('#'))
      return refuse('must be a URL without a fragment or user');
    if (url.protocol === 'http:' && !isLoopback(url.hostname))
      return refuse('must use https: http works only for localhost');
    return ok(url);
  },
};

/** Scheme and host only. */
export const AN_ORIGIN: SettingKind<URL> = {
  parse: (text) => {
    const url = baseAddress(text, 'https://host.example');
    if (!url.ok || url.value.pathname === '/') return url;
    return refuse('must be a URL like https://host.example, without a path');
  },
};

/** Apps have schemes of their own, named after a domain of theirs (RFC 8252, 7.1). The dot excludes `javascript:`. */
const APP_SCHEME = /^[a-z][a-z\d+-]*(\.[a-z\d+-]+)+:$/;

export const APP_ADDRESSES: SettingKind<readonly string[]> = {
  parse: (text) => {
    const addresses = entriesOf(text);
    if (addresses.includes('')) return refuse('has an extra comma: remove it or add the missing address');
    const problem = addresses.map(problemOfApp).find((found) => found !== null) ?? null;
    return problem === null ? ok(addresses) : refuse(problem);
  },
};

function problemOfApp(address: string): string | null {
  if (!/^[\x21-\x7e]+$/.test(address) || !URL.canParse(address)) return 'must be a comma-separated list of URLs';
  const { protocol, hostname, username, password } = new URL(address);
  if (address.includes('#') || username !== '' || password !== '') return 'must have URLs without a fragment or user';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname)) || APP_SCHEME.test(protocol)) return null;
  return protocol === 'http:'
    ? 'must use https: http works only for localhost'
    : 'must begin with https:// or a scheme with a dot, such as com.example.app:/signed-in';
}
