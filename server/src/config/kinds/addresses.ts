import { isLoopback } from '../../domain/loopback.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SettingKind } from '../settings.ts';

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

/** Scheme and host only. */
export const AN_ORIGIN: SettingKind<URL> = {
  parse: (text) => {
    const url = baseAddress(text, 'https://host.example');
    if (!url.ok || url.value.pathname === '/') return url;
    return refuse('must be a URL like https://host.example, without a path');
  },
};
