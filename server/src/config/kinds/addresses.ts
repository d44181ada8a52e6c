import { isLoopback } from '../../domain/loopback.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import type { SettingKind } from '../settings.ts';

/** Allows http only for localhost, because cookies are secure. */
function baseAddress(text: string, like: string): Result<URL, string> {
  if (!/^https?:\/\//i.test(text)) return refuse(`must be an address that begins with https://, as in ${like}`);
  if (!URL.canParse(text)) return refuse(`must be an address like ${like}`);
  const url = new URL(text);
  if (/[?#]/.test(text) || url.username !== '' || url.password !== '') {
    return refuse(`must be an address like ${like}, without query, # or user`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return refuse('must be an address with https: http is for localhost only, as browsers send the cookies over https');
  }
  return ok(url);
}

export const A_BASE_ADDRESS: SettingKind<URL> = { parse: (text) => baseAddress(text, 'https://host.example/api') };

/** Scheme and host only. */
export const AN_ORIGIN: SettingKind<URL> = {
  parse: (text) => {
    const url = baseAddress(text, 'https://host.example');
    if (!url.ok || url.value.pathname === '/') return url;
    return refuse('must be an address like https://host.example: without a path');
  },
};
